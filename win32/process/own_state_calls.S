/* System calls that work on the registers of the thread that makes them: those of the code behind the `int 2Eh`, as on Windows,
 * not those of system_call_entry, which calls these.
 */
#include "kernel/call/tib.h"
#include "seh_emul/context/lay_context.h"
#include "win32/process/module_entry.h"

	.text

/* Makes the context at ebx, which LAY_CONTEXT has laid, the state behind the system call. The caller's ebp is that of
 * system_call_entry.S, whose picture has the rest. Changes eax and ecx.
 */
	.macro	move_behind_call
	movl	(%ebp), %ecx
	movl	(%ecx), %eax
	movl	%eax, CONTEXT_EBP(%ebx)
	movl	4(%ecx), %eax
	movl	%eax, CONTEXT_EFLAGS(%ebx)
	movl	8(%ecx), %eax
	movl	%eax, CONTEXT_EIP(%ebx)
	leal	12(%ecx), %eax
	movl	%eax, CONTEXT_ESP(%ebx)
	.endm

/* NTSTATUS NTAPI get_own_context(HANDLE thread, CONTEXT *context)
 * NTSTATUS NTAPI set_own_context(HANDLE thread, const CONTEXT *context)
 *
 * NtGetContextThread and NtSetContextThread.
 *
 *	context			12(%ebp)
 *	thread			8(%ebp)
 */
	.globl	get_own_context
get_own_context:
	LAY_CONTEXT(8)
	movl	$thread_context_nt_get, %edx
	jmp	1f
	.globl	set_own_context
set_own_context:
	LAY_CONTEXT(8)
	movl	$thread_context_nt_set, %edx
1:	move_behind_call
	pushl	%ebx
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	*%edx			/* (thread, context, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$8

/* NTSTATUS NTAPI continue_alerted(CONTEXT *context, BOOLEAN test_alert)
 *
 * NtContinue. With test_alert a waiting asynchronous call is made first: the context is laid below its own esp, where it may
 * lie already, and ntdll's dispatcher makes the call and goes on there. So calls that follow each other take no more of the stack than one.
 *
 *	test_alert		8(%esp)
 *	context			4(%esp)
 *	return address		<- esp
 */
	.globl	continue_alerted
continue_alerted:
	cmpb	$0, 8(%esp)
	je	NtContinue
	movl	4(%esp), %esi
	subl	$16, %esp
	pushl	%esp
	pushl	%esi
	call	apc_take_before		/* (context, call) */
	addl	$8, %esp
	testb	%al, %al
	jnz	1f
	addl	$16, %esp
	jmp	NtContinue
1:	popl	%eax			/* the routine and its arguments */
	popl	%ebx
	popl	%edx
	popl	%ebp
	movl	CONTEXT_ESP(%esi), %edi
	subl	$CONTEXT_SIZE, %edi
	movl	$CONTEXT_SIZE / 4, %ecx
	cmpl	%esi, %edi
	jbe	2f
	leal	CONTEXT_SIZE - 4(%esi), %esi
	leal	CONTEXT_SIZE - 4(%edi), %edi
	std
	rep movsl
	cld
	addl	$4, %edi
	jmp	3f
2:	rep movsl
	subl	$CONTEXT_SIZE, %edi
3:	movl	%edi, %esp
	pushl	%ebp
	pushl	%edx
	pushl	%ebx
	pushl	%eax
	jmp	*thread_places+PLACES_APC
