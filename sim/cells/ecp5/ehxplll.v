// The ECP5's PLL, modelled as wires: the outputs have the frequency of the input, and the PLL is locked from the
// beginning. So the simulator of a netlist must toggle the PLL's input at the frequency of its output.
module EHXPLLL (
    input CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC,
    input ENCLKOP, ENCLKOS,
    output CLKOP, CLKOS, LOCK
);
    parameter CLKI_DIV = 1, CLKFB_DIV = 1, FEEDBK_PATH = "CLKOP";
    parameter CLKOP_DIV = 1, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0, CLKOP_ENABLE = "ENABLED";
    parameter CLKOS_DIV = 1, CLKOS_CPHASE = 0, CLKOS_FPHASE = 0, CLKOS_ENABLE = "ENABLED";
    assign CLKOP = CLKI;
    assign CLKOS = CLKI;
    assign LOCK = 1;
endmodule
