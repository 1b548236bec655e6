/* Between try.c and try_blocks.S, which has the contracts. */
#ifndef SEH_EMUL_TRY_H
#define SEH_EMUL_TRY_H

#include <seh_try.h>

/* By which a function finds its variables. */
struct base_registers {
    DWORD ebp, esi;
};

int seh_try_call(const void *entry, struct seh_frame *frame, struct base_registers base);
_Noreturn void seh_try_jump(const void *entry, const struct seh_frame *frame,
                            struct base_registers base);

#endif
