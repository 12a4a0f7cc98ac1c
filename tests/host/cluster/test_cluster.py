"""Batches on workers. The workers are threads of this process unless a test needs processes."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import count, islice
from pathlib import Path
from threading import Event, Timer

import psutil
import pytest

from rowloom.errors import ClusterError, NotInstalled
from rowloom.host import formats
from rowloom.host.cluster import cluster, worker
from rowloom.host.cluster.work import DrawWork, SolveWork
from rowloom.host.cluster.worker import here, run_task
from rowloom.host.generate import recipe
from rowloom.host.generate.generator import execute_job, generate_on_board, generate_puzzle
from rowloom.host.generate.specification import Specification, specified
from rowloom.host.jobs.job import Aim, Question
from rowloom.host.link import connection
from support.cluster import Doubling, at_work, loops, threads
from support.peripherals import Hub
from support.progress import Shown
from support.puzzles import examples
from support.says import Says
from support.terminal import Switch, loop_board
from support.waiting import until

GENRES = "slitherlink-10x10-easy", "sudoku-9x9-easy", "slink-10x10-easy", "smullyan-10x10-easy", "canal-10x10-easy"


@pytest.fixture(scope="module")
def crew():
    with threads(2) as (workers, _):
        yield workers


def test_results_come_in_order(crew):
    shown = Shown()
    results = list(crew.run(Doubling(), range(1_000), progress=shown))
    assert results == [2 * number for number in range(1_000)]
    assert shown.workers[-1] == (1_000, 2)
    assert shown.workers == sorted(shown.workers)


def test_an_endless_stream_is_read_as_needed(crew):
    numbers = count()
    results = crew.run(Doubling(0.005), numbers)
    assert list(islice(results, 5)) == [0, 2, 4, 6, 8]
    time.sleep(0.5)
    results.close()
    assert next(numbers) < 2_000


def test_items_after_a_slow_one_are_bounded(crew, monkeypatch):
    monkeypatch.setattr(cluster, "_HELD", 40)
    monkeypatch.setattr(cluster, "_HELD_EACH", 10)
    numbers = count()
    results = crew.run(Doubling(slow=(3,)), numbers)
    assert list(islice(results, 10)) == list(range(0, 20, 2))
    results.close()
    assert next(numbers) < 100


def test_puzzles_of_all_genres(crew):
    some = [examples(genre)[number] for number in (0, 1) for genre in GENRES]
    outcomes = list(crew.run(SolveWork(Question(engine="sat", count=2)), some))
    assert [outcome.puzzle for outcome in outcomes] == some
    assert all(outcome.verified and outcome.complete and len(outcome.solutions) == 1 for outcome in outcomes)
    assert {outcome.engine for outcome in outcomes} == {"sat"}


def test_workers_draw_solutions_for_boards(crew, monkeypatch):
    wanted, seeds = Specification("slitherlink", 4, 5, "any"), range(1, 9)
    expected = [generate_puzzle(wanted, seed).puzzle for seed in seeds]
    drawn = list(crew.run(DrawWork(wanted), seeds))
    monkeypatch.setattr(recipe.RecipeRun, "draw", lambda run: pytest.fail("drawn again"))
    made = generate_on_board(wanted, seeds, partial(map, execute_job), drawn=drawn)
    assert [one.puzzle for one in made] == expected


def test_solutions_that_cannot_be_drawn(crew):
    impossible, = formats.read("2 2\n33\n33\n", "impossible")
    assert list(crew.run(DrawWork(specified("slitherlink", draft=impossible)), [1, 2])) == [None, None]
    cancel = Event()
    cancel.set()
    assert DrawWork(Specification("slitherlink", 4, 5)).do([1], None, cancel) == [None]


def test_steps_are_sent_only_if_requested(crew):
    some = examples("sudoku-9x9-easy")
    questions = (Question(aim, engine="sudoku-logic") for aim in (Aim.STEPS, Aim.SOLUTIONS))
    explained, plain = (next(crew.run(SolveWork(question), some)) for question in questions)
    assert explained.steps[0].startswith("singles, ")
    assert plain.steps == ()


def test_an_item_is_tried_on_three_workers(crew, tmp_path):
    results = list(crew.run(Doubling(refused=(7,), folder=str(tmp_path)), range(20)))
    assert results[7] == Says("failed: ", "3 times", "it is ill")
    assert results[:7] + results[8:] == [2 * number for number in range(20) if number != 7]
    attempts = [path.name.split()[0] for path in tmp_path.iterdir()]
    assert attempts.count("7") == 3 and len(attempts) == 22


def test_cancelled_work_ends(crew, tmp_path):
    cancel = Event()
    results = crew.run(Doubling(0.01, folder=str(tmp_path)), range(5), cancel)
    assert next(results) == 0
    results = crew.run(Doubling(30, folder=str(tmp_path)), range(5), cancel)
    Timer(1, cancel.set).start()
    begun = time.monotonic()
    assert set(results) == {"cancelled"}
    assert time.monotonic() - begun < 5
    until((tmp_path / "told to stop").exists)


@pytest.mark.parametrize("error, message", [
    (ClusterError("no compiler"), "no compiler"), (NotInstalled("needs z3"), "needs z3"),
    (ModuleNotFoundError("No module named 'rowloom'"), "lacks a package.*'rowloom'"),
    (ZeroDivisionError("a fault"), "ZeroDivisionError: a fault"),
])  # fmt: skip
def test_errors_of_workers_that_end_the_batch(crew, error, message):
    results = crew.run(Doubling(error=error), range(3))
    assert next(results) == Says("lost: ", str(error))
    with pytest.raises(ClusterError, match=message):
        list(results)


def test_a_worker_of_another_version(crew):
    version, host = here()
    elsewhere = crew.client.submit(run_task, ("0.0.9", host), Doubling(), [1], pure=False)
    with pytest.raises(ClusterError, match=rf"{version}, and this is 0\.0\.9"):
        elsewhere.result(10)
    with pytest.raises(ClusterError, match=f"^{host}: "):
        crew.client.submit(run_task, ("0.0.9", "elsewhere"), Doubling(), [1], pure=False).result(10)


@pytest.fixture
def boards(monkeypatch, crew):
    """Start two more workers, each with a board. The workers wait only a short time for an answer from the board."""
    monkeypatch.setattr(connection, "board_times", lambda rate: (1.0, 0.1))
    monkeypatch.setattr(worker, "_TRIED_AGAIN", 0.3)
    told = []
    with Hub() as hub:
        switches = [Switch(loop_board(0.02)) for _ in range(2)]
        ports = [hub.plug(switch) for switch in switches]
        with at_work(crew.client.cluster, ports, told.append):
            until(lambda: crew.listen() or crew.boards == 2)
            yield switches
        until(lambda: crew.listen() or crew.boards == 0)


def test_boards_that_workers_offer(crew, boards):
    outcomes = list(crew.run(SolveWork(Question(counters=True)), loops(40)))
    assert len(outcomes) == 40
    assert all(outcome.verified and outcome.engine == "checker" and outcome.clock for outcome in outcomes)
    assert all(outcome.counters for outcome in outcomes)
    assert all(switch.answered > 3 for switch in boards)


def test_a_board_that_falls_silent_loses_nothing_and_comes_back(crew, boards):
    outcomes = crew.run(SolveWork(Question()), loops(60))
    first = list(islice(outcomes, 10))
    boards[0].on = False
    others = list(outcomes)
    assert all(outcome.verified for outcome in (*first, *others)) and len(others) == 50
    crew.listen(5)
    boards[0].on = True
    until(lambda: crew.listen() or crew.boards == 2)
    assert all(outcome.verified for outcome in crew.run(SolveWork(Question()), loops(4)))


def test_no_board_is_left(crew, boards, monkeypatch):
    monkeypatch.setattr(cluster, "_WITHOUT_WORKERS", 2.0)
    outcomes = crew.run(SolveWork(Question()), loops(150))
    next(outcomes)
    for switch in boards:
        switch.on = False
    with pytest.raises(ClusterError, match="no worker offers a board"):
        list(outcomes)
    until(lambda: crew.listen() or crew.boards == 0)


@pytest.fixture(scope="module")
def processes():
    """Start three workers in separate processes."""
    with cluster.local(3) as workers:
        yield workers


def pids(crew):
    return crew.client.run(os.getpid).values()


@pytest.mark.slow  # starts and kills processes
def test_a_worker_that_is_killed_loses_nothing(processes, tmp_path):
    before = set(pids(processes))
    results = processes.run(Doubling(0.01, folder=str(tmp_path)), range(1_500))
    taken = list(islice(results, 200))
    os.kill(min(before), signal.SIGKILL)
    assert taken + list(results) == [2 * number for number in range(1_500)]
    who = {path.name.split()[-1] for path in tmp_path.iterdir()}
    assert who >= set(map(str, before)) and len(who) > 3  # Dask has replaced the killed worker


@pytest.mark.slow  # several workers end and are replaced
def test_an_item_that_ends_its_workers_is_found_and_given_up(processes):
    results = list(processes.run(Doubling(0.01, deadly=(300,)), range(500)))
    assert results[300] == Says("given up", "workers ended")
    assert [result for result in results if result != results[300]] == [2 * one for one in range(500) if one != 300]


@pytest.mark.slow
def test_an_endless_search_is_ended_with_its_process(processes):
    before = set(pids(processes))
    cancel = Event()
    Timer(2, cancel.set).start()
    assert set(processes.run(Doubling(endless=True), range(3), cancel)) == {"cancelled"}
    until(lambda: not any(map(psutil.pid_exists, before)))
    assert list(processes.run(Doubling(), range(3))) == [0, 2, 4]


@pytest.mark.slow  # starts a scheduler
@pytest.mark.parametrize("number, message", [(signal.SIGKILL, "connection was lost"), (signal.SIGSTOP, "answered")])
def test_results_before_the_loss_of_the_scheduler_are_kept(start, number, message):
    bin_folder = Path(sys.executable).parent
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        where = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    options = "--host", "127.0.0.1", "--port", where.rpartition(":")[2], "--no-dashboard"
    scheduler = start([bin_folder / "dask", "scheduler", *options], stderr=subprocess.DEVNULL)
    until(lambda: _answers(where))
    workers = start(
        [sys.executable, "-m", "rowloom", "worker", where, "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},  # lets the workers import this module
    )
    assert "2 processes" in workers.stdout.readline()
    with cluster.join_scheduler(where) as crew:
        assert crew.workers == 2
        results = crew.run(Doubling(0.01), range(5_000))
        taken = list(islice(results, 300))
        scheduler.send_signal(number)
        begun = time.monotonic()
        with pytest.raises(ClusterError, match=message):
            taken.extend(results)
        assert time.monotonic() - begun < 20
    assert time.monotonic() - begun < 30
    assert 300 <= len(taken) < 5_000
    assert all(one == 2 * place or "lost" in str(one) for place, one in enumerate(taken))
    scheduler.kill()
    assert workers.wait(30) == 1
    assert workers.stderr.read() == Says(where, "scheduler has ended")


def _answers(where):
    with suppress(ClusterError):
        asyncio.run(cluster.check_scheduler(where))
        return True
    return False


@pytest.mark.skipif(os.name == "nt", reason="on Windows, os.kill sends no SIGINT")
@pytest.mark.parametrize("moment", ["start", "end"])
def test_ctrl_c_while_workers_start_or_end(monkeypatch, moment):
    """Ctrl-C takes effect only after all processes have started or ended. Otherwise, Dask would leave processes
    running."""

    @contextmanager
    def processes(**options):
        happen("start")
        try:
            yield
        finally:
            happen("end")

    def happen(what):
        if what == moment:
            os.kill(os.getpid(), signal.SIGINT)
            script = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))"
            child = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
            happened.append(child.stdout.strip())
        happened.append(what)

    happened = []
    monkeypatch.setattr(cluster, "LocalCluster", processes)
    monkeypatch.setattr(cluster, "Client", lambda *arguments, **options: nullcontext())
    monkeypatch.setattr(cluster, "Cluster", lambda client, name, local: name)
    with pytest.raises(KeyboardInterrupt), cluster.local(1):
        happened.append("work")
    assert happened == (["True", "start", "end"] if moment == "start" else ["start", "work", "True", "end"])
