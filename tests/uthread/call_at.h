/* Calls at a place on the running stack, for tests of what is left of it. */
#ifndef TESTS_CALL_AT_H
#define TESTS_CALL_AT_H

#include "boot/layout.h"
#include "kernel/memory/stacks.h"
#include "uthread/schedule/scheduler.h"

/* void *call_at(void *esp, const void *function)
 *
 * Calls with this stack pointer, which lies somewhere in the running stack; touches all pages above
 * it. Returns the function's result.
 */
void *call_at(void *esp, const void *function);
__asm__(".text\n"
        "call_at:\n"
        "	pushl	%ebp\n"
        "	movl	%esp, %ebp\n"
        "	movl	8(%ebp), %ecx\n"
        "	movl	12(%ebp), %edx\n"
        "1:	leal	-2048(%esp), %eax\n"
        "	cmpl	%ecx, %eax\n"
        "	jb	2f\n"
        "	movl	%eax, %esp\n"
        "	orl	$0, (%esp)\n"
        "	jmp	1b\n"
        "2:	movl	%ecx, %esp\n"
        "	call	*%edx\n"
        "	leave\n"
        "	ret\n");

/* Calls with so much room above the running thread's last guard. */
static inline void *call_above_guard(int room, const void *function)
{
    char *last_guard = (char *)utCurrent()->owner + PAGE_SIZE + STACK_RESERVE;
    return call_at(last_guard + PAGE_SIZE + room, function);
}

#endif
