/* Calls of code that a program brought. It may leave the stack and all registers otherwise than calls do.
 */
#include "kernel/call/tib.h"

	.text

/* uint32_t entry_call(const void *function, void *base, uint32_t reason, void *context)
 *
 *	ebp+20	context
 *	ebp+16	reason
 *	ebp+12	base
 *	ebp+8	function
 *	ebp+4	return address
 *	ebp	-> the caller's ebp
 *		ebx, esi, edi
 */
	.globl	entry_call
entry_call:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	20(%ebp)
	pushl	16(%ebp)
	pushl	12(%ebp)
	call	*8(%ebp)
	leal	-12(%ebp), %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* _Noreturn void entry_begin(const void *thunk, const void *function, void *peb)
 *
 * Calls the thunk, which is kernel32's copy of the one below, as ntdll of Windows 7 does in the first function of a thread: ebx is
 * the argument, edx the function, eax the thunk, and ecx, esi and edi are 0. The stack begins anew, with the outermost handler's
 * frame where Windows 7 has it:
 *
 *	-4h	0				from the stack's top
 *	-8h	peb
 *	-0Ch	function
 *	-10h	0, 0				no return, no caller's ebp
 *	-18h	0, 0
 *	-20h	peb
 *	-24h	function
 *	-28h	0				where backtraces end
 *	-2Ch	-> -14h				ebp of that frame
 *	-3Ch	the outermost frame		fs:[0]
 *	-64h	peb				the thunk's argument
 *	-68h	0				no return		<- esp
 */
	.globl	entry_begin
entry_begin:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	12(%esp), %ebx
	movl	%fs:TIB_CHAIN, %esi
	movl	%fs:TIB_STACK_BASE, %ebp
	leal	-0x64(%ebp), %esp
	.irp	word, 0, 4, 8, 12		/* the two may overlap */
	pushl	\word(%esi)
	.endr
	leal	-0x14(%ebp), %ecx
	movl	%ecx, -0x2C(%ebp)
	xorl	%ecx, %ecx
	.irp	place, 0x04, 0x10, 0x14, 0x18, 0x1C, 0x28
	movl	%ecx, -\place(%ebp)
	.endr
	.irp	place, 0x08, 0x20, 0x64
	movl	%ebx, -\place(%ebp)
	.endr
	movl	%edx, -0x0C(%ebp)
	movl	%edx, -0x24(%ebp)
	.irp	place, 0x30, 0x34, 0x38, 0x3C
	popl	-\place(%ebp)
	.endr
	leal	-0x3C(%ebp), %esi
	movl	%esi, %fs:TIB_CHAIN
	leal	-0x64(%ebp), %esp
	leal	-0x2C(%ebp), %ebp
	xorl	%esi, %esi
	xorl	%edi, %edi
	pushl	%ecx
	jmp	*%eax

/* void BaseThreadInitThunk(ULONG kind, LPTHREAD_START_ROUTINE function, void *argument), in ecx, edx and on the stack
 *
 * These bytes become kernel32's own code, because programs look for kernel32 around the return address on their stack. They
 * are Windows 7's up to the call. The function may return by ret or by ret 4; its eax ends the thread.
 */
	.globl	BaseThreadInitThunk, BaseThreadInitThunk_end
BaseThreadInitThunk:
	.byte	0x8B, 0xFF		/* movl %edi, %edi, as Microsoft's assembler has it */
	pushl	%ebp
	.byte	0x8B, 0xEC		/* movl %esp, %ebp */
	testl	%ecx, %ecx
	jnz	1f
	pushl	8(%ebp)
	call	*%edx
	pushl	%eax
	movl	$ExitThread, %ecx
	call	*%ecx
1:	int3
BaseThreadInitThunk_end:
