// The 7 series' lookup tables, each as one multiplexer. Yosys' own models are equivalent expressions, for which
// CXXRTL writes several times as much C++.

module LUT1 (input I0, output O);
    parameter [1:0] INIT = 0;
    \$bmux #(.WIDTH(1), .S_WIDTH(1)) table (.A(INIT), .S({I0}), .Y(O));
endmodule

module LUT2 (input I0, I1, output O);
    parameter [3:0] INIT = 0;
    \$bmux #(.WIDTH(1), .S_WIDTH(2)) table (.A(INIT), .S({I1, I0}), .Y(O));
endmodule

module LUT3 (input I0, I1, I2, output O);
    parameter [7:0] INIT = 0;
    \$bmux #(.WIDTH(1), .S_WIDTH(3)) table (.A(INIT), .S({I2, I1, I0}), .Y(O));
endmodule

module LUT4 (input I0, I1, I2, I3, output O);
    parameter [15:0] INIT = 0;
    \$bmux #(.WIDTH(1), .S_WIDTH(4)) table (.A(INIT), .S({I3, I2, I1, I0}), .Y(O));
endmodule

module LUT5 (input I0, I1, I2, I3, I4, output O);
    parameter [31:0] INIT = 0;
    \$bmux #(.WIDTH(1), .S_WIDTH(5)) table (.A(INIT), .S({I4, I3, I2, I1, I0}), .Y(O));
endmodule

module LUT6 (input I0, I1, I2, I3, I4, I5, output O);
    parameter [63:0] INIT = 0;
    \$bmux #(.WIDTH(1), .S_WIDTH(6)) table (.A(INIT), .S({I5, I4, I3, I2, I1, I0}), .Y(O));
endmodule
