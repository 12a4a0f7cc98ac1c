/* The entry point sets up the stack, initialises variables and calls main. Its section is not called `.text.start`,
 * because the compiler would put a function with the name `start` into a section of that name. */
    .section .reset, "ax"
    .globl _start
_start:
    la sp, _stack_top
    la t0, _data_load
    la t1, _data_start
    la t2, _data_end
2:  bgeu t1, t2, 3f
    lw t3, 0(t0)
    sw t3, 0(t1)
    addi t0, t0, 4
    addi t1, t1, 4
    j 2b
3:  la t0, _bss_start
    la t1, _bss_end
4:  bgeu t0, t1, 5f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 4b
5:  call main
6:  j 6b
