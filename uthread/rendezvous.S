/* utChannelSend and utChannelReceive, of a word through an open channel that keeps none: one of the two
 * threads waits, and the other one brings or fetches the word. Everything else is the C functions'. */
#include "uthread/brief.inc"

	sse_places ut_sse_places_rendezvous

/* int UT_FAST call(utChannel channel, void *value). theirs, ours: the queue of those who do the opposite,
 * and of those who do the same. from, to: in which registers it is where the word is, and whither; what
 * waits has its own value in ecx, and edx is the caller's. slowly: goes on with everything else. */
	.macro	exchange call, slowly, kind, theirs, ours, from, to, served, failed
	.globl	\call
\call:
	jecxz	1f
	cmpl	$CHANNEL_RENDEZVOUS, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	testl	%edx, %edx
	jz	1f
	leal	\theirs(%ecx), %eax
	cmpl	%eax, UT_WAITERS_FIRST(%eax)
	je	2f
	movl	UT_WAITERS_FIRST(%eax), %eax
	brief_or_jump 3f
	movl	WAIT_VALUE(%eax), %ecx
	movl	(\from), \from
	movl	\from, (\to)
	movl	WAIT_PREVIOUS(%eax), %ecx
	serve_brief_wait
	xorl	%eax, %eax
	ret
3:	movl	WAIT_PREVIOUS(%eax), %ecx
	subl	$\theirs, %ecx
1:	jmp	\slowly
4:	movl	UT_EBX(%eax), %ebx
	jmp	\slowly
2:	leave_or_jump 4b
	cmpb	$0, UT_PRIORITY(%eax)
	jne	4b
	pushl	%edx
	begin_brief_wait \kind, \ours
	leave_lowest_ring
	end_brief_wait \served, \failed, WAIT_RESULT
	.endm

	exchange utChannelSend, ut_send_slowly, ut_sends, UT_CHANNEL_RECEIVERS, 0, %edx, %ecx, ut_send_served, ut_send_failed
	exchange utChannelReceive, ut_receive_slowly, ut_receives, 0, UT_CHANNEL_RECEIVERS, %ecx, %edx, \
		ut_receive_served, ut_receive_failed

	.section .rodata
	.long	0
