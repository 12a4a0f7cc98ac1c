// The 7 series' block RAM of 18 kbit with two ports, each 1, 2, 4, 9 or 18 bits wide for reading and for writing
// (UG473).
//
// If one port reads a word while the other port writes it, real hardware defines the data read only in few cases, and
// Yosys does not rely on these cases. This model reads the old data.

// The logic of one port: the port's place in a row of 18 bits, the bits that the port writes there, and the clocks in
// which it reads and writes.
module ramb18e1_port #(
    parameter READ_WIDTH = 18, WRITE_WIDTH = 18, WRITE_MODE = "WRITE_FIRST",
    parameter [17:0] INIT = 0, SRVAL = 0
) (
    input clk, enable, reset,
    input [1:0] write_enable,
    input [13:0] address,
    input [17:0] data,          // two parity bits, then 16 data bits
    input [17:0] row,           // the row at this address, in the order of `data`
    output [17:0] write_data,   // data moved to their place in the row
    output [17:0] write_mask,   // the bits of the row to be written
    output reg [17:0] read_data
);
    generate
        if (READ_WIDTH != 0 && READ_WIDTH != 1 && READ_WIDTH != 2 && READ_WIDTH != 4 && READ_WIDTH != 9
                && READ_WIDTH != 18)
            $error("The model of RAMB18E1 has no READ_WIDTH %d.", READ_WIDTH);
        if (WRITE_WIDTH != 0 && WRITE_WIDTH != 1 && WRITE_WIDTH != 2 && WRITE_WIDTH != 4 && WRITE_WIDTH != 9
                && WRITE_WIDTH != 18)
            $error("The model of RAMB18E1 has no WRITE_WIDTH %d.", WRITE_WIDTH);
        if (WRITE_MODE != "WRITE_FIRST" && WRITE_MODE != "READ_FIRST" && WRITE_MODE != "NO_CHANGE")
            $error("The model of RAMB18E1 has no WRITE_MODE \"%s\".", WRITE_MODE);
    endgenerate

    // The place of a port's first bit among the 16 data bits, and of its first parity bit among the two parity bits.
    wire [3:0] write_place = WRITE_WIDTH == 18 ? 0 : WRITE_WIDTH == 9 ? {address[3], 3'b0}
        : WRITE_WIDTH == 4 ? {address[3:2], 2'b0} : WRITE_WIDTH == 2 ? {address[3:1], 1'b0} : address[3:0];
    wire [3:0] read_place = READ_WIDTH == 18 ? 0 : READ_WIDTH == 9 ? {address[3], 3'b0}
        : READ_WIDTH == 4 ? {address[3:2], 2'b0} : READ_WIDTH == 2 ? {address[3:1], 1'b0} : address[3:0];

    localparam [15:0] WRITE_ONES = WRITE_WIDTH == 18 ? 16'hFFFF : WRITE_WIDTH == 9 ? 16'hFF : (1 << WRITE_WIDTH) - 1;
    localparam [1:0] WRITE_PARITY = WRITE_WIDTH == 18 ? 2'b11 : WRITE_WIDTH == 9 ? 2'b01 : 2'b00;
    localparam [15:0] READ_ONES = READ_WIDTH == 18 ? 16'hFFFF : READ_WIDTH == 9 ? 16'hFF : (1 << READ_WIDTH) - 1;
    localparam [1:0] READ_PARITY = READ_WIDTH == 18 ? 2'b11 : READ_WIDTH == 9 ? 2'b01 : 2'b00;

    // Only the widest ports have more than one byte to enable.
    wire low = enable & write_enable[0];
    wire high = enable & write_enable[WRITE_WIDTH == 18];
    wire [15:0] write_ones = WRITE_ONES << write_place;
    wire [1:0] write_parity = WRITE_PARITY << write_place[3];
    assign write_mask = WRITE_WIDTH == 0 ? 0 : {high, low, {8{high}}, {8{low}}} & {write_parity, write_ones};
    wire [15:0] write_bits = data[15:0] << write_place;
    wire [1:0] write_parity_bits = data[17:16] << write_place[3];
    assign write_data = {write_parity_bits, write_bits};

    wire [17:0] seen = WRITE_MODE == "WRITE_FIRST" ? row & ~write_mask | write_data & write_mask : row;
    wire [15:0] read_bits = seen[15:0] >> read_place & READ_ONES;
    wire [1:0] read_parity = seen[17:16] >> read_place[3] & READ_PARITY;
    initial read_data = INIT;
    always @(posedge clk)
        if (enable)
            if (reset)
                read_data <= SRVAL;
            else if (WRITE_MODE != "NO_CHANGE" | ~|write_mask)
                read_data <= {read_parity, read_bits};
endmodule

module RAMB18E1 (
    input CLKARDCLK, ENARDEN, REGCEAREGCE, RSTRAMARSTRAM, RSTREGARSTREG,
    input CLKBWRCLK, ENBWREN, REGCEB, RSTRAMB, RSTREGB,
    input [13:0] ADDRARDADDR, ADDRBWRADDR,
    input [15:0] DIADI, DIBDI,
    input [1:0] DIPADIP, DIPBDIP, WEA,
    input [3:0] WEBWE,
    output [15:0] DOADO, DOBDO,
    output [1:0] DOPADOP, DOPBDOP
);
    parameter RAM_MODE = "TDP";
    parameter READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0;
    parameter WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST";
    parameter DOA_REG = 0, DOB_REG = 0;
    parameter [17:0] INIT_A = 0, INIT_B = 0, SRVAL_A = 0, SRVAL_B = 0;
    parameter [255:0] INIT_00 = 256'b0, INIT_01 = 256'b0, INIT_02 = 256'b0, INIT_03 = 256'b0;
    parameter [255:0] INIT_04 = 256'b0, INIT_05 = 256'b0, INIT_06 = 256'b0, INIT_07 = 256'b0;
    parameter [255:0] INIT_08 = 256'b0, INIT_09 = 256'b0, INIT_0A = 256'b0, INIT_0B = 256'b0;
    parameter [255:0] INIT_0C = 256'b0, INIT_0D = 256'b0, INIT_0E = 256'b0, INIT_0F = 256'b0;
    parameter [255:0] INIT_10 = 256'b0, INIT_11 = 256'b0, INIT_12 = 256'b0, INIT_13 = 256'b0;
    parameter [255:0] INIT_14 = 256'b0, INIT_15 = 256'b0, INIT_16 = 256'b0, INIT_17 = 256'b0;
    parameter [255:0] INIT_18 = 256'b0, INIT_19 = 256'b0, INIT_1A = 256'b0, INIT_1B = 256'b0;
    parameter [255:0] INIT_1C = 256'b0, INIT_1D = 256'b0, INIT_1E = 256'b0, INIT_1F = 256'b0;
    parameter [255:0] INIT_20 = 256'b0, INIT_21 = 256'b0, INIT_22 = 256'b0, INIT_23 = 256'b0;
    parameter [255:0] INIT_24 = 256'b0, INIT_25 = 256'b0, INIT_26 = 256'b0, INIT_27 = 256'b0;
    parameter [255:0] INIT_28 = 256'b0, INIT_29 = 256'b0, INIT_2A = 256'b0, INIT_2B = 256'b0;
    parameter [255:0] INIT_2C = 256'b0, INIT_2D = 256'b0, INIT_2E = 256'b0, INIT_2F = 256'b0;
    parameter [255:0] INIT_30 = 256'b0, INIT_31 = 256'b0, INIT_32 = 256'b0, INIT_33 = 256'b0;
    parameter [255:0] INIT_34 = 256'b0, INIT_35 = 256'b0, INIT_36 = 256'b0, INIT_37 = 256'b0;
    parameter [255:0] INIT_38 = 256'b0, INIT_39 = 256'b0, INIT_3A = 256'b0, INIT_3B = 256'b0;
    parameter [255:0] INIT_3C = 256'b0, INIT_3D = 256'b0, INIT_3E = 256'b0, INIT_3F = 256'b0;
    parameter [255:0] INITP_00 = 256'b0, INITP_01 = 256'b0, INITP_02 = 256'b0, INITP_03 = 256'b0;
    parameter [255:0] INITP_04 = 256'b0, INITP_05 = 256'b0, INITP_06 = 256'b0, INITP_07 = 256'b0;

    generate
        if (RAM_MODE != "TDP")
            $error("The model of RAMB18E1 has no RAM_MODE \"%s\".", RAM_MODE);
        if (DOA_REG || DOB_REG)
            $error("The model of RAMB18E1 has no registers behind its outputs (DOA_REG, DOB_REG).");
    endgenerate

    wire [17:0] row_a, write_data_a, write_mask_a, row_b, write_data_b, write_mask_b;

    ramb18e1_port #(
        .READ_WIDTH(READ_WIDTH_A), .WRITE_WIDTH(WRITE_WIDTH_A), .WRITE_MODE(WRITE_MODE_A),
        .INIT(INIT_A), .SRVAL(SRVAL_A)
    ) port_a (
        .clk(CLKARDCLK), .enable(ENARDEN), .reset(RSTRAMARSTRAM), .write_enable(WEA), .address(ADDRARDADDR),
        .data({DIPADIP, DIADI}), .row(row_a),
        .write_data(write_data_a), .write_mask(write_mask_a), .read_data({DOPADOP, DOADO})
    );
    ramb18e1_port #(
        .READ_WIDTH(READ_WIDTH_B), .WRITE_WIDTH(WRITE_WIDTH_B), .WRITE_MODE(WRITE_MODE_B),
        .INIT(INIT_B), .SRVAL(SRVAL_B)
    ) port_b (
        .clk(CLKBWRCLK), .enable(ENBWREN), .reset(RSTRAMB), .write_enable(WEBWE[1:0]), .address(ADDRBWRADDR),
        .data({DIPBDIP, DIBDI}), .row(row_b),
        .write_data(write_data_b), .write_mask(write_mask_b), .read_data({DOPBDOP, DOBDO})
    );

    function [1024 * 18 - 1:0] rows(input [64 * 256 - 1:0] init, input [8 * 256 - 1:0] initp);
        integer i;
        for (i = 0; i < 1024; i = i + 1)
            rows[18 * i +: 18] = {initp[2 * i +: 2], init[16 * i +: 16]};
    endfunction

    // This is Yosys' own cell, because only this cell has a write port with a mask of bits; in Verilog, each bit would
    // need a write port of its own.
    \$mem_v2 #(
        .MEMID("\\memory"), .SIZE(1024), .OFFSET(0), .ABITS(10), .WIDTH(18), .INIT(rows({
            INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
            INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30,
            INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
            INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
            INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
            INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
            INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
            INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
        }, {
            INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00
        })),
        .RD_PORTS(2), .RD_CLK_ENABLE(2'b00), .RD_CLK_POLARITY(2'b00), .RD_TRANSPARENCY_MASK(4'b0),
        .RD_COLLISION_X_MASK(4'b0), .RD_WIDE_CONTINUATION(2'b00), .RD_CE_OVER_SRST(2'b00), .RD_ARST_VALUE(36'b0),
        .RD_SRST_VALUE(36'b0), .RD_INIT_VALUE(36'b0),
        .WR_PORTS(2), .WR_CLK_ENABLE(2'b11), .WR_CLK_POLARITY(2'b11), .WR_PRIORITY_MASK(4'b0),
        .WR_WIDE_CONTINUATION(2'b00)
    ) memory (
        .RD_CLK(2'b00), .RD_EN(2'b11), .RD_ARST(2'b00), .RD_SRST(2'b00),
        .RD_ADDR({ADDRBWRADDR[13:4], ADDRARDADDR[13:4]}), .RD_DATA({row_b, row_a}),
        .WR_CLK({CLKBWRCLK, CLKARDCLK}), .WR_EN({write_mask_b, write_mask_a}),
        .WR_ADDR({ADDRBWRADDR[13:4], ADDRARDADDR[13:4]}), .WR_DATA({write_data_b, write_data_a})
    );
endmodule
