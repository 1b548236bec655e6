/* A function with __try blocks, laid out as compilers for Windows do it, once for each generation of
 * frames. Each step is noted as a letter:
 *
 *	int scene(void (*body)(void))
 *	{
 *		__try {
 *			note('a');
 *			__try {
 *				note('b');
 *				body();
 *				note('c');
 *			} __finally {
 *				note(AbnormalTermination() ? 'N' : 'n');
 *				finally_called();
 *			}
 *			note('d');
 *		} __except (note('F'), filter_called()) {
 *			note('E');
 *			return 1;
 *		}
 *		return 0;
 *	}
 */

	.macro	NOTE letter
	pushl	$\letter
	call	note
	addl	$4, %esp
	.endm

/* outside: the level outside of all blocks. From high to low below ebp: level, scope table,
 * handler, next; EXCEPTION_POINTERS *, esp for __except; then one word for a cookie, and the
 * registers that a compiler keeps.
 */
	.macro	SCENE name, outside
	.text
	.globl	\name
\name:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	$\outside
	PUSH_TABLE \name\()_table
	pushl	$\name\()_handler
	pushl	%fs:0
	subl	$12, %esp
	STORE_COOKIE
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, -0x18(%ebp)
	leal	-0x10(%ebp), %eax
	movl	%eax, %fs:0

	movl	$0, -4(%ebp)
	NOTE	'a'
	movl	$1, -4(%ebp)
	NOTE	'b'
	call	*8(%ebp)
	NOTE	'c'
	movl	$0, -4(%ebp)
	call	\name\()_finally
	NOTE	'd'
	movl	$\outside, -4(%ebp)
	xorl	%eax, %eax
\name\()_end:
	movl	-0x10(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret

\name\()_filter:
	NOTE	'F'
	pushl	-0x14(%ebp)
	call	filter_called
	addl	$4, %esp
	ret

\name\()_except:
	movl	-0x18(%ebp), %esp
	NOTE	'E'
	movl	$\outside, -4(%ebp)
	movl	$1, %eax
	jmp	\name\()_end

\name\()_finally:
	call	_abnormal_termination
	testl	%eax, %eax
	movl	$'n', %eax
	jz	1f
	movl	$'N', %eax
1:	pushl	%eax
	call	note
	addl	$4, %esp
	call	finally_called
	ret
	.endm

	.macro	SCENE_ENTRIES name, outside
	.long	\outside, \name\()_filter, \name\()_except
	.long	0, 0, \name\()_finally
	.endm

/* ---------------------------------------------------------------- first generation */

	.macro	PUSH_TABLE table
	pushl	$\table
	.endm
	.macro	STORE_COOKIE
	.endm

	SCENE	scene3, -1

	.set	scene3_handler, _except_handler3
	.section .rodata
scene3_table:
	SCENE_ENTRIES scene3, -1

/* ---------------------------------------------------------------- second generation */

	.purgem	PUSH_TABLE
	.purgem	STORE_COOKIE
	.macro	PUSH_TABLE table
	movl	$\table, %eax
	xorl	scene_cookie, %eax
	pushl	%eax
	.endm
	.macro	STORE_COOKIE		/* at ebp - 1Ch, xor ebp */
	movl	scene_cookie, %eax
	xorl	%ebp, %eax
	movl	%eax, -0x1C(%ebp)
	.endm

	SCENE	scene4, -2

/* A program's own __except_handler4: hands its cookie and its check over. */
scene4_handler:
	pushl	16(%esp)
	pushl	16(%esp)
	pushl	16(%esp)
	pushl	16(%esp)
	pushl	$scene_cookie_check
	pushl	$scene_cookie
	call	_except_handler4_common
	addl	$24, %esp
	ret

	.section .rodata
scene4_table:
	.long	-2, 0			/* no cookie of the stack's own */
	.long	-0x1C, 0		/* the frame's cookie: at ebp - 1Ch, xor ebp + 0 */
	SCENE_ENTRIES scene4, -2
