/* What the interruptions need of the machine; and a function with __try blocks, as compilers for
 * Windows lay them out. */

#define PIT_COMMAND	0x43
#define PIT_CHANNEL0	0x40
#define ONCE		0x30		/* channel 0, low byte then high byte, interrupt on terminal count */
#define PADDING		1024

	.text

/* void interrupted_round(uint32_t count, uint32_t padding, void (*work)(void))
 *
 * Starts the timer's channel 0 to interrupt once after count of its periods, executes as many
 * instructions as padding (at most PADDING) says, leaves the time in interrupted_start, and calls
 * work. From the start of the timer to the time's reading it is always the same way.
 *
 *	work			12(%ebp)
 *	padding			8(%ebp)
 *	count			4(%ebp) behind the frame's two words
 */
	.globl	interrupted_round
interrupted_round:
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
	movl	%eax, interrupted_start
	call	*16(%ebp)
	popl	%ebp
	ret

/* void interrupted_steps(void (*work)(void))
 *
 * Calls work with the trap flag set.
 */
	.globl	interrupted_steps
interrupted_steps:
	movl	4(%esp), %eax
	pushfl
	orl	$0x100, (%esp)
	popfl
	call	*%eax
	pushfl
	andl	$~0x100, (%esp)
	popfl
	ret

/* int interrupted_blocks(void)
 *
 *	__try {
 *		__try { ud2 } __finally { interrupted_note('f'); }
 *	} __except (interrupted_note('F'), 1) {
 *		interrupted_note('E');
 *	}
 */
	.globl	interrupted_blocks
interrupted_blocks:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	$-1
	pushl	$table
	pushl	$_except_handler3
	pushl	%fs:0
	subl	$8, %esp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, -0x18(%ebp)
	leal	-0x10(%ebp), %eax
	movl	%eax, %fs:0
	movl	$1, -4(%ebp)
	ud2
except:	movl	-0x18(%ebp), %esp
	movl	$-1, -4(%ebp)
	pushl	$'E'
	call	interrupted_note
	addl	$4, %esp
	movl	-0x10(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret
filter:	pushl	$'F'
	call	interrupted_note
	addl	$4, %esp
	movl	$1, %eax
	ret
finally:
	pushl	$'f'
	call	interrupted_note
	addl	$4, %esp
	ret

	.section .rodata
	.balign	4
table:	.long	-1, filter, except
	.long	0, 0, finally

	.bss
	.balign	4
	.globl	interrupted_start
interrupted_start:
	.skip	4
