/* void guarded(void), as a compiler for Windows translates
 *
 *	void guarded(void)
 *	{
 *		__try {				(block 0)
 *			look();
 *			__try {			(block 1)
 *				look();
 *				*(int *)0 = 1;
 *			} __finally {
 *				puts("finally");
 *			}
 *		} __except (puts("filter"), 1) {
 *			puts("except");
 *		}
 *	}
 *
 * include/seh_frames.h shows its stack.
 */
	.macro	SAY text
	pushl	$\text
	call	puts
	addl	$4, %esp
	.endm

	.globl	guarded, guarded_filter, guarded_except, guarded_finally
	.text
guarded:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	$-1			/* try level: outside of all blocks */
	pushl	$scope_table
	pushl	$_except_handler3
	pushl	%fs:0
	movl	%esp, %fs:0		/* one frame for all blocks */
	subl	$8, %esp		/* the exception for filters; esp for __except blocks */
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, -0x18(%ebp)

	movl	$0, -4(%ebp)		/* entering a block is one store */
	call	look
	movl	$1, -4(%ebp)
	call	look
	movl	$1, 0
	movl	$0, -4(%ebp)		/* leaving it, too */
	call	guarded_finally
	movl	$-1, -4(%ebp)

guarded_end:
	movl	-0x10(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret

guarded_finally:
	SAY	finally_text
	ret

guarded_filter:
	SAY	filter_text
	movl	$1, %eax		/* EXCEPTION_EXECUTE_HANDLER */
	ret

guarded_except:
	movl	-0x18(%ebp), %esp
	SAY	except_text
	movl	$-1, -4(%ebp)
	jmp	guarded_end

	.section .rodata
scope_table:				/* struct scope_entry: block around, filter, handler */
	.long	-1, guarded_filter, guarded_except
	.long	0, 0, guarded_finally

filter_text:
	.asciz	"filter"
finally_text:
	.asciz	"finally"
except_text:
	.asciz	"except"
