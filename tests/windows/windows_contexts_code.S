/* Code of threads whose registers the test reads and changes. */

	.text

/* DWORD CALLBACK spins(PVOID parameter)
 *
 * Never returns, and has known values in its registers.
 */
	.globl	spins, spins_end
spins:	fldcw	spin_control
	movl	$0x0B0B0B0B, %ebx
	movl	$0x51515151, %esi
1:	incl	spin_count
	jmp	1b
spins_end:

/* _Noreturn void leaves_with_ebx(void), and so on
 *
 * Threads that are led here end with such a value: ebx, eax, the word at esp, the x87's control word.
 */
	.globl	leaves_with_ebx, leaves_with_eax, leaves_with_word, leaves_with_control
leaves_with_ebx:
	pushl	%ebx
	call	ExitThread
leaves_with_eax:
	pushl	%eax
	call	ExitThread
leaves_with_word:
	popl	%ecx
	pushl	%ecx
	call	ExitThread
leaves_with_control:
	pushl	$0
	fnstcw	(%esp)
	call	ExitThread

	.section .rodata
spin_control:
	.word	0x0B7F
