/* The short lives: of packed threads that do nothing rare, from their making to their freeing. What
 * they do not suit is left to the C functions that each call goes on with, which begin anew.
 *
 * A free slot of a pool is a new thread already but for what is written here: whoever frees one
 * that did not end the short way puts the rest right (ut_renew). Events are not recorded here: no
 * pool has POOL_MAGIC then, and the attention word is set.
 */
#include "uthread/pool.h"
#include "uthread/switch.inc"

	.text

	sse_places ut_sse_places_life

/* uThd uThreadCreateFor(utBody body, void *argument, utPool pool) */
	.globl	uThreadCreateFor
uThreadCreateFor:
	movl	12(%esp), %ecx
	jecxz	1f
	cmpl	$POOL_MAGIC, POOL_MAGIC_WORD(%ecx)
	jne	1f
	movl	POOL_FREE(%ecx), %eax
	testl	%eax, %eax
	jz	1f
	movl	4(%esp), %edx
	testl	%edx, %edx
	jz	1f
	movl	%edx, UT_FUNC(%eax)
	movl	8(%esp), %edx
	movl	%edx, UT_ESI(%eax)
	movl	$0, UT_STATUS(%eax)
	movl	$UT_WORD(0, UT_NEW, UT_MAGIC_YIELDED), UT_FLAGS(%eax)
	movl	UT_ALL_NEXT(%eax), %edx
	movl	%edx, POOL_FREE(%ecx)	/* a stack overflow before leaves it free */
	ret
1:	jmp	ut_create_slowly

/* void utSchAddUthd(utSch sch, uThd uthread)
 *
 * A new thread becomes the first one of the lowest ring, the only one in which anybody is ready.
 */
	.globl	utSchAddUthd
utSchAddUthd:
	movl	4(%esp), %edx
	testl	%edx, %edx
	jz	1f
	cmpl	$SCH_MAGIC, (%edx)
	jne	1f
	movl	8(%esp), %ecx
	jecxz	1f
	cmpl	$UT_WORD(0, UT_NEW, UT_MAGIC_YIELDED), UT_FLAGS(%ecx)
	jne	1f
	cmpl	$1, SCH_LEVELS(%edx)
	jne	1f
	testl	%esp, -UT_SWITCH_STACK(%esp)
	movl	%edx, UT_SCHEDULER(%ecx)
	movl	SCH_READY(%edx), %eax
	movl	%eax, UT_NEXT(%ecx)
	movl	%ecx, SCH_READY(%edx)
	movl	UT_PREVIOUS(%eax), %edx
	movl	%edx, UT_PREVIOUS(%ecx)
	movl	%ecx, UT_NEXT(%edx)
	movl	%ecx, UT_PREVIOUS(%eax)
	movl	$UT_WORD(UT_HELD, UT_NEW, UT_MAGIC), UT_FLAGS(%ecx)
	ret
1:	jmp	ut_add_slowly

/* int uThreadJoin(uThd uthread, void **result, utTime until)
 *
 * Of a thread that has not begun, and that whoever runs now would yield to: it begins in here, its
 * body being called on its own stack, and when it has returned while all others wait or sleep, the
 * joiner goes on at once. Whatever came in between, ebx, esi and edi, which a body preserves, are
 * the joiner's then. An `until` too far for a clock of 64 bits to come there, which the upper half
 * alone says, is for ever.
 *
 * Meanwhile the joiner is parked as by any switch, and waits; but its wait is made only when
 * somebody asks for it (ut_make_wait), and then the joiner goes on at ut_join_again:
 *
 *	until
 *	result
 *	uthread
 *	return address
 *	room for ebp, and for struct utWait
 *	ut_join_again
 *	head of the handler chain
 *	StackLimit			<- esp
 */
1:	jmp	ut_join_slowly
	.globl	uThreadJoin
