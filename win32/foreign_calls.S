/* Functions that compilers for 32-bit Windows call on their own, by the names that they emit. Their
 * arguments are in registers.
 */
	.text

/* _chkstk, _alloca_probe: esp -= eax, and every page between is touched from above, so that the stack
 * grows. Changes no register but esp and eax.
 */
	.globl	_chkstk, _alloca_probe
_chkstk:
_alloca_probe:
	pushl	%ecx
	leal	8(%esp), %ecx		/* the caller's esp */
1:	cmpl	$0x1000, %eax
	jb	2f
	subl	$0x1000, %ecx
	testl	%ecx, (%ecx)
	subl	$0x1000, %eax
	jmp	1b
2:	subl	%eax, %ecx
	testl	%ecx, (%ecx)
	movl	4(%esp), %eax		/* the return address */
	xchgl	%ecx, (%esp)		/* the caller's ecx; its new esp on the stack */
	popl	%esp
	jmp	*%eax

/* _alloca_probe_8, _alloca_probe_16: the same, and the new esp is a multiple of 8 or 16. */
	.macro	aligned_probe name, mask
	.globl	\name
\name:
	pushl	%ecx
	leal	8(%esp), %ecx		/* the caller's esp */
	subl	%eax, %ecx
	andl	$\mask, %ecx		/* what the new one is too high */
	addl	%ecx, %eax
	popl	%ecx
	jmp	_chkstk
	.endm
	aligned_probe _alloca_probe_8, 7
	aligned_probe _alloca_probe_16, 15

/* void __fastcall __security_check_cookie(ULONG_PTR cookie)
 *
 * Ends the program as Windows does if the cookie (ecx) is not the program's. Changes no register.
 */
	.globl	"@__security_check_cookie@4", __security_check_cookie
"@__security_check_cookie@4":
__security_check_cookie:
	cmpl	__security_cookie, %ecx
	jne	1f
	ret
/* void __stack_chk_fail(void)
 *
 * Objects with gcc's stack protector call it for a frame that is damaged. Ends the program in the same way.
 */
	.globl	__stack_chk_fail
__stack_chk_fail:
1:	movl	$2, %ecx		/* FAST_FAIL_STACK_COOKIE_CHECK_FAILURE */
	int	$0x29

/* _allshl, _allshr, _aullshr: edx:eax shifted by cl, to the left, or to the right with sign or with zeros.
 * The result is in edx:eax.
 */
	.globl	_allshl, _allshr, _aullshr
_allshl:
	cmpb	$64, %cl
	jae	2f
	cmpb	$32, %cl
	jae	1f
	shldl	%cl, %eax, %edx
	shll	%cl, %eax
	ret
1:	movl	%eax, %edx
	xorl	%eax, %eax
	andb	$31, %cl
	shll	%cl, %edx
	ret
2:	xorl	%eax, %eax
	xorl	%edx, %edx
	ret
_allshr:
	cmpb	$64, %cl
	jae	2f
	cmpb	$32, %cl
	jae	1f
	shrdl	%cl, %edx, %eax
	sarl	%cl, %edx
	ret
1:	movl	%edx, %eax
	sarl	$31, %edx
	andb	$31, %cl
	sarl	%cl, %eax
	ret
2:	sarl	$31, %edx
	movl	%edx, %eax
	ret
_aullshr:
	cmpb	$64, %cl
	jae	2f
	cmpb	$32, %cl
	jae	1f
	shrdl	%cl, %edx, %eax
	shrl	%cl, %edx
	ret
1:	movl	%edx, %eax
	xorl	%edx, %edx
	andb	$31, %cl
	shrl	%cl, %eax
	ret
2:	xorl	%eax, %eax
	xorl	%edx, %edx
	ret

/* _alldvrm, _aulldvrm: 64 bits divided by 64 bits, as _alldiv and _aulldiv do it. The quotient is in edx:eax, the rest in
 * ebx:ecx.
 *
 *	divisor		12(%esp)	on entry
 *	dividend	4(%esp)		both are taken away
 */
	.macro	quotient_and_rest name, divide
	.globl	\name
\name:
	.rept	4
	pushl	16(%esp)
	.endr
	call	\divide
	pushl	%edx
	pushl	%eax
	movl	20(%esp), %ecx		/* the rest is dividend - quotient * divisor, of which 64 bits count */
	imull	%ecx, %edx
	movl	24(%esp), %ebx
	imull	%eax, %ebx
	addl	%edx, %ebx
	mull	%ecx
	addl	%ebx, %edx
	movl	12(%esp), %ecx
	movl	16(%esp), %ebx
	subl	%eax, %ecx
	sbbl	%edx, %ebx
	popl	%eax
	popl	%edx
	ret	$16
	.endm
	quotient_and_rest _alldvrm, _alldiv
	quotient_and_rest _aulldvrm, _aulldiv

/* _ftol2, _ftol2_sse: st(0) cut to a whole number in edx:eax; st(0) is popped. */
	.globl	_ftol2, _ftol2_sse
_ftol2:
_ftol2_sse:
	subl	$12, %esp
	fnstcw	(%esp)
	movw	(%esp), %ax
	orb	$0x0C, %ah		/* towards zero */
	movw	%ax, 2(%esp)
	fldcw	2(%esp)
	fistpll	4(%esp)
	fldcw	(%esp)
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	addl	$12, %esp
	ret
