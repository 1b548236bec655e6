    .globl answer /* int answer(void) */
answer:
    mov $42, %eax
    ret
    .section .note.GNU-stack, "", @progbits
