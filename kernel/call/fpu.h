/* The x87 and SSE: single instructions, any ring. */
#ifndef KERNEL_CALL_FPU_H
#define KERNEL_CALL_FPU_H

#include "kernel/call/features.h"

#define MXCSR_AT_RESET 0x1F80u
#define X87_CW_WINDOWS 0x027Fu /* a new thread's on Windows: everything masked, 53 bits */

#define X87_STATE_SIZE 108 /* bytes that fnsave stores */

/* Resets the FPU; a pending exception does not fire, then or later. */
static inline void x87_reset(void)
{
    __asm__ volatile("fninit");
}

/* Stores the state and resets the FPU; a pending exception does not fire. */
static inline void x87_save(void *area)
{
    __asm__ volatile("fnsave %0" : "=m"(*(char(*)[X87_STATE_SIZE])area));
}

static inline void x87_load(const void *area)
{
    __asm__ volatile("frstor %0" : : "m"(*(const char(*)[X87_STATE_SIZE])area));
}

/* Stores the state, which the FPU keeps. */
static inline void x87_copy(void *area)
{
    __asm__ volatile("fnsave %0\n\tfrstor %0" : "=m"(*(char(*)[X87_STATE_SIZE])area));
}

static inline uint16_t x87_status(void)
{
    uint16_t value;
    __asm__ volatile("fnstsw %0" : "=m"(value)); /* QEMU lets the form with ax raise */
    return value;
}

/* Clears every exception of the status word. */
static inline void x87_clear(void)
{
    __asm__ volatile("fnclex");
}

static inline uint16_t x87_control_read(void)
{
    uint16_t value;
    __asm__ volatile("fnstcw %0" : "=m"(value));
    return value;
}

static inline void x87_control_write(uint16_t value)
{
    __asm__ volatile("fldcw %0" : : "m"(value));
}

#define FXSAVE_SIZE      512 /* bytes that fxsave stores */
#define FXSAVE_ALIGNMENT 16

/* fx_save and fx_load need cpu_features.fxsr. */
static inline void fx_save(void *area)
{
    __asm__ volatile("fxsave %0" : "=m"(*(char(*)[FXSAVE_SIZE])area));
}

static inline void fx_load(const void *area)
{
    __asm__ volatile("fxrstor %0" : : "m"(*(const char(*)[FXSAVE_SIZE])area));
}

static inline uint32_t mxcsr_read(void)
{
    uint32_t value;
    __asm__ volatile("stmxcsr %0" : "=m"(value));
    return value;
}

static inline void mxcsr_write(uint32_t value)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(value));
}

/* Brings the FPU, and SSE where there is one, into a thread's first state. */
static inline void fpu_reset(void)
{
    x87_reset();
    x87_control_write(X87_CW_WINDOWS);
    if (cpu_features.sse)
        mxcsr_write(MXCSR_AT_RESET);
}

#endif
