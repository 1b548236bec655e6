/* Functions of mathematics for compilers that keep arguments in the x87's registers: st(0) is the
 * last argument, and they are popped; st(0) is the result.
 */
	.text

/* double _CIname(double st0) */
#define OF_ONE(name)			\
	.globl	_CI##name;		\
_CI##name:				\
	subl	$8, %esp;		\
	fstpl	(%esp);			\
	call	msvcrt_##name;		\
	addl	$8, %esp;		\
	ret

/* double _CIname(double st1, double st0) */
#define OF_TWO(name)			\
	.globl	_CI##name;		\
_CI##name:				\
	subl	$16, %esp;		\
	fstpl	8(%esp);		\
	fstpl	(%esp);			\
	call	msvcrt_##name;		\
	addl	$16, %esp;		\
	ret

OF_ONE(acos)
OF_ONE(asin)
OF_ONE(cos)
OF_ONE(cosh)
OF_ONE(exp)
OF_ONE(log)
OF_ONE(log10)
OF_ONE(sin)
OF_ONE(sinh)
OF_ONE(sqrt)
OF_ONE(tan)
OF_TWO(fmod)
OF_TWO(pow)

/* Functions that have no errors. */
#define msvcrt_atan	atan
#define msvcrt_atan2	atan2
#define msvcrt_tanh	tanh
OF_ONE(atan)
OF_TWO(atan2)
OF_ONE(tanh)
