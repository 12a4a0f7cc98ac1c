// A device with a SoC, whose firmware has the bytes.

static void begin_device() {}

static void clock_device()
{
    unit.prev_p_clk.set(false);
    unit.p_clk.set(true);
    unit.step();
}
