/* Places of exe_paths.c that a compiler would move. Names begin with _, as C's do in a program for
 * Windows. */
#define HANDLER_CONTEXT 12   /* of a handler's arguments, from esp on */
#define CONTEXT_EIP     0xB8 /* of a CONTEXT */
#define CUSTOMER_CODE   0xE0000001

.text

/* void divide_by_zero(void): stamps, divides, and goes on behind that; its handler stamps. */
.globl _divide_by_zero
_divide_by_zero:
    pushl $divide_handler
    pushl %fs:0
    movl %esp, %fs:0
    xorl %ecx, %ecx
    rdtsc
    movl %eax, _stamp_before
    divl %ecx
behind:
    popl %fs:0
    popl %eax
    ret

/* The handler's first instruction is the stamp. It continues behind the division. */
divide_handler:
    rdtsc
    movl %eax, _stamp_after
    movl HANDLER_CONTEXT(%esp), %eax
    movl $behind, CONTEXT_EIP(%eax)
    xorl %eax, %eax
    ret

/* void raise_and_continue(void): the same with RaiseException, its arguments included. */
.globl _raise_and_continue
_raise_and_continue:
    pushl $raise_handler
    pushl %fs:0
    movl %esp, %fs:0
    rdtsc
    movl %eax, _stamp_before
    pushl $0
    pushl $0
    pushl $0
    pushl $CUSTOMER_CODE
    call *__imp__RaiseException@16
    popl %fs:0
    popl %eax
    ret

raise_handler:
    rdtsc
    movl %eax, _stamp_after
    xorl %eax, %eax
    ret
