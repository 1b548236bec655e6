/* The places between which bench/uthread.c counts: see seh_points.S. Interrupts are off, but in the two
 * that are about one.
 */
	.macro	STAMP where
	rdtsc
	movl	%eax, \where
	.endm

	.text

/* void yield_before(void), void yield_after(void): a yield, and what it comes back from in another thread. */
	.globl	yield_before, yield_after
yield_before:
	STAMP	stamp_before
	call	utYield
	ret
yield_after:
	call	utYield
	STAMP	stamp_after
	ret

/* void resume_and_back(uThd uthread) */
	.globl	resume_and_back
resume_and_back:
	movl	4(%esp), %ecx
	STAMP	stamp_before
	call	utResume
	STAMP	stamp_after
	ret

/* void yield_for_ever(void): the thread that it resumes. Nothing but calls. */
	.globl	yield_for_ever
yield_for_ever:
	.rept	16
	call	utYield
	.endr
	jmp	yield_for_ever

/* void sleep_before(DWORD ms): a sleep; yield_after comes behind it. */
	.globl	sleep_before
sleep_before:
	pushl	4(%esp)
	STAMP	stamp_before
	call	utSleep
	popl	%ecx
	ret

/* void take_and_give(utSemaphore semaphore), void lock_and_unlock(utMutex mutex) */
	.globl	take_and_give, lock_and_unlock
take_and_give:
	movl	4(%esp), %ecx
	STAMP	stamp_before
	call	utSemaphoreTake
	movl	4(%esp), %ecx
	call	utSemaphoreGive
	STAMP	stamp_after
	ret
lock_and_unlock:
	movl	4(%esp), %ecx
	STAMP	stamp_before
	call	utMutexLock
	movl	4(%esp), %ecx
	call	utMutexUnlock
	STAMP	stamp_after
	ret

/* void give_and_take(utSemaphore theirs, utSemaphore ours): one round trip, with take_and_answer at the other end. */
	.globl	give_and_take
give_and_take:
	movl	4(%esp), %ecx
	STAMP	stamp_before
	call	utSemaphoreGive
	movl	8(%esp), %ecx
	call	utSemaphoreTake
	STAMP	stamp_after
	ret

/* void take_and_answer(utSemaphore ours, utSemaphore theirs): the other end of as many round trips as TRIES. */
	.globl	take_and_answer
take_and_answer:
	.rept	5
	movl	4(%esp), %ecx
	call	utSemaphoreTake
	movl	8(%esp), %ecx
	call	utSemaphoreGive
	.endr
	ret

/* void receive_values(utChannel channel, void *value): VALUES of them between the stamps, and two before, after
 * which each side is where it will be every second value.
 *
 * void send_values(utChannel channel, const void *value): the other end, until the channel is closed.
 */
	.globl	receive_values, send_values
receive_values:
	pushl	%esi
	pushl	%edi
	movl	12(%esp), %esi
	movl	16(%esp), %edi
	.rept	2
	movl	%esi, %ecx
	movl	%edi, %edx
	call	utChannelReceive
	.endr
	STAMP	stamp_before
	.rept	16
	movl	%esi, %ecx
	movl	%edi, %edx
	call	utChannelReceive
	.endr
	STAMP	stamp_after
	popl	%edi
	popl	%esi
	ret
send_values:
	pushl	%esi
	pushl	%edi
	movl	12(%esp), %esi
	movl	16(%esp), %edi
1:	.rept	16
	movl	%esi, %ecx
	movl	%edi, %edx
	call	utChannelSend
	.endr
	testl	%eax, %eax
	jz	1b
	popl	%edi
	popl	%esi
	ret

/* void live_scheduled(utSch scheduler, utPool pool, utBody body): a thread's whole life; the joiner waits for it. */
	.globl	live_scheduled
live_scheduled:
	pushl	%ebx
	STAMP	stamp_before
	pushl	12(%esp)
	pushl	$0
	pushl	24(%esp)
	call	uThreadCreateFor
	movl	%eax, %ebx
	pushl	%eax
	pushl	24(%esp)
	call	utSchAddUthd
	pushl	$-1
	pushl	$-1
	pushl	$0
	pushl	%ebx
	call	uThreadJoin
	pushl	%ebx
	call	uThreadDestroy
	addl	$40, %esp
	STAMP	stamp_after
	popl	%ebx
	ret

/* void live_resumed(utPool pool, utBody body): the same of a thread that is resumed by hand, and has ended when it
 * is joined.
 */
	.globl	live_resumed
live_resumed:
	pushl	%ebx
	STAMP	stamp_before
	pushl	8(%esp)
	pushl	$0
	pushl	20(%esp)
	call	uThreadCreateFor
	movl	%eax, %ebx
	movl	%eax, %ecx
	call	utResume
	pushl	$-1
	pushl	$-1
	pushl	$0
	pushl	%ebx
	call	uThreadJoin
	pushl	%ebx
	call	uThreadDestroy
	addl	$32, %esp
	STAMP	stamp_after
	popl	%ebx
	ret

/* Not called: the timer's gate leads here while bench/uthread.c has it so. Three instructions behind the stamp
 * do not belong to the way of the interrupt.
 */
	.globl	stamping_tick
stamping_tick:
	pushl	%eax
	pushl	%edx
	STAMP	stamp_before
	popl	%edx
	popl	%eax
	jmp	*tick_gate

/* void wait_for_tick(void): from the interrupt to its return. */
	.globl	wait_for_tick
wait_for_tick:
	sti
	hlt
	STAMP	stamp_after
	cli
	ret

/* void sleep_for_tick(void): from the interrupt that wakes the thread to the thread. */
	.globl	sleep_for_tick
sleep_for_tick:
	pushl	$1
	call	utSleep
	STAMP	stamp_after
	popl	%ecx
	ret

	.bss
	.balign	4
	.globl	stamp_before, stamp_after, tick_gate
stamp_before:
	.long	0
stamp_after:
	.long	0
tick_gate:
	.long	0
