/* The floor's switch: see floor.c. */

#define TIB_CHAIN       0x00
#define TIB_STACK_BASE  0x04
#define TIB_STACK_LIMIT 0x08
#define TIB_FIBER       0x10

/* struct block of floor.c */
#define BLOCK_ESP  0x00
#define BLOCK_NEXT 0x04
#define BLOCK_LIMIT 0x08

	.text

/* void floor_yield(void)
 *
 * Leaves on the stack of the running block, and takes from that of the next:
 *
 *	return address
 *	ebp, ebx, esi, edi
 *	chain, StackBase, StackLimit	<- esp, as the block has it
 */
	.globl	floor_yield
floor_yield:
	movl	%fs:TIB_FIBER, %eax
	movl	BLOCK_NEXT(%eax), %edx
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%fs:TIB_CHAIN
	pushl	%fs:TIB_STACK_BASE
	pushl	%fs:TIB_STACK_LIMIT
	movl	%esp, BLOCK_ESP(%eax)
take_edx:
	movl	%edx, %fs:TIB_FIBER
	movl	BLOCK_ESP(%edx), %esp
	popl	%fs:TIB_STACK_LIMIT
	popl	%fs:TIB_STACK_BASE
	popl	%fs:TIB_CHAIN
	popl	%edi
	popl	%esi
	popl	%ebx
	popl	%ebp
	ret

/* void floor_start(struct block *block, void function(void))
 *
 * Saves the caller as floor_yield does, in the running block, and begins function on the other's
 * stack, where it finds nothing.
 */
	.globl	floor_start
floor_start:
	movl	4(%esp), %edx
	movl	8(%esp), %ecx
	movl	%fs:TIB_FIBER, %eax
	pushl	%ebp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%fs:TIB_CHAIN
	pushl	%fs:TIB_STACK_BASE
	pushl	%fs:TIB_STACK_LIMIT
	movl	%esp, BLOCK_ESP(%eax)
	movl	%edx, %fs:TIB_FIBER
	movl	%edx, %fs:TIB_STACK_BASE
	movl	BLOCK_LIMIT(%edx), %eax
	movl	%eax, %fs:TIB_STACK_LIMIT
	movl	$-1, %fs:TIB_CHAIN
	movl	%edx, %esp
	jmp	*%ecx

/* _Noreturn void floor_leave(void)
 *
 * The running block is done with; the next goes on. To be jumped to.
 */
	.globl	floor_leave
floor_leave:
	movl	%fs:TIB_FIBER, %eax
	movl	BLOCK_NEXT(%eax), %edx
	jmp	take_edx

	.section .note.GNU-stack, "", @progbits
