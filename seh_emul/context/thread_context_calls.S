/* The calls that read and change the running thread's registers; the rest of the work is in
 * thread_context.c. */
#include "seh_emul/context/lay_context.h"

	.text

/* BOOL WINAPI GetThreadContext(HANDLE thread, CONTEXT *context)
 * BOOL WINAPI SetThreadContext(HANDLE thread, const CONTEXT *context)
 * NTSTATUS NTAPI NtGetContextThread(HANDLE thread, CONTEXT *context)
 * NTSTATUS NTAPI NtSetContextThread(HANDLE thread, const CONTEXT *context)
 *
 * The state is that of the running thread after the return of this call.
 *
 *	context			12(%ebp)
 *	thread			8(%ebp)
 */
	.globl	GetThreadContext
GetThreadContext:
	LAY_CONTEXT(8)
	movl	$thread_context_get, %eax
	jmp	1f
	.globl	NtGetContextThread
NtGetContextThread:
	LAY_CONTEXT(8)
	movl	$thread_context_nt_get, %eax
	jmp	1f
	.globl	NtSetContextThread
NtSetContextThread:
	LAY_CONTEXT(8)
	movl	$thread_context_nt_set, %eax
	jmp	1f
	.globl	SetThreadContext
SetThreadContext:
	LAY_CONTEXT(8)
	movl	$thread_context_set, %eax
1:	pushl	%ebx
	pushl	12(%ebp)
	pushl	8(%ebp)
	call	*%eax			/* (thread, context, own) */
	movl	CONTEXT_EBX(%ebx), %ebx
	leave
	ret	$8
