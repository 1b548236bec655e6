/* A store clears sixteen bytes where there is SSE: in an emulator each store counts. */
#include "kernel/memory/page_clear.h"

#include "boot/layout.h"
#include "kernel/call/features.h"
#include "kernel/cpu/fpu_state.h"

#include <string.h>

/* The register belongs to the running thread. Where a task switch came before, its flag would make
 * the first use fault; the switch back sets the flag again. */
static void clear_by_sse(char *end)
{
    char kept[16];
    int32_t place = -(int32_t)PAGE_SIZE;
    fpu_claim();
    __asm__ volatile("movups %%xmm0, %[kept]\n\t"
                     "xorps %%xmm0, %%xmm0\n"
                     "1:\n\t"
                     ".set at, 0\n\t"
                     ".rept 32\n\t"
                     "movaps %%xmm0, at(%[end], %[place])\n\t"
                     ".set at, at + 16\n\t"
                     ".endr\n\t"
                     "addl $512, %[place]\n\t"
                     "jnz 1b\n\t"
                     "movups %[kept], %%xmm0"
                     : [kept] "=m"(kept), [place] "+r"(place)
                     : [end] "r"(end)
                     : "memory", "cc");
}

void page_clear(void *page)
{
    if (cpu_features.sse)
        clear_by_sse((char *)page + PAGE_SIZE);
    else
        memset(page, 0, PAGE_SIZE);
}
