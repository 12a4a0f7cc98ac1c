// The ECP5's block RAM of 18 kbit, as Yosys' memory mapping uses it. Two ports access one memory; each port is 1, 2, 4,
// 9 or 18 bits wide. If the ports are 36 bits wide, port A only writes and port B only reads, and each port also uses
// the other port's data pins.
//
// If one port reads a word while the other port writes it, the data read is undefined in real hardware, and Yosys does
// not rely on it. This model reads the old data.

// The logic of one port: the port's place in a row of 36 bits, the bits that the port writes there, and the clocks in
// which it reads and writes.
module dp16kd_port #(parameter WIDTH = 18, parameter WRITEMODE = "NORMAL", parameter RESETMODE = "SYNC") (
    input clk, enable, write_enable, reset,
    input [13:0] address,
    input [35:0] data,
    input [35:0] row,           // the row at this address
    output [35:0] write_data,   // data moved to their place in the row
    output [35:0] write_mask,   // the bits of the row to be written
    output reg [35:0] read_data
);
    generate
        if (WIDTH != 1 && WIDTH != 2 && WIDTH != 4 && WIDTH != 9 && WIDTH != 18 && WIDTH != 36)
            $error("The model of DP16KD has no DATA_WIDTH %d.", WIDTH);
        if (WRITEMODE != "NORMAL" && WRITEMODE != "READBEFOREWRITE")
            $error("The model of DP16KD has no WRITEMODE \"%s\".", WRITEMODE);
        if (RESETMODE != "SYNC" && RESETMODE != "ASYNC")
            $error("The model of DP16KD has no RESETMODE \"%s\".", RESETMODE);
    endgenerate

    // Every bit of the address selects one half of the remaining bits. Narrow ports cannot access the ninth bit of a
    // byte.
    wire [5:0] place = (WIDTH <= 18 ? 18 * address[4] : 0) + (WIDTH <= 9 ? 9 * address[3] : 0)
        + (WIDTH <= 4 ? 4 * address[2] : 0) + (WIDTH <= 2 ? 2 * address[1] : 0) + (WIDTH <= 1 ? address[0] : 0);

    localparam [35:0] ONES = {36{1'b1}} >> (36 - WIDTH);
    // The wide ports do not need all bits of the address; the spare bits enable bytes.
    wire [35:0] bytes = {{9{address[3] | WIDTH < 36}}, {9{address[2] | WIDTH < 36}},
        {9{address[1] | WIDTH < 18}}, {9{address[0] | WIDTH < 18}}};

    wire write = enable & write_enable & ~(RESETMODE == "SYNC" & reset);
    assign write_mask = write ? (bytes & ONES) << place : 36'b0;
    assign write_data = data << place;

    wire read = enable & (WRITEMODE == "READBEFOREWRITE" | ~write_enable);
    initial read_data = 0;
    generate
        if (RESETMODE == "SYNC") begin
            always @(posedge clk)
                if (reset)
                    read_data <= 0;
                else if (read)
                    read_data <= row >> place & ONES;
        end else begin
            always @(posedge clk, posedge reset)
                if (reset)
                    read_data <= 0;
                else if (read)
                    read_data <= row >> place & ONES;
        end
    endgenerate
endmodule

module DP16KD (
    input DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
        DIA1, DIA0,
    input ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input CLKA, CEA, OCEA, WEA, RSTA, CSA2, CSA1, CSA0,
    output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
        DOA1, DOA0,
    input DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
        DIB1, DIB0,
    input ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input CLKB, CEB, OCEB, WEB, RSTB, CSB2, CSB1, CSB0,
    output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
        DOB1, DOB0
);
    parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18;
    parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG";
    parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL";
    parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000";
    parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB";
    parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC";
    parameter GSR = "ENABLED";
    parameter INITVAL_00 = 320'b0, INITVAL_01 = 320'b0, INITVAL_02 = 320'b0, INITVAL_03 = 320'b0;
    parameter INITVAL_04 = 320'b0, INITVAL_05 = 320'b0, INITVAL_06 = 320'b0, INITVAL_07 = 320'b0;
    parameter INITVAL_08 = 320'b0, INITVAL_09 = 320'b0, INITVAL_0A = 320'b0, INITVAL_0B = 320'b0;
    parameter INITVAL_0C = 320'b0, INITVAL_0D = 320'b0, INITVAL_0E = 320'b0, INITVAL_0F = 320'b0;
    parameter INITVAL_10 = 320'b0, INITVAL_11 = 320'b0, INITVAL_12 = 320'b0, INITVAL_13 = 320'b0;
    parameter INITVAL_14 = 320'b0, INITVAL_15 = 320'b0, INITVAL_16 = 320'b0, INITVAL_17 = 320'b0;
    parameter INITVAL_18 = 320'b0, INITVAL_19 = 320'b0, INITVAL_1A = 320'b0, INITVAL_1B = 320'b0;
    parameter INITVAL_1C = 320'b0, INITVAL_1D = 320'b0, INITVAL_1E = 320'b0, INITVAL_1F = 320'b0;
    parameter INITVAL_20 = 320'b0, INITVAL_21 = 320'b0, INITVAL_22 = 320'b0, INITVAL_23 = 320'b0;
    parameter INITVAL_24 = 320'b0, INITVAL_25 = 320'b0, INITVAL_26 = 320'b0, INITVAL_27 = 320'b0;
    parameter INITVAL_28 = 320'b0, INITVAL_29 = 320'b0, INITVAL_2A = 320'b0, INITVAL_2B = 320'b0;
    parameter INITVAL_2C = 320'b0, INITVAL_2D = 320'b0, INITVAL_2E = 320'b0, INITVAL_2F = 320'b0;
    parameter INITVAL_30 = 320'b0, INITVAL_31 = 320'b0, INITVAL_32 = 320'b0, INITVAL_33 = 320'b0;
    parameter INITVAL_34 = 320'b0, INITVAL_35 = 320'b0, INITVAL_36 = 320'b0, INITVAL_37 = 320'b0;
    parameter INITVAL_38 = 320'b0, INITVAL_39 = 320'b0, INITVAL_3A = 320'b0, INITVAL_3B = 320'b0;
    parameter INITVAL_3C = 320'b0, INITVAL_3D = 320'b0, INITVAL_3E = 320'b0, INITVAL_3F = 320'b0;

    generate
        if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG")
            $error("The model of DP16KD has no registers behind its outputs (REGMODE_A, REGMODE_B).");
        if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000")
            $error("The model of DP16KD has no CSDECODE_A or CSDECODE_B but 0b000.");
        if (CLKAMUX != "CLKA" || CLKBMUX != "CLKB")
            $error("The model of DP16KD has no inverted clock (CLKAMUX, CLKBMUX).");
        if (GSR == "ENABLED")
            $error("The model of DP16KD has no global reset (GSR).");
    endgenerate

    wire [17:0] di_a = {
        DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1,
        DIA0
    };
    wire [13:0] address_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
    wire [17:0] di_b = {
        DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1,
        DIB0
    };
    wire [13:0] address_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};

    wire [35:0] row_a, write_data_a, write_mask_a, read_a, row_b, write_data_b, write_mask_b, read_b;

    dp16kd_port #(.WIDTH(DATA_WIDTH_A), .WRITEMODE(WRITEMODE_A), .RESETMODE(RESETMODE)) port_a (
        .clk(CLKA), .enable(CEA & {CSA2, CSA1, CSA0} == 0), .write_enable(WEA), .reset(RSTA),
        .address(address_a), .data({di_b, di_a}), .row(row_a),
        .write_data(write_data_a), .write_mask(write_mask_a), .read_data(read_a)
    );
    dp16kd_port #(.WIDTH(DATA_WIDTH_B), .WRITEMODE(WRITEMODE_B), .RESETMODE(RESETMODE)) port_b (
        .clk(CLKB), .enable(CEB & {CSB2, CSB1, CSB0} == 0), .write_enable(WEB), .reset(RSTB),
        .address(address_b), .data({18'b0, di_b}), .row(row_b),
        .write_data(write_data_b), .write_mask(write_mask_b), .read_data(read_b)
    );

    // Each initial value holds 16 words of 18 bits, which start every 20 bits.
    function [512 * 36 - 1:0] dense(input [64 * 320 - 1:0] initval);
        integer i;
        for (i = 0; i < 1024; i = i + 1)
            dense[18 * i +: 18] = initval[20 * i +: 18];
    endfunction

    // This is Yosys' own cell, because only this cell has a write port with a mask of bits; in Verilog, each bit would
    // need a write port of its own.
    \$mem_v2 #(
        .MEMID("\\memory"), .SIZE(512), .OFFSET(0), .ABITS(9), .WIDTH(36), .INIT(dense({
            INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
            INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
            INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
            INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
            INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
            INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
            INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
            INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
        })),
        .RD_PORTS(2), .RD_CLK_ENABLE(2'b00), .RD_CLK_POLARITY(2'b00), .RD_TRANSPARENCY_MASK(4'b0),
        .RD_COLLISION_X_MASK(4'b0), .RD_WIDE_CONTINUATION(2'b00), .RD_CE_OVER_SRST(2'b00), .RD_ARST_VALUE(72'b0),
        .RD_SRST_VALUE(72'b0), .RD_INIT_VALUE(72'b0),
        .WR_PORTS(2), .WR_CLK_ENABLE(2'b11), .WR_CLK_POLARITY(2'b11), .WR_PRIORITY_MASK(4'b0),
        .WR_WIDE_CONTINUATION(2'b00)
    ) memory (
        .RD_CLK(2'b00), .RD_EN(2'b11), .RD_ARST(2'b00), .RD_SRST(2'b00),
        .RD_ADDR({address_b[13:5], address_a[13:5]}), .RD_DATA({row_b, row_a}),
        .WR_CLK({CLKB, CLKA}), .WR_EN({write_mask_b, write_mask_a}),
        .WR_ADDR({address_b[13:5], address_a[13:5]}), .WR_DATA({write_data_b, write_data_a})
    );

    assign {
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1,
        DOA0
    } = DATA_WIDTH_B == 36 ? read_b[17:0] : read_a[17:0];
    assign {
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1,
        DOB0
    } = DATA_WIDTH_B == 36 ? read_b[35:18] : read_b[17:0];
endmodule
