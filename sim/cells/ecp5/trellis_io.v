// A pin of an ECP5 that is always an input, or always an output.
module TRELLIS_IO (inout B, input I, T, output O);
    parameter DIR = "INPUT";
    generate
        if (DIR == "INPUT")
            assign O = B;
        else if (DIR == "OUTPUT")
            assign B = I;
        else
            $error("The model of TRELLIS_IO has no DIR %s.", DIR);
    endgenerate
endmodule
