/* Functions of mathematics for compilers that keep arguments in the registers of SSE: xmm0 is the
 * first argument, xmm1 the second; xmm0 is the result. Only a program that has SSE itself calls
 * them.
 */
	.text

/* The instructions by their bytes: a compiler for a 486 knows none of them. */
	.macro	store_xmm0		/* movsd %xmm0, (%esp) */
	.byte	0xF2, 0x0F, 0x11, 0x04, 0x24
	.endm
	.macro	store_xmm1		/* movsd %xmm1, 8(%esp) */
	.byte	0xF2, 0x0F, 0x11, 0x4C, 0x24, 0x08
	.endm
	.macro	load_xmm0		/* movsd (%esp), %xmm0 */
	.byte	0xF2, 0x0F, 0x10, 0x04, 0x24
	.endm

#define OF_ONE(name)			\
	.globl	_libm_sse2_##name##_precise; \
_libm_sse2_##name##_precise:		\
	subl	$8, %esp;		\
	store_xmm0;			\
	call	msvcrt_##name;		\
	fstpl	(%esp);			\
	load_xmm0;			\
	addl	$8, %esp;		\
	ret

/* double _libm_sse2_NAME_precise(double xmm0), to xmm0 */
#define msvcrt_atan	atan
OF_ONE(acos)
OF_ONE(asin)
OF_ONE(atan)
OF_ONE(cos)
OF_ONE(exp)
OF_ONE(log)
OF_ONE(log10)
OF_ONE(sin)
OF_ONE(sqrt)
OF_ONE(tan)

/* double _libm_sse2_pow_precise(double xmm0, double xmm1), to xmm0 */
	.globl	_libm_sse2_pow_precise
_libm_sse2_pow_precise:
	subl	$16, %esp
	store_xmm0
	store_xmm1
	call	msvcrt_pow
	fstpl	(%esp)
	load_xmm0
	addl	$16, %esp
	ret
