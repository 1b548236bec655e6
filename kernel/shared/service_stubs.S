/* The stubs of the services, one for each row of services.h. */
#include "kernel/services/service.h"

	.text

/* result sys_NAME parameters
 *
 * In ring 0 continues in NAME. In ring 3:
 *
 *	parameters		4(%esp), where edx points for the kernel
 *	return address		<- esp
 *
 * The kernel's result comes back in eax.
 */
	.set	number, 0
#define SERVICE(words, result, name, parameters) \
	.globl	sys_##name; \
sys_##name: \
	movw	%cs, %ax; \
	testb	$3, %al; \
	jz	name; \
	movl	$number, %eax; \
	jmp	cross; \
	.set	number, number + 1;
#include "kernel/services/services.h"
#undef SERVICE

cross:
	leal	4(%esp), %edx
	int	$0x2E
	ret
