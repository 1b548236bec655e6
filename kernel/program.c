/* The program's first thread. */
#include "kernel/program.h"

#include "boot/layout.h"
#include "kernel/frames.h"
#include "kernel/paging.h"
#include "kernel/panic.h"
#include "kernel/power.h"
#include "kernel/report.h"
#include "kernel/segments.h"
#include "kernel/space.h"
#include "lib/heap.h"

#include <nt.h>

#define STACK_SIZE (256 * 1024)

int main(int argc, char **argv);

/* program_start.S: calls program_main on the stack that ends below top. */
_Noreturn void program_start(void *top);
_Noreturn void program_main(void);

static TEB teb __attribute__((aligned(PAGE_SIZE)));
static int argument_count;
static char **argument_words;
static PEXCEPTION_ROUTINE final_handler;

/* Memory in use, in frames, without the tables that stay once made. */
static uint32_t frames_at_start;

static uint32_t frames_in_use(void)
{
    struct frame_usage usage = frame_usage();
    return usage.total - usage.free - paging_table_frames();
}

void program_init_tib(void)
{
    teb.NtTib.ExceptionList = EXCEPTION_CHAIN_END;
    teb.NtTib.Self = &teb.NtTib;
    /* Windows' identifiers are multiples of four; these are as good as any. */
    teb.UniqueProcess = 4;
    teb.UniqueThread = 8;
    segments_set_tib(&teb);
}

void program_set_final_handler(PEXCEPTION_ROUTINE handler)
{
    final_handler = handler;
}

void program_run(int count, char **words)
{
    argument_count = count;
    argument_words = words;
    size_t size = STACK_SIZE;
    char *base = space_alloc_stack(&size);
    if (!base)
        panic("no memory for the program's stack");
    teb.DeallocationStack = base;
    teb.NtTib.StackLimit = base + PAGE_SIZE;
    teb.NtTib.StackBase = base + size;
    frames_at_start = frames_in_use();
    EXCEPTION_REGISTRATION_RECORD *final = (EXCEPTION_REGISTRATION_RECORD *)(base + size) - 1;
    *final = (EXCEPTION_REGISTRATION_RECORD){EXCEPTION_CHAIN_END, final_handler};
    teb.NtTib.ExceptionList = final;
    program_start(final);
}

void program_main(void)
{
    program_exit(main(argument_count, argument_words));
}

static void report_leaks(void)
{
    heap_check();
    heap_release_reserve();
    struct heap_usage heap = heap_usage();
    if (heap.blocks)
        report_line("leak: %zu bytes in %zu block%s of the heap were never freed", heap.bytes,
                    heap.blocks, heap.blocks == 1 ? "" : "s");
    else if (frames_in_use() > frames_at_start)
        report_line("leak: %u pages of memory were never given back",
                    (unsigned)(frames_in_use() - frames_at_start));
}

void program_exit(int status)
{
    if (CHECKED)
        report_leaks();
    power_off((uint32_t)status);
}