uThreadJoin:
	movl	4(%esp), %ecx
	jecxz	1b
	cmpl	$UT_WORD(UT_HELD, UT_NEW, UT_MAGIC), UT_FLAGS(%ecx)
	jne	2f
	cmpl	$-1, 16(%esp)
	jne	1b
	movl	%fs:TIB_STACK_BASE, %eax
	cmpl	%ecx, UT_NEXT(%eax)	/* so both are in a ring: nobody was resumed by one that has not begun */
	jne	1b
	short_or_jump 1b, scratch=%edx
	movl	%ebp, UT_EBP(%eax)
	movl	%ebx, UT_EBX(%eax)
	movl	%edi, UT_EDI(%eax)
	movl	%esi, UT_ESI(%eax)
	subl	$SHORT_WAIT_SIZE, %esp
	testl	%esp, -UT_SWITCH_STACK(%esp)
	pushl	$ut_join_again
	pushl	%fs:TIB_CHAIN
	pushl	%fs:TIB_STACK_LIMIT
	.globl	ut_limit_saved_joining, ut_limit_loaded_joining
ut_limit_saved_joining:
	movl	%esp, UT_ESP(%eax)
	movl	UT_PREVIOUS(%eax), %edx
	movl	%edx, UT_PREVIOUS(%ecx)
	movl	%ecx, UT_NEXT(%edx)
	movl	UT_SCHEDULER(%ecx), %edx
	movl	%ecx, SCH_READY(%edx)
	movl	$0, UT_NEXT(%eax)
	movl	$UT_WAITS, UT_STATUS(%eax)
	movl	$0, UT_WAIT(%eax)
	movl	%eax, UT_JOINERS(%ecx)
	movl	$UT_WORD(UT_HELD | UT_JOINED, 0, UT_MAGIC), UT_FLAGS(%ecx)
	leal	-UT_FIRST_STACK(%ecx), %esp	/* never above that: what lies there is the next thread's, too */
	movl	%ecx, %fs:TIB_STACK_BASE
	movl	(%esp), %edx
	movl	%edx, %fs:TIB_STACK_LIMIT
ut_limit_loaded_joining:
	leal	-UT_FIRST_FRAME(%ecx), %edx
	movl	%edx, %fs:TIB_CHAIN
	movl	$UT_NORMAL, UT_STATUS(%ecx)
	leal	-UT_FIRST_EBP(%ecx), %ebp
	pushl	UT_ESI(%ecx)
	call	*UT_FUNC(%ecx)

/* A body has returned eax. _Noreturn void ut_finish(DWORD status, void *result,
 * const EXCEPTION_RECORD *record) does it in every case; here a packed thread ends whose stack was
 * enough, when nothing is against a short switch: one that a single joiner waits for as above, and
 * that is the last one ready, or one that somebody has resumed. It leaves what free slots have.
 */
ended:
	movl	%fs:TIB_STACK_BASE, %ecx
	movl	%eax, UT_WAIT(%ecx)
	cmpl	$UT_WORD(UT_HELD | UT_JOINED, 0, UT_MAGIC), UT_FLAGS(%ecx)
	jne	ended_by_hand
	.macro	end_or_jump otherwise
	movl	UT_STACK(%ecx), %edx
	movzwl	-2(%edx), %eax		/* the same as pool_overflowed: what the block below ends with, */
	orl	$UT_MAGIC_STATES, %eax
	addl	(%edx), %eax		/* and POOL_CANARY, make POOL_CANARY_ABOVE */
	subl	4(%edx), %eax
	jnz	\otherwise
	short_or_jump \otherwise, block=%ecx, scratch=%edx
	.endm
	end_or_jump 4f
	cmpl	%ecx, UT_NEXT(%ecx)
	jne	4f
	movl	UT_JOINERS(%ecx), %edx
	movl	UT_SCHEDULER(%ecx), %eax
	movl	%edx, SCH_READY(%eax)
	incl	SCH_ENDED(%eax)
	movl	%edx, UT_NEXT(%edx)
	movl	%edx, UT_PREVIOUS(%edx)
	movl	$UT_NORMAL, UT_STATUS(%edx)
	movl	$UT_WORD(UT_HELD, UT_CLEAN, UT_MAGIC), UT_FLAGS(%ecx)
	movl	$UT_FINISHED, UT_STATUS(%ecx)
	movl	$0, UT_NEXT(%ecx)
	leal	-UT_FIRST_STACK(%ecx), %eax
	movl	%eax, UT_ESP(%ecx)
	movl	%edx, %fs:TIB_STACK_BASE
	.globl	ut_limit_saved_joined, ut_limit_loaded_joined
