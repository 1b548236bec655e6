/* The beginning of an assembly function that works on its caller's registers: lays them down as a
 * CONTEXT. For assembly. */
#ifndef SEH_EMUL_CONTEXT_LAY_CONTEXT_H
#define SEH_EMUL_CONTEXT_LAY_CONTEXT_H

#include "seh_emul/context/context_offsets.h"

/* clang-format off */
/* Stores the integer registers but ebx in the context at ebx. Changes no flag. */
#define CAPTURE_REGISTERS \
	movl	%eax, CONTEXT_EAX(%ebx); \
	movl	%ecx, CONTEXT_ECX(%ebx); \
	movl	%edx, CONTEXT_EDX(%ebx); \
	movl	%esi, CONTEXT_ESI(%ebx); \
	movl	%edi, CONTEXT_EDI(%ebx)

/* Stores ebp and eip as they will be when the function with this frame has returned. Changes eax and
 * no flag. */
#define CAPTURE_RETURN \
	movl	(%ebp), %eax; \
	movl	%eax, CONTEXT_EBP(%ebx); \
	movl	4(%ebp), %eax; \
	movl	%eax, CONTEXT_EIP(%ebx)

/* Stores the selectors, and leaves the upper halves of their words. */
#define CAPTURE_SEGMENTS \
	movw	%gs, CONTEXT_SEG_GS(%ebx); \
	movw	%fs, CONTEXT_SEG_FS(%ebx); \
	movw	%es, CONTEXT_SEG_ES(%ebx); \
	movw	%ds, CONTEXT_SEG_DS(%ebx); \
	movw	%cs, CONTEXT_SEG_CS(%ebx); \
	movw	%ss, CONTEXT_SEG_SS(%ebx)

/* Clears the selectors' words in fresh memory. */
#define CLEAR_SEGMENTS \
	movl	$0, CONTEXT_SEG_GS(%ebx); \
	movl	$0, CONTEXT_SEG_FS(%ebx); \
	movl	$0, CONTEXT_SEG_ES(%ebx); \
	movl	$0, CONTEXT_SEG_DS(%ebx); \
	movl	$0, CONTEXT_SEG_CS(%ebx); \
	movl	$0, CONTEXT_SEG_SS(%ebx)
/* clang-format on */

/* Lays a context below a new frame and leaves its address in ebx. The context is the state after
 * the return of the function that begins with this. The return takes so many bytes of arguments.
 *
 *	arguments		8(%ebp)
 *	return address		4(%ebp)
 *	caller's ebp		<- ebp
 *	context			<- ebx = esp
 */
#define LAY_CONTEXT(arguments)                                                                     \
    pushl % ebp;                                                                                   \
    movl % esp, % ebp;                                                                             \
    leal - CONTEXT_SIZE(% esp), % esp; /* keeps the flags */                                       \
    movl % ebx, CONTEXT_EBX(% esp);                                                                \
    movl % esp, % ebx;                                                                             \
    call capture_new;                                                                              \
    leal 8 + arguments(% ebp), % eax;                                                              \
    movl % eax, CONTEXT_ESP(% ebx)

#endif
