/* The way into the handler of C++, and its ways into functions. */
#include "kernel/call/tib.h"

	.text

/* EXCEPTION_DISPOSITION __CxxFrameHandler3(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *node,
 *                                          CONTEXT *context, void *dispatcher)
 *
 * The function's tables are in eax: its own small piece of code comes here. The three names differ in
 * what the tables may hold, which these say themselves.
 *
 *	dispatcher, context, node, record	8(%ebp)
 *	return address
 *	caller's ebp		<- ebp
 *	function, dispatcher, context, node, record
 */
	.globl	__CxxFrameHandler, __CxxFrameHandler2, __CxxFrameHandler3
__CxxFrameHandler:
__CxxFrameHandler2:
__CxxFrameHandler3:
	cld
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%eax
	pushl	20(%ebp)
	pushl	16(%ebp)
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	cxx_frame_handler
	leave
	ret

/* void *cxx_call(void *(*function)(void *), void *argument, DWORD *place)
 *
 *	place			28(%esp)
 *	argument		24(%esp)
 *	function		20(%esp)
 *	return address
 *	ebp, ebx, esi, edi	<- *place
 */
	.globl	cxx_call
cxx_call:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	28(%esp), %eax
	movl	%esp, (%eax)
	movl	20(%esp), %eax
	pushl	24(%esp)
	call	*%eax
	addl	$4, %esp
1:	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* _Noreturn void cxx_come_back(DWORD place, void *value) */
	.globl	cxx_come_back
cxx_come_back:
	movl	8(%esp), %eax
	movl	4(%esp), %esp
	jmp	1b

/* void cxx_unwind_with(EXCEPTION_REGISTRATION_RECORD *target, EXCEPTION_RECORD *record)
 *
 *	record			12(%ebp)
 *	target			8(%ebp)
 *	return address
 *	caller's ebp		<- ebp
 *	ebx, esi, edi
 */
	.globl	cxx_unwind_with
cxx_unwind_with:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	$0
	pushl	12(%ebp)
	pushl	$2f
	pushl	8(%ebp)
	call	RtlUnwind
2:	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* _Noreturn void cxx_go_on(const void *place, void *ebp, DWORD esp) */
	.globl	cxx_go_on
cxx_go_on:
	movl	%fs:TIB_CHAIN, %ecx
	movl	(%ecx), %ecx
	movl	%ecx, %fs:TIB_CHAIN
	movl	4(%esp), %eax
	movl	8(%esp), %ebp
	movl	12(%esp), %esp
	jmp	*%eax

/* void _EH_prolog(void)
 *
 * Makes the frame of a function that calls it first. eax: the function's own piece of code for
 * __CxxFrameHandler3, which becomes the handler.
 *
 *	caller's ebp		<- ebp
 *	-1			the state
 *	handler
 *	next			<- esp, fs:[0]
 */
	.globl	_EH_prolog
_EH_prolog:
	pushl	$-1
	pushl	%eax
	pushl	%fs:TIB_CHAIN
	movl	12(%esp), %eax		/* the return address, in ebp's place */
	movl	%esp, %fs:TIB_CHAIN
	movl	%ebp, 12(%esp)
	leal	12(%esp), %ebp
	jmp	*%eax

/* Places where debuggers of Windows stop at a transfer between pieces of a function. */
	.globl	_NLG_Dispatch2, _NLG_Return, _NLG_Return2
_NLG_Dispatch2:
_NLG_Return:
_NLG_Return2:
	ret
