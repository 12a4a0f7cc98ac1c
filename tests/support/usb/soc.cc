// A device in an SoC. The SoC's firmware receives and sends the bytes.

static void begin_device() {}

static void clock_device()
{
    unit.prev_p_clk.set(false);
    unit.p_clk.set(true);
    unit.step();
}
