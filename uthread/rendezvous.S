/* utChannelSend and utChannelReceive, of a word through an open channel that keeps none: one of the two
 * threads waits, and the other one brings or fetches the word. Everything else is the C functions'. */
#include "uthread/brief.inc"

	sse_places ut_sse_places_rendezvous

/* int UT_FAST utChannelSend(utChannel channel, const void *value) */
	.globl	utChannelSend
utChannelSend:
	jecxz	1f
	cmpl	$CHANNEL_RENDEZVOUS, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	testl	%edx, %edx
	jz	1f
	leal	UT_CHANNEL_RECEIVERS(%ecx), %eax
	cmpl	%eax, UT_WAITERS_FIRST(%eax)
	je	2f
	movl	UT_WAITERS_FIRST(%eax), %eax
	brief_or_jump 3f
	movl	WAIT_VALUE(%eax), %ecx
	movl	(%edx), %edx
	movl	%edx, (%ecx)
	movl	WAIT_PREVIOUS(%eax), %ecx
	serve_brief_wait
	xorl	%eax, %eax
	ret
3:	movl	WAIT_PREVIOUS(%eax), %ecx
	subl	$UT_CHANNEL_RECEIVERS, %ecx
1:	jmp	ut_send_slowly
4:	movl	UT_EBX(%eax), %ebx
	jmp	ut_send_slowly
2:	leave_or_jump 4b
	cmpb	$0, UT_PRIORITY(%eax)
	jne	4b
	pushl	%edx
	begin_brief_wait ut_sends, 0
	leave_lowest_ring
	end_brief_wait ut_send_served, ut_send_failed, WAIT_RESULT

/* int UT_FAST utChannelReceive(utChannel channel, void *value) */
	.globl	utChannelReceive
utChannelReceive:
	jecxz	1f
	cmpl	$CHANNEL_RENDEZVOUS, UT_OBJECT_MAGIC(%ecx)
	jne	1f
	testl	%edx, %edx
	jz	1f
	movl	UT_WAITERS_FIRST(%ecx), %eax
	cmpl	%ecx, %eax
	je	2f
	brief_or_jump 3f
	movl	WAIT_VALUE(%eax), %ecx
	movl	(%ecx), %ecx
	movl	%ecx, (%edx)
	movl	WAIT_PREVIOUS(%eax), %ecx
	serve_brief_wait
	xorl	%eax, %eax
	ret
3:	movl	WAIT_PREVIOUS(%eax), %ecx
1:	jmp	ut_receive_slowly
4:	movl	UT_EBX(%eax), %ebx
	jmp	ut_receive_slowly
2:	leave_or_jump 4b
	cmpb	$0, UT_PRIORITY(%eax)
	jne	4b
	pushl	%edx
	begin_brief_wait ut_receives, UT_CHANNEL_RECEIVERS
	leave_lowest_ring
	end_brief_wait ut_receive_served, ut_receive_failed, WAIT_RESULT

	.section .rodata
	.long	0
