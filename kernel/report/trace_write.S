/* Where ring 0's code records an event: C cannot name the registers of the code that calls.
 *
 * void trace_write(uint32_t event, const uint32_t arg[4], uint8_t length)
 *
 * Any context. Goes on in trace_event(registers, event, arg, length) with this on the stack:
 *
 *	length, arg, event	36(%esp), 32(%esp), 28(%esp)
 *	return address		24(%esp)
 *	edi, esi, ebx, ebp
 *	esp			behind the return
 *	eip			<- esp: the struct moment_registers
 */
	.text
	.cfi_sections .debug_frame
	.globl	trace_write
trace_write:
	.cfi_startproc
	pushl	%edi
	pushl	%esi
	pushl	%ebx
	pushl	%ebp
	.cfi_def_cfa_offset 20
	leal	20(%esp), %eax
	pushl	%eax
	pushl	20(%esp)
	movl	%esp, %eax
	.cfi_def_cfa_offset 28
	pushl	36(%esp)
	pushl	36(%esp)
	pushl	36(%esp)
	pushl	%eax
	.cfi_def_cfa_offset 44
	call	trace_event
	addl	$40, %esp
	.cfi_def_cfa_offset 4
	ret
	.cfi_endproc
