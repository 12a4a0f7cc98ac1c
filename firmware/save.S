/* The code with which functions begin and end (-msave-restore). All functions share it to save and restore registers,
 * which makes the firmware smaller. t0 is the return address of a save. A frame has room for ra and s0 to s11, in
 * groups of 16 bytes. */
    .section .text.making, "ax"

/* Define __riscv_save_N and __riscv_restore_N for all N in `numbers`; `size` is the size of the frame in bytes, and
 * `registers` are the registers in the frame. */
.macro frame size, numbers, registers
    .irp number, \numbers
    .globl __riscv_save_\number
__riscv_save_\number:
    .endr
    addi sp, sp, -\size
    .set offset, \size
    .irp register, \registers
    .set offset, offset - 4
    sw \register, offset(sp)
    .endr
    jr t0
    .irp number, \numbers
    .globl __riscv_restore_\number
__riscv_restore_\number:
    .endr
    .set offset, \size
    .irp register, \registers
    .set offset, offset - 4
    lw \register, offset(sp)
    .endr
    addi sp, sp, \size
    ret
.endm

    frame 64, "12", "ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11"
    frame 48, "11, 10, 9, 8", "ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10"
    frame 32, "7, 6, 5, 4", "ra, s0, s1, s2, s3, s4, s5, s6"
    frame 16, "3, 2, 1, 0", "ra, s0, s1, s2"
