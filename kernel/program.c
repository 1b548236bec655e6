/* The program's first thread. */
#include "kernel/program.h"

#include "boot/layout.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpus/cpus.h"
#include "kernel/devices/power.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stacks.h"
#include "kernel/report/panic.h"
#include "kernel/report/report.h"
#include "kernel/services/service.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tib.h"
#include "kernel/trap/ring3.h"

#include <nt.h>

#define STACK_SIZE (256 * 1024)

/* The pages of the TEB and, behind it, of the PEB. */
#define BLOCKS     2
_Static_assert(PEB_PAGE == TEB_PAGE + PAGE_SIZE, "both are committed in one call");

/* program_start.S: calls program_main on the stack that ends below top. */
_Noreturn void program_start(void *top, int count, char **words);

static struct final_frame final_frame = {.record.Next = EXCEPTION_CHAIN_END};
static struct stack stack;
static struct thread thread;

/* Frames in use at the start, without page tables, because these stay once made. */
static uint32_t frames_at_start;

static uint32_t frames_in_use(void)
{
    struct frame_usage usage = frame_usage();
    return usage.total - usage.free - paging_table_frames();
}

static void init_teb(TEB *teb)
{
    teb->NtTib.ExceptionList = EXCEPTION_CHAIN_END;
    teb->NtTib.FiberData = (PVOID)TIB_NO_FIBER;
    teb->NtTib.Self = &teb->NtTib;
    /* Windows' identifiers are multiples of four; these are as good as any. */
    teb->UniqueProcess = 4;
    teb->UniqueThread = 8;
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND;
    *teb_word(teb, TIB_LIBRARY) = (DWORD)teb_word(teb, TIB_LIBRARY);
    thread.teb = teb;
    segments_set_thread(&thread);
}

/* Windows 7 with its service pack, because its rules are followed. */
static void init_peb(PEB *peb)
{
    enum { WINDOWS_NT = 2, CONSOLE = 3 };
    peb->Mutant = (HANDLE)-1;
    peb->ImageBaseAddress = direct(IMAGE_PHYSICAL);
    peb->NumberOfProcessors = cpus_running;
    peb->OSMajorVersion = 6;
    peb->OSMinorVersion = 1;
    peb->OSBuildNumber = 7601;
    peb->OSCSDVersion = 0x100;
    peb->OSPlatformId = WINDOWS_NT;
    peb->ImageSubsystem = CONSOLE;
}

void program_init_tib(void)
{
    static TEB boot_teb;
    init_teb(&boot_teb);
}

void program_set_final_handler(PEXCEPTION_ROUTINE handler, const void *scope_table)
{
    final_frame.record.Handler = handler;
    final_frame.scope_table = scope_table;
}

struct final_frame *program_set_stack(TEB *teb, const struct stack *of)
{
    struct final_frame *final = (struct final_frame *)of->top - 1;
    *final = final_frame;
    teb->DeallocationStack = of->base;
    teb->NtTib.StackLimit = of->limit;
    teb->NtTib.StackBase = of->top;
    teb->NtTib.ExceptionList = &final->record;
    return final;
}

/* In ring 3 program_main finds the return address 0, where backtraces end. */
static _Noreturn void start_in_ring3(void *top, int count, char **words)
{
    uint32_t *esp = (uint32_t *)top - 4;
    esp[0] = 0; /* the return address */
    esp[1] = (uint32_t)count;
    esp[2] = (uint32_t)words;
    ring3_enter((uint32_t)esp, (void (*)(void))program_main);
}

void program_run(unsigned ring, int count, char **words)
{
    TEB *teb = (TEB *)TEB_PAGE;
    PEB *peb = (PEB *)PEB_PAGE;
    frames_at_start = frames_in_use();
    if (stack_alloc(STACK_SIZE, &stack) != STATUS_SUCCESS ||
        !space_commit(teb, BLOCKS * PAGE_SIZE, PAGING_WRITE | PAGING_USER))
        panic("no memory for the program's stack");
    init_teb(teb);
    init_peb(peb);
    teb->ProcessEnvironmentBlock = peb;
    struct final_frame *final = program_set_stack(teb, &stack);
    if (ring == 3)
        start_in_ring3(final, count, words);
    program_start(final, count, words);
}

void program_end(int status, size_t blocks, size_t bytes)
{
    uint32_t frames = frames_in_use() - stack_frames(&stack) - BLOCKS;
    if (blocks)
        report_line("leak: %zu bytes in %zu block%s of the heap were never freed", bytes, blocks,
                    blocks == 1 ? "" : "s");
    else if (CHECKED && frames > frames_at_start)
        report_line("leak: %u pages of memory were never given back",
                    (unsigned)(frames - frames_at_start));
    power_off((uint32_t)status);
}

uint32_t user_program_end(const struct service_call *call)
{
    program_end((int)call->words[0], call->words[1], call->words[2]);
}
