/* The beginning of an assembly function that works on its caller's registers: lays them down as a
 * CONTEXT. For assembly. */
#ifndef SEH_EMUL_CONTEXT_LAY_CONTEXT_H
#define SEH_EMUL_CONTEXT_LAY_CONTEXT_H

#include "seh_emul/context/offsets.h"

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
    call capture_caller;                                                                           \
    leal 8 + arguments(% ebp), % eax;                                                              \
    movl % eax, CONTEXT_ESP(% ebx)

#endif
