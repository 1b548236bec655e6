/* The stubs of the services, one for each row of services.h. */
#include "kernel/call/service.h"

	.text
	.cfi_sections .debug_frame

/* result sys_NAME parameters
 *
 *	parameters		4(%esp), where edx points for the kernel
 *	return address		<- esp
 *
 * Crosses to the kernel's entry, whose result comes back in eax. In ring 0 a direct service's stub
 * continues in NAME, and that of a handed one where handed_NAME points.
 */
#define TAKE_GATE(name)
#define TAKE_DIRECT(name) \
	movw	%cs, %ax; \
	testb	$3, %al; \
	jz	name;
#define TAKE_HANDED(name) \
	movw	%cs, %ax; \
	testb	$3, %al; \
	jnz	1f; \
	jmp	*handed_##name; \
1:
#define SERVICE(way, words, result, name, parameters) \
	.globl	sys_##name; \
sys_##name: \
	.cfi_startproc; \
	TAKE_##way(name) \
	movl	$SERVICE_##name, %eax; \
	leal	4(%esp), %edx; \
	int	$0x2E; \
	ret; \
	.cfi_endproc;
#include "kernel/call/services.h"
#undef SERVICE
