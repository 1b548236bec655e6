/* The FPU's first state. */
#include "kernel/cpu/fpu_state.h"

#include "kernel/cpu/control.h"

#include <string.h>

static char first_state[FXSAVE_SIZE] __attribute__((aligned(FXSAVE_ALIGNMENT)));

void fpu_init(void)
{
    /* NE: x87 faults arrive as vector 16, not by the old way through the interrupt controller.
     * AM: as on Windows, alignment is not checked, whatever a program's flags say. */
    cr0_write((cr0_read() & ~(CR0_EM | CR0_TS | CR0_AM)) | CR0_MP | CR0_NE);
    if (cpu_features.fxsr)
        cr4_write(cr4_read() | CR4_OSFXSR | (cpu_features.sse ? CR4_OSXMMEXCPT : 0));
    fpu_reset();
    fpu_save(first_state);
    fpu_load(first_state);
}

void fpu_first_state(void *area)
{
    memcpy(area, first_state, sizeof first_state);
}

/* Intel's manual gives bits for CPUs that do not tell theirs. */
void fpu_set_control(void *area, uint16_t x87_control, uint32_t mxcsr)
{
    enum { FX_MXCSR = 24, FX_MXCSR_MASK = 28, MXCSR_BITS = 0xFFBF };
    uint32_t told = *(const uint32_t *)(first_state + FX_MXCSR_MASK);
    *(uint16_t *)area = x87_control; /* the first word of both forms */
    if (cpu_features.sse)
        *(uint32_t *)((char *)area + FX_MXCSR) = mxcsr & (told ? told : MXCSR_BITS);
}
