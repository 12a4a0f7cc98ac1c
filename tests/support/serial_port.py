"""A serial port for the page. It is connected to a TCP port where a simulated board or another program listens."""

import socket
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["serial_port"]

_PORT = """
// Sent bytes are the bodies of requests; received bytes are the body of one answer that does not end.
const port = {
    async open({ baudRate }) {
        window.baudRate = baudRate;
        const incoming = (await fetch("ADDRESS")).body.getReader();
        this.incoming = incoming;
        this.readable = new ReadableStream({ async start(controller) {
            window.unplug = () => {
                port.readable = port.writable = null;
                controller.error(new DOMException("The device has been lost.", "NetworkError"));
                return Promise.all([incoming.cancel(), fetch("ADDRESS", { method: "POST" })]);
            };
            (async () => {
                for (let piece; !(piece = await incoming.read()).done;) {
                    controller.enqueue(piece.value);
                }
            })().catch(() => {});
        }});
        this.writable = new WritableStream({ async write(bytes) {
            await fetch("ADDRESS", { method: "POST", body: bytes });
        }});
    },
    close() {
        return this.incoming.cancel();
    },
};
Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
"""


class _Handler(BaseHTTPRequestHandler):
    """A GET request opens the port. A POST request writes its data to the port or, without data, unplugs the port."""

    def do_GET(self):
        with socket.create_connection(("127.0.0.1", self.server.peer)) as self.server.plugged:
            self._answer()
            with suppress(OSError):
                while data := self.server.plugged.recv(4096):
                    self.wfile.write(data)

    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        with suppress(OSError):
            if data:
                self.server.plugged.sendall(data)
            else:
                self.server.plugged.shutdown(socket.SHUT_RDWR)
        self._answer()

    def _answer(self):
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    def log_message(self, format, *args):
        pass


@contextmanager
def serial_port(browser, peer):
    """In all pages that a browser opens, add a serial port that is connected to a TCP port of this machine.

    In the page, ``window.unplug()`` unplugs the port. If the port is opened again, it connects to a new board. The
    page's security policy, which forbids connections to other addresses, has no effect meanwhile.
    """
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.peer, server.plugged = peer, None
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        source = _PORT.replace("ADDRESS", f"http://127.0.0.1:{server.server_port}/")
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        yield
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
        browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})
        server.shutdown()
