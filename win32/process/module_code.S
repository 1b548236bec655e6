/* Code that is copied into the runtime's modules (module_code.h), as Windows 7 has it. */

	.text

#define CODE(name)     .globl name##_code; name##_code:
#define CODE_END(name) .globl name##_code_end; name##_code_end:

/* The places behind distances that lead out of a module's code: tools/build/lay-modules makes them right where the
 * code is copied to.
 */
	.section .rodata
	.balign	4
	.globl	module_code_distances, module_code_distances_end
module_code_distances:
	.text

/* An instruction that ends with the distance to function. */
	.macro	out instruction, function
	\instruction \function
9:	.pushsection .rodata
	.long	9b
	.popsection
	.endm

/* void BaseThreadInitThunk(ULONG kind, LPTHREAD_START_ROUTINE function, void *argument), in ecx, edx and on the stack
 *
 * Programs look for kernel32 around the return address on their stack. The function may return by ret or by ret 4; its eax
 * ends the thread.
 */
CODE(BaseThreadInitThunk)
	.byte	0x8B, 0xFF		/* movl %edi, %edi, as Microsoft's assembler has it */
	pushl	%ebp
	.byte	0x8B, 0xEC		/* movl %esp, %ebp */
	testl	%ecx, %ecx
	jnz	1f
	pushl	8(%ebp)
	call	*%edx
	pushl	%eax
	out	call, ExitThread
1:	int3
CODE_END(BaseThreadInitThunk)

/* Stubs of system calls call these: the first is for CPUs that have sysenter, and no stub calls it
 * here. The second is for older CPUs. eax is the number. The arguments lie above two return
 * addresses.
 */
CODE(KiFastSystemCall)
	.byte	0x8B, 0xD4		/* movl %esp, %edx */
	sysenter
CODE(KiFastSystemCallRet)
	ret
CODE_END(KiFastSystemCall)
CODE_END(KiFastSystemCallRet)

CODE(KiIntSystemCall)
	leal	8(%esp), %edx
	int	$0x2E
	ret
CODE_END(KiIntSystemCall)

/* void KiUserExceptionDispatcher(void)
 *
 * Not called: an exception goes on here, whether the CPU or a call has raised it.
 *
 *	CONTEXT *	4(%esp)
 *	record *	(%esp)
 *
 * Programs put a jump over the beginning, or another distance into the call. When NtContinue or NtRaiseException
 * returns, it has failed, and its status is raised.
 */
CODE(KiUserExceptionDispatcher)
	cld
	movl	4(%esp), %ecx
	movl	(%esp), %ebx
	pushl	%ecx
	pushl	%ebx
	call	.Ldispatch		/* (record, context) */
	testb	%al, %al
	jz	1f
	popl	%ebx
	popl	%ecx
	pushl	$0
	pushl	%ecx
	out	call, NtContinue_code	/* (context, FALSE) */
	jmp	2f
1:	popl	%ebx
	popl	%ecx
	pushl	$0
	pushl	%ecx
	pushl	%ebx
	out	call, NtRaiseException_code	/* (record, context, FALSE) */
2:	pushl	%ebx
	pushl	%eax
	out	call, raise_because_of	/* (status, record) */
	int3
	.fill	5, 1, 0x90
.Ldispatch:
	.byte	0x8B, 0xFF, 0x55, 0x8B, 0xEC	/* as each function of a module begins */
	popl	%ebp
	out	jmp, RtlDispatchException
CODE_END(KiUserExceptionDispatcher)

/* void KiUserApcDispatcher(void)
 *
 * Not called: an asynchronous call begins here.
 *
 *	CONTEXT		16(%esp)	with which the thread goes on
 *	three arguments
 *	routine		(%esp)		it takes the arguments
 */
CODE(KiUserApcDispatcher)
	leal	16(%esp), %edi
	popl	%eax
	call	*%eax
	pushl	$1
	pushl	%edi
	out	call, NtContinue_code	/* (context, TRUE) */
	int3
CODE_END(KiUserApcDispatcher)

/* void RtlUserThreadStart(void)
 *
 * Not called: a thread begins here, with its function in eax and the parameter in ebx, which another thread may have
 * changed. Goes on in thread_start, whose frames show the two return addresses behind the calls that Windows 7 makes.
 */
CODE(RtlUserThreadStart)
	movl	%eax, 4(%esp)
	movl	%ebx, 8(%esp)
	out	jmp, thread_start	/* (function, parameter) */
	int3
	.globl	thread_inner_return, thread_outer_return, thread_final_handler
thread_inner_return:
	int3
thread_outer_return:
	int3
	.balign	16, 0x90
thread_final_handler:
	.byte	0x8B, 0xFF, 0x55, 0x8B, 0xEC
	popl	%ebp
	out	jmp, seh_final_handler
CODE_END(RtlUserThreadStart)

/* result NTAPI NtNAME(parameters)
 *
 * Each stub is a part of the section by its number, so they lie in that order.
 */
#define SYSTEM_CALL_LEAVE(bytes) .if bytes; ret $bytes; .else; ret; .endif;
#define SYSTEM_CALL(number, name, other, words) \
	.subsection number + 1; \
	.balign	16, 0x90; \
	.globl	name##_code; \
name##_code: \
	movl	$number, %eax; \
	movl	$0x7FFE0300, %edx; \
	call	*(%edx); \
	SYSTEM_CALL_LEAVE(4 * words);
#define PROCESS_SYSTEM_CALL SYSTEM_CALL
#define MISSING_SYSTEM_CALL SYSTEM_CALL
#include "win32/system_calls.h"
	.subsection 0x192	/* behind the last one */
	.globl	system_call_stubs_end
system_call_stubs_end:

	.section .rodata
module_code_distances_end:
