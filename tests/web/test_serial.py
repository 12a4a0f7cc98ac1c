"""The page's channel to a serial port."""


def test_a_port_that_takes_its_time(in_node):
    in_node("serial.test.js", {})
