/* Offsets in Windows' structures. Serves C and assembly. */
#ifndef SEH_EMUL_CONTEXT_CONTEXT_OFFSETS_H
#define SEH_EMUL_CONTEXT_CONTEXT_OFFSETS_H

#include "kernel/shared/offsets.h"

#ifndef __ASSEMBLER__
#include <nt.h>
#endif

/* clang-format off */
#define CONTEXT_OFFSETS(row) \
    row(CONTEXT_SIZE,         sizeof(CONTEXT),                              0x2CC) \
    row(CONTEXT_SEG_GS,       offsetof(CONTEXT, SegGs),                     0x8C) \
    row(CONTEXT_SEG_FS,       offsetof(CONTEXT, SegFs),                     0x90) \
    row(CONTEXT_SEG_ES,       offsetof(CONTEXT, SegEs),                     0x94) \
    row(CONTEXT_SEG_DS,       offsetof(CONTEXT, SegDs),                     0x98) \
    row(CONTEXT_EDI,          offsetof(CONTEXT, Edi),                       0x9C) \
    row(CONTEXT_ESI,          offsetof(CONTEXT, Esi),                       0xA0) \
    row(CONTEXT_EBX,          offsetof(CONTEXT, Ebx),                       0xA4) \
    row(CONTEXT_EDX,          offsetof(CONTEXT, Edx),                       0xA8) \
    row(CONTEXT_ECX,          offsetof(CONTEXT, Ecx),                       0xAC) \
    row(CONTEXT_EAX,          offsetof(CONTEXT, Eax),                       0xB0) \
    row(CONTEXT_EBP,          offsetof(CONTEXT, Ebp),                       0xB4) \
    row(CONTEXT_EIP,          offsetof(CONTEXT, Eip),                       0xB8) \
    row(CONTEXT_SEG_CS,       offsetof(CONTEXT, SegCs),                     0xBC) \
    row(CONTEXT_EFLAGS,       offsetof(CONTEXT, EFlags),                    0xC0) \
    row(CONTEXT_ESP,          offsetof(CONTEXT, Esp),                       0xC4) \
    row(CONTEXT_SEG_SS,       offsetof(CONTEXT, SegSs),                     0xC8) \
    row(CONTEXT_FULL_,        CONTEXT_FULL,                                 0x10007) \
    row(RECORD_FLAGS,         offsetof(EXCEPTION_RECORD, ExceptionFlags),   0x04) \
    row(RECORD_STACK_INVALID, EXCEPTION_STACK_INVALID,                      0x08) \
    row(RECORD_ADDRESS,       offsetof(EXCEPTION_RECORD, ExceptionAddress), 0x0C)
/* clang-format on */

/* EXCEPTION_POINTERS, EXCEPTION_RECORD and CONTEXT, one behind the other (context.h). The
 * CONTEXT begins CONTEXT_REMAINDER bytes behind such an address that fxsave can store straight into
 * it. */
#define LAID_EXCEPTION_SIZE 0x324
#define LAID_CONTEXT        0x58
#define CONTEXT_ALIGNMENT   16
#define CONTEXT_REMAINDER   4

OFFSETS(CONTEXT_OFFSETS)

#endif
