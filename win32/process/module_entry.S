/* Calls of code that a program brought, which may leave the stack and all registers otherwise than calls do; and the ways to it
 * through code of ntdll and kernel32.
 */
#include "kernel/call/tib.h"
#include "seh_emul/context/lay_context.h"
#include "win32/process/module_entry.h"

#define LAID_RECORD 8			/* the EXCEPTION_POINTERS before it */

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

/* _Noreturn void entry_begin(const void *function, void *argument)
 *
 * Calls kernel32's BaseThreadInitThunk, as ntdll of Windows 7 does in the first function of a thread: ebx is the argument, edx
 * the function, eax the thunk, and ecx, esi and edi are 0. The stack begins anew, with the outermost handler's frame where Windows 7
 * has it:
 *
 *	-4h	0				from the stack's top
 *	-8h	argument
 *	-0Ch	function
 *	-10h	0, 0				no return, no caller's ebp
 *	-18h	0, 0
 *	-20h	argument
 *	-24h	function
 *	-28h	the outer return
 *	-2Ch	-> -14h				ebp of that frame
 *	-3Ch	the outermost frame		fs:[0]
 *	-64h	argument			the thunk's
 *	-68h	the inner return		<- esp
 */
	.globl	entry_begin
entry_begin:
	movl	4(%esp), %edx
	movl	8(%esp), %ebx
	movl	%fs:TIB_CHAIN, %esi
	movl	%fs:TIB_STACK_BASE, %ebp
	leal	-0x64(%ebp), %esp
	.irp	word, 0, 4, 8, 12		/* the two may overlap */
	pushl	\word(%esi)
	.endr
	leal	-0x14(%ebp), %ecx
	movl	%ecx, -0x2C(%ebp)
	xorl	%ecx, %ecx
	.irp	place, 0x04, 0x10, 0x14, 0x18, 0x1C
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
	movl	seh_outermost_handler, %esi
	movl	%esi, -0x38(%ebp)
	movl	thread_places+PLACES_OUTER, %esi
	movl	%esi, -0x28(%ebp)
	leal	-0x3C(%ebp), %esi
	movl	%esi, %fs:TIB_CHAIN
	leal	-0x64(%ebp), %esp
	leal	-0x2C(%ebp), %ebp
	xorl	%esi, %esi
	xorl	%edi, %edi
	movl	thread_places+PLACES_THUNK, %eax
	pushl	thread_places+PLACES_INNER
	jmp	*%eax

/* void apc_dispatch(const uint32_t call[4])
 *
 * Makes the call, a routine and its three arguments, as the kernel of Windows does: below the state to go on with, in ntdll's
 * dispatcher.
 */
	.globl	apc_dispatch
apc_dispatch:
	LAY_CONTEXT(0)
	movl	8(%ebp), %eax
	pushl	12(%eax)
	pushl	8(%eax)
	pushl	4(%eax)
	pushl	(%eax)
	jmp	*thread_places+PLACES_APC

/* BOOLEAN NTAPI exception_dispatch(EXCEPTION_RECORD *record, CONTEXT *context)
 *
 * Takes an exception that a call has laid down to ntdll's dispatcher. Does not return.
 */
	.globl	exception_dispatch
exception_dispatch:
	movl	4(%esp), %eax
	movl	8(%esp), %ecx
	leal	-LAID_RECORD(%eax), %esp
	movl	CONTEXT_EBP(%ecx), %ebp
	movl	CONTEXT_ESI(%ecx), %esi
	movl	CONTEXT_EDI(%ecx), %edi
	jmp	*seh_dispatcher
