// A carry chain of four bits. In Yosys' own model, each bit of CO depends on the next lower bit. Within one vector,
// CXXRTL treats such a dependency as a loop, and may read a bit before it has settled.
module CARRY4(output [3:0] CO, O, input CI, CYINIT, input [3:0] DI, S);
    wire into0 = CI | CYINIT;
    wire into1 = S[0] ? into0 : DI[0];
    wire into2 = S[1] ? into1 : DI[1];
    wire into3 = S[2] ? into2 : DI[2];
    wire out = S[3] ? into3 : DI[3];
    assign CO = {out, into3, into2, into1};
    assign O = S ^ {into3, into2, into1, into0};
endmodule