ut_limit_saved_joined:
	movl	UT_ESP(%edx), %esp
	popl	%fs:TIB_STACK_LIMIT
ut_limit_loaded_joined:
	popl	%fs:TIB_CHAIN
	movl	UT_EBP(%edx), %ebp
	addl	$SHORT_WAIT_SIZE+4, %esp
	movl	8(%esp), %edx
	testl	%edx, %edx
	jnz	5f
	xorl	%eax, %eax
	ret
5:	movl	UT_WAIT(%ecx), %eax
	movl	%eax, (%edx)
	xorl	%eax, %eax
	ret

ended_by_hand:
	cmpl	$UT_WORD(0, 0, UT_MAGIC), UT_FLAGS(%ecx)
	jne	4f
	end_or_jump 4f
	movl	$UT_WORD(0, UT_CLEAN, UT_MAGIC), UT_FLAGS(%ecx)
	movl	$UT_FINISHED, UT_STATUS(%ecx)
	leal	-UT_FIRST_FRAME(%ecx), %eax	/* the first switch's way has been above these words */
	movl	%eax, -UT_FIRST_CHAIN(%ecx)
	movl	$ut_entry_body, -UT_FIRST_ENTRY(%ecx)
	movl	UT_STACK(%ecx), %edx
	addl	$POOL_CANARY_BYTES, %edx
	movl	%edx, -UT_FIRST_STACK(%ecx)
	leal	-UT_FIRST_STACK(%ecx), %eax
	movl	%eax, UT_ESP(%ecx)
	movl	UT_NEXT(%ecx), %edx
	jmp	switch_away
4:	pushl	$0
	pushl	UT_WAIT(%ecx)
	pushl	$0
	call	ut_finish

2:	cmpl	$UT_WORD(0, UT_CLEAN, UT_MAGIC), UT_FLAGS(%ecx)
	jne	1b
	movl	8(%esp), %edx
	testl	%edx, %edx
	jnz	5b
	xorl	%eax, %eax
	ret

/* Not called: int ut_end_wait(struct utWait *wait, void **result) for a joiner that was given a wait. ebp
 * leads to where its own was stored.
 */
ut_join_again:
	movl	%esp, %eax
	pushl	SHORT_WAIT_SIZE+8(%esp)
	pushl	%eax
	call	ut_end_wait
	leave
	ret

/* Not called: the first switch to a thread returns to one of the two, unless uThreadJoin does without.
 * Below the outermost frame is what struct first_stack has there.
 */
	.globl	ut_entry_function, ut_entry_body
	.macro	call_body
	movl	%fs:TIB_STACK_BASE, %ecx
	andl	$~(UT_NEW << 8), UT_FLAGS(%ecx)	/* all of it is read soon: a byte would be slow */
	movl	$UT_NORMAL, UT_STATUS(%ecx)
	leal	-UT_FIRST_EBP(%ecx), %ebp
	leal	-UT_FIRST_STACK(%ecx), %esp
	pushl	%esi
	call	*UT_FUNC(%ecx)
	.endm
ut_entry_function:
	call_body
	xorl	%eax, %eax
	jmp	ended
ut_entry_body:
	call_body
	jmp	ended

/* void uThreadDestory(uThd uthread) */
	.globl	uThreadDestory, uThreadDestroy
uThreadDestory:
uThreadDestroy:
	movl	4(%esp), %ecx
	jecxz	1f
	cmpl	$UT_WORD(UT_HELD, UT_CLEAN, UT_MAGIC), UT_FLAGS(%ecx)
	jne	2f
	movl	$0, UT_SCHEDULER(%ecx)
3:	movl	UT_OWNER(%ecx), %eax
	movl	POOL_FREE(%eax), %edx
	movl	%edx, UT_ALL_NEXT(%ecx)
	movl	$UT_WORD(0, 0, UT_MAGIC_FREE), UT_FLAGS(%ecx)
	movl	%ecx, POOL_FREE(%eax)
	ret
2:	cmpl	$UT_WORD(0, UT_CLEAN, UT_MAGIC), UT_FLAGS(%ecx)
	je	3b
1:	jmp	ut_destroy_slowly

	.section .rodata
	.long	0
