/* The timer, an instruction later each time. Ring 0. */

#define PIT_COMMAND	0x43
#define PIT_CHANNEL0	0x40
#define ONCE		0x30		/* channel 0, low byte then high byte, interrupt on terminal count */
#define PADDING		1024

	.text

/* void timer_once(uint32_t count, uint32_t padding, void (*work)(void))
 *
 * Starts the timer's channel 0 to interrupt once after count of its periods, executes as many
 * instructions as padding (at most PADDING) says, leaves the time in timer_once_start, and calls
 * work. From the start of the timer to the time's reading it is always the same way.
 *
 *	work			12(%ebp)
 *	padding			8(%ebp)
 *	count			4(%ebp) behind the frame's two words
 */
	.globl	timer_once
timer_once:
	pushl	%ebp
	movl	%esp, %ebp
	movl	$1f, %ecx
	subl	12(%ebp), %ecx
	movb	$ONCE, %al
	outb	%al, $PIT_COMMAND
	movl	8(%ebp), %eax
	outb	%al, $PIT_CHANNEL0
	movb	%ah, %al
	outb	%al, $PIT_CHANNEL0
	jmp	*%ecx
	.rept	PADDING
	nop
	.endr
1:	rdtsc
	movl	%eax, timer_once_start
	call	*16(%ebp)
	popl	%ebp
	ret

	.bss
	.balign	4
	.globl	timer_once_start
timer_once_start:
	.skip	4
