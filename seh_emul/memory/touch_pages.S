/* Touches pages by instructions whose faults are expected. */

	.text

/* bool touch_pages(const char *first, const char *last, bool write)
 *
 * A handler that finds an exception in here continues at touch_failed with nothing else changed. The
 * stack does not move between the first touch and the last.
 *
 *	write			12(%esp)
 *	last			8(%esp)
 *	first			4(%esp)
 *	return address		<- esp
 */
	.globl	touch_pages, touch_failed
touch_pages:
	movl	4(%esp), %ecx
	movl	8(%esp), %edx
1:	movb	(%ecx), %al
	cmpb	$0, 12(%esp)
	je	2f
	movb	%al, (%ecx)
2:	cmpl	%edx, %ecx
	je	4f
	movl	%edx, %eax
	subl	%ecx, %eax
	cmpl	$4096, %eax
	jbe	3f
	addl	$4096, %ecx
	jmp	1b
3:	movl	%edx, %ecx		/* less than a page is left: its last byte decides */
	jmp	1b
4:	movl	$1, %eax
	ret
touch_failed:
	xorl	%eax, %eax
	ret
