/* Offsets and values for assembly. A row makes a constant, and for C an assertion that it is right.
 */
#ifndef UTHREAD_SWITCH_UT_OFFSETS_H
#define UTHREAD_SWITCH_UT_OFFSETS_H

/* clang-format off */

/* A thread's block, for ut_switch.S; ut_thread.h asserts. */
#define UT_OFFSETS(row)                                                                            \
    row(UT_EBP, offsetof(struct uThread, regs[0]), 0x00)                                           \
    row(UT_ESP, offsetof(struct uThread, regs[1]), 0x04)                                           \
    row(UT_EBX, offsetof(struct uThread, regs[2]), 0x08)                                           \
    row(UT_EDI, offsetof(struct uThread, regs[3]), 0x0C)                                           \
    row(UT_ESI, offsetof(struct uThread, regs[4]), 0x10)                                           \
    row(UT_FUNC, offsetof(struct uThread, func), 0x18)                                             \
    row(UT_NEXT, offsetof(struct uThread, next), 0x2C)                                             \
    row(UT_STATUS, offsetof(struct uThread, status), 0x30)                                         \
    row(UT_MXCSR, offsetof(struct uThread, mxcsr), 0x34)                                           \
    row(UT_X87_CONTROL, offsetof(struct uThread, x87Control), 0x38)                                \
    row(UT_SCHEDULER, offsetof(struct uThread, scheduler), 0x40)                                   \
    row(UT_MAGIC_WORD, offsetof(struct uThread, magic), 0x7C)                                      \
    row(MAGIC_OF_THREADS, UT_MAGIC, 0x64685475)                                                    \
    row(UT_ARGUMENT, offsetof(struct uThread, argument), 0x50)                                     \
    row(UT_PARKED, offsetof(struct uThread, parked), 0x79)                                         \
    row(PARKED_IN_CALL, UT_IN_CALL, 0)                                                             \
    row(UT_BLOCK_SIZE, sizeof(struct uThread), 0x80)                                               \
    row(UT_NORMAL, UtStatusNormal, 1)                                                              \
    row(UT_FIRST_STACK, sizeof(struct first_stack), 0x1C)                                          \
    row(UT_FIRST_LEVEL, offsetof(struct first_stack, final_frame.scope_table), 0x14)

/* Room on the stack, for ut_switch.S; attention.h asserts. */
#define UT_STACK_OFFSETS(row)                                                                      \
    row(STACK_OF_WAITS, UT_STACK_OF_WAITS, 192)

/* The FPU, for ut_switch.S and preempt.S; ut_fpu.c asserts. */
#define UT_FPU_OFFSETS(row)                                                                        \
    row(CPU_FEATURES_SSE, offsetof(struct cpu_features, sse), 2)                                   \
    row(X87_CW_THREADS, X87_CW_WINDOWS, 0x027F)                                                    \
    row(MXCSR_THREADS, MXCSR_AT_RESET, 0x1F80)                                                     \
    row(X87_SIZE, sizeof(struct x87_area), 108)                                                    \
    row(X87_ENV_SIZE, offsetof(struct x87_area, registers), 28)                                    \
    row(X87_ENV_CONTROL, offsetof(struct x87_area, control), 0)                                    \
    row(X87_ENV_STATUS, offsetof(struct x87_area, status), 4)                                      \
    row(MXCSR_SEEN_BITS, MXCSR_SEEN, 0x3F)                                                         \
    row(SSE_SIZE, sizeof(struct sse_area), 132)

/* clang-format on */

#ifdef __ASSEMBLER__
#define UT_ROW(name, expression, value) .set name, value;
#else
#define UT_ROW(name, expression, value) name = (value),
#define UT_ASSERT_ROW(name, expression, value)                                                     \
    _Static_assert((expression) == (value), #name " in uthread/switch/ut_offsets.h");
enum ut_offset {
#endif
UT_OFFSETS(UT_ROW)
UT_STACK_OFFSETS(UT_ROW)
UT_FPU_OFFSETS(UT_ROW)
#ifndef __ASSEMBLER__
}
;
#endif

#endif
