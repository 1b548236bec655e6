/* utSleep's short way: everything at once that utSleepUntil does step by step. */
#include "boot/layout.h"
#include "kernel/devices/clock.h"
#include "uthread/uthread_impl.h"

#define TICKS_LOW   (SHARED_PAGE + SHARED_TICKS) /* the words of a KSYSTEM_TIME */
#define TICKS_HIGH1 (TICKS_LOW + 4)
#define TICKS_HIGH2 (TICKS_LOW + 8)

	.text

/* void utSleep(DWORD ms)
 *
 * For a thread of a scheduler, when nothing asks for attention, and time is to pass. The rest is
 *
 *   void ut_sleep_slowly(DWORD ms)
 *
 * The wait lies on the stack, where it stays while the thread is parked:
 *
 *	ms			8(%ebp)
 *	return address
 *	ebp			<- ebp
 *	ebx
 *	struct utWait		<- esp
 *
 * eax is the thread, ecx its scheduler. Its place among the sleepers is that of sleepers_insert: new
 * ones come behind equal ones.
 */
1:	jmp	ut_sleep_slowly
	.globl	utSleep
utSleep:
	movl	4(%esp), %edx
	movl	%fs:TIB_STACK_BASE, %eax
	cmpl	$TIB_ATTEND, %fs:TIB_ATTENTION
	je	1b
	movl	UT_SCHEDULER(%eax), %ecx
	jecxz	1b
	testl	%edx, %edx
	jz	1b
	pushl	%ebp
	movl	%esp, %ebp
	pushl	%ebx
	subl	$WAIT_SIZE, %esp
	testl	%esp, -UT_SWITCH_STACK(%esp)
	movl	TICKS_HIGH1, %ebx
	movl	%edx, UT_SLEEP_DURATION(%eax)
	movl	TICKS_LOW, %edx
	cmpl	TICKS_HIGH2, %ebx
	jne	2f			/* it wraps just now */
	movl	%edx, UT_SLEEP_TIME(%eax)
	addl	UT_SLEEP_DURATION(%eax), %edx
	adcl	$0, %ebx
	movl	%edx, WAIT_DEADLINE(%esp)
	movl	%ebx, WAIT_DEADLINE+4(%esp)
	movl	SCH_ORDER(%ecx), %ebx
	incl	SCH_ORDER(%ecx)
	movl	%ebx, WAIT_ORDER(%esp)
	movl	%eax, WAIT_THREAD(%esp)
	movl	$ut_sleeps, WAIT_KIND(%esp)
	movl	$0, WAIT_NEXT(%esp)
	movl	$0, WAIT_BRIEF(%esp)
	movl	$1, WAIT_TIMED(%esp)
	movl	%esp, UT_WAIT(%eax)
	movl	$UT_SLEEPING, UT_STATUS(%eax)

	movl	SCH_SLEEPERS(%ecx), %ebx
	testl	%ebx, %ebx
	jz	3f
	cmpl	WAIT_DEADLINE(%ebx), %edx
	movl	WAIT_DEADLINE+4(%esp), %edx
	sbbl	WAIT_DEADLINE+4(%ebx), %edx
	jb	3f
	movl	WAIT_CHILD(%ebx), %edx
	movl	%esp, WAIT_CHILD(%ebx)
	movl	$0, WAIT_CHILD(%esp)
	movl	%ebx, WAIT_BACK(%esp)
	movl	%edx, WAIT_SIBLING(%esp)
	testl	%edx, %edx
	jz	4f
	movl	%esp, WAIT_BACK(%edx)

4:	movl	UT_NEXT(%eax), %edx
	movl	UT_PREVIOUS(%eax), %ebx
	cmpl	%eax, %edx
	je	5f
	cmpl	$1, SCH_LEVELS(%ecx)
	jne	5f
	movl	$0, UT_NEXT(%eax)
	movl	%edx, UT_NEXT(%ebx)
	movl	%ebx, UT_PREVIOUS(%edx)
	movl	%edx, SCH_READY(%ecx)
6:	call	ut_switch_from

	addl	$WAIT_SIZE, %esp
	popl	%ebx
	popl	%ebp
	movl	%fs:TIB_STACK_BASE, %eax
	testb	$UT_CANCELLED, UT_FLAGS(%eax)
	jnz	utTestCancel
	ret

2:	addl	$WAIT_SIZE, %esp
	popl	%ebx
	popl	%ebp
	jmp	ut_sleep_slowly
3:	movl	$0, WAIT_BACK(%esp)	/* the first to wake */
	movl	$0, WAIT_SIBLING(%esp)
	movl	%ebx, WAIT_CHILD(%esp)
	movl	%esp, SCH_SLEEPERS(%ecx)
	testl	%ebx, %ebx
	jz	4b
	movl	%esp, WAIT_BACK(%ebx)
	jmp	4b
5:	movl	%eax, %ebx
	call	ut_leave_ring		/* uThd ut_leave_ring(uThd here), in eax */
	movl	%eax, %edx
	movl	%ebx, %eax
	jmp	6b
