/* The FPU's whole state: each thread has its own. Ring 0. */
#ifndef KERNEL_CPU_FPU_STATE_H
#define KERNEL_CPU_FPU_STATE_H

#include "kernel/call/fpu.h"

/* Clears CR0's task-switched bit, with which every FPU instruction would fault. */
static inline void fpu_claim(void)
{
    __asm__ volatile("clts");
}

/* Turns the FPU and SSE on and resets them. */
void fpu_init(void);

/* Save the FPU's whole state, and load it, with SSE's where there is one. The area has FXSAVE_SIZE
 * bytes. The state is undefined after fpu_save. */
static inline void fpu_save(void *area)
{
    if (cpu_features.fxsr)
        fx_save(area);
    else
        x87_save(area);
}

static inline void fpu_load(const void *area)
{
    if (cpu_features.fxsr) {
        fx_load(area);
    } else {
        x87_reset(); /* loading faults while an exception is pending */
        x87_load(area);
    }
}

/* Fills the area with a thread's first state. */
void fpu_first_state(void *area);

/* Sets the control words in an area that fpu_save has filled. Bits of mxcsr that the CPU does not
 * have are dropped, because loading them faults. */
void fpu_set_control(void *area, uint16_t x87_control, uint32_t mxcsr);

#endif
