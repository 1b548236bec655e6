/* A TIB behind FS, on Linux: a segment of this process. GS is the C library's. */
#include "kernel/call/tib.h"
#include "bench/native/native.h"

#include <asm/ldt.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint32_t teb[1024] __attribute__((aligned(4096)));

bool tib_open(void)
{
    struct user_desc segment = {
        .entry_number = UINT32_MAX, /* any */
        .base_addr = (unsigned)teb,
        .limit = 0xFFFFF,
        .seg_32bit = 1,
        .limit_in_pages = 1,
        .useable = 1,
    };
    if (syscall(SYS_set_thread_area, &segment))
        return false;
    teb[6] = (uint32_t)teb;
    __asm__ volatile("movl %0, %%fs" : : "r"(segment.entry_number * 8 + 3));
    return true;
}

void tib_set_running(void *running)
{
    static uint32_t room[32]; /* above the plain stack, for the block of the code that runs there */
    teb[0] = UINT32_MAX;
    teb[1] = (uint32_t)room;
    teb[2] = 0;
    teb[4] = running ? (uint32_t)running : TIB_NO_FIBER;
}
