/* Ways to use more stack than there is memory for, each with every register known. */

	.text

#define EAX_IS 0xA1A1A1A1
#define ECX_IS 0xC2C2C2C2
#define EDX_IS 0xD3D3D3D3
#define EBX_IS 0xB4B4B4B4
#define ESI_IS 0x51515151
#define EDI_IS 0xD6D6D6D6
#define EBP_IS 0xE7E7E7E7

/* unsigned way_try(void (*way)(void), uint32_t esp)
 *
 * Lets way run with this esp. It leaves through way_back with the same esp. Returns how many registers
 * it has changed.
 *
 *	esp			24(%esp)
 *	way			20(%esp)
 *	return address
 *	ebp, ebx, esi, edi	<- kept_esp
 */
	.globl	way_try
way_try:
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	%esp, kept_esp
	movl	20(%esp), %eax
	movl	%eax, way
	movl	24(%esp), %eax
	movl	%eax, way_esp
	movl	$EAX_IS, %eax
	movl	$ECX_IS, %ecx
	movl	$EDX_IS, %edx
	movl	$EBX_IS, %ebx
	movl	$ESI_IS, %esi
	movl	$EDI_IS, %edi
	movl	$EBP_IS, %ebp
	movl	way_esp, %esp
	jmp	*way
way_back:
	movl	%esp, left_esp
	movl	kept_esp, %esp
	pushl	%edi
	movl	$0, %edi
#define CHECK(value, register) \
	cmpl	$value, register; \
	je	1f; \
	incl	%edi; \
1:
	CHECK(EAX_IS, %eax)
	CHECK(ECX_IS, %ecx)
	CHECK(EDX_IS, %edx)
	CHECK(EBX_IS, %ebx)
	CHECK(ESI_IS, %esi)
	CHECK(EBP_IS, %ebp)
	CHECK(EDI_IS, (%esp))
	movl	way_esp, %eax
	cmpl	left_esp, %eax
	je	1f
	incl	%edi
1:	movl	%edi, %eax
	addl	$4, %esp
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

#define WAY(name) .globl way_##name; way_##name:

/* void way_...(void): not called, see way_try. */
WAY(push)
	pushl	%eax
	addl	$4, %esp
	jmp	way_back

WAY(call)
	call	1f
1:	addl	$4, %esp
	jmp	way_back

WAY(pusha)
	pushal
	addl	$32, %esp
	jmp	way_back

WAY(store)				/* below esp, which stays */
	movl	%eax, -4(%esp)
	jmp	way_back

WAY(probe)				/* as compilers probe a frame of a page */
	subl	$4096, %esp
	orl	$0, (%esp)
	addl	$4096, %esp
	jmp	way_back

WAY(probe_above)			/* as they probe an array of variable length: esp lies a page lower */
	subl	$4096, %esp
	orl	$0, 4092(%esp)
	addl	$4096, %esp
	jmp	way_back

WAY(probes)
	subl	$8192, %esp
	orl	$0, 8188(%esp)
	orl	$0, 4092(%esp)
	addl	$8192, %esp
	jmp	way_back

WAY(fpu)				/* what the FPU holds stays there */
	fld1
	pushl	%eax
	addl	$4, %esp
	fld1
	fucompp
	fnstsw	%ax
	andl	$0x4500, %eax		/* C3 alone: equal */
	xorl	$(EAX_IS ^ 0x4000), %eax
	jmp	way_back

WAY(breakpoint)				/* whose handler goes on behind it */
	int3
	jmp	way_back

WAY(fault)				/* whose handler goes on behind it */
	movl	8, %eax
	jmp	way_back

WAY(interrupt)				/* of a line that nobody listens to */
	int	$0x35
	jmp	way_back

WAY(tick)				/* waits for one with its esp just there */
	movl	0x7FFE0320, %eax
1:	cmpl	0x7FFE0320, %eax
	je	1b
	movl	$EAX_IS, %eax
	jmp	way_back

WAY(push_tf)				/* until way_stepped */
	pushfl
	orl	$0x100, (%esp)
	popfl
	pushl	%eax
	addl	$4, %esp
	nop
	pushfl
	andl	$0xFFFFFEFF, (%esp)
	popfl
	.globl	way_stepped
way_stepped:
	jmp	way_back

	.bss
kept_esp:	.long 0
way:		.long 0
way_esp:	.long 0
left_esp:	.long 0
