/* A fiber's record. Serves C and assembly. */
#ifndef WIN32_THREADS_FIBER_H
#define WIN32_THREADS_FIBER_H

/* clang-format off */
#define FIBER_OFFSETS(row)                                                                         \
    row(FIBER_PARAMETER, parameter, 0x00)                                                          \
    row(FIBER_CHAIN, chain, 0x04)                                                                  \
    row(FIBER_STACK_BASE, stack_base, 0x08)                                                        \
    row(FIBER_STACK_LIMIT, stack_limit, 0x0C)                                                      \
    row(FIBER_DEALLOCATION_STACK, deallocation_stack, 0x10)                                        \
    row(FIBER_EDI, context.Edi, 0xB0)                                                              \
    row(FIBER_ESI, context.Esi, 0xB4)                                                              \
    row(FIBER_EBX, context.Ebx, 0xB8)                                                              \
    row(FIBER_EBP, context.Ebp, 0xC8)                                                              \
    row(FIBER_EIP, context.Eip, 0xCC)                                                              \
    row(FIBER_ESP, context.Esp, 0xD8)                                                              \
    row(FIBER_FLS, fls, 0x2E8)
/* clang-format on */

#ifdef __ASSEMBLER__
#define FIBER_ROW(name, field, offset) .set name, offset;
FIBER_OFFSETS(FIBER_ROW)
#else
#include <windef.h>

/* Windows 7's layout up to `fls`; programs that take fibers apart find there what they expect. */
struct fiber {
    PVOID parameter;
    EXCEPTION_REGISTRATION_RECORD *chain;
    PVOID stack_base, stack_limit, deallocation_stack;
    CONTEXT context; /* the registers that a call leaves alone; with FLOAT_SWITCH, the FPU */
    PVOID wx86, activation_context;
    PVOID fls;
    DWORD guaranteed_stack;
    WORD teb_flags;
    /* Words of the TEB that Windows' does not have: user-level threads run in one fiber. */
    DWORD root, preempt, slice;
    LPVOID stack; /* of its own, or NULL */
    void(WINAPI *function)(LPVOID parameter);
} __attribute__((aligned(16))); /* so that fxsave can store into the context */

#define FIBER_ASSERT(name, field, offset) NT_ASSERT_OFFSET(struct fiber, field, offset);
FIBER_OFFSETS(FIBER_ASSERT)
#endif

#endif
