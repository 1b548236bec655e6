/* setjmp of programs for MinGW: msvcrt.dll exports it as _setjmp, a function, where Visual C++ has its
 * compiler's own. */
#include "seh_emul/frames/scope.h"

	.text

/* int msvcrt_setjmp(_JUMP_BUFFER *buffer)
 *
 * _setjmp3 without further words. The buffer gets this call's own esp and return address.
 *
 *	buffer			4(%esp)
 *	return address		<- esp
 */
	.globl	msvcrt_setjmp
msvcrt_setjmp:
	pushl	$0			/* count */
	pushl	8(%esp)
	call	_setjmp3
	addl	$8, %esp
	movl	4(%esp), %edx
	movl	%esp, JUMP_ESP(%edx)
	movl	(%esp), %ecx
	movl	%ecx, JUMP_EIP(%edx)
	ret
