// The ECP5's lookup table as one multiplexer. Yosys' own model is an equivalent expression, for which CXXRTL writes
// several times as much C++.
module LUT4 (input A, B, C, D, output Z);
    parameter [15:0] INIT = 16'h0000;
    \$bmux #(.WIDTH(1), .S_WIDTH(4)) table (.A(INIT), .S({D, C, B, A}), .Y(Z));
endmodule
