/* The program's first thread. */
#include "kernel/call/program.h"
#include "kernel/program_threads.h"

#include "boot/layout.h"
#include "kernel/call/report.h"
#include "kernel/call/tib.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/power.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "kernel/memory/stacks.h"
#include "kernel/objects/handles.h"
#include "kernel/threads/program_stacks.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/thread.h"
#include "kernel/trap/service_entry.h"

#include <nt.h>

#define STACK_SIZE (1024 * 1024) /* as Windows' linkers have it */

/* The pages of the TEB and, behind it, of the PEB. */
#define BLOCKS     2
_Static_assert(PEB_PAGE == TEB_PAGE + PAGE_SIZE, "both are committed in one call");

static struct stack stack;

#define THREAD_FRAMES 1 /* the slab's for the first thread */

/* Frames in use at the start, without page tables, because these stay once made. */
static uint32_t frames_at_start;

static uint32_t frames_in_use(void)
{
    struct frame_usage usage = frame_usage();
    return usage.total - usage.free - paging_table_frames();
}

/* Windows 7 with its service pack, because its rules are followed. */
static void init_peb(PEB *peb)
{
    enum { WINDOWS_NT = 2, CONSOLE = 3, FIRST_USERS = 1 };
    peb->Mutant = (HANDLE)-1;
    peb->ImageBaseAddress = direct(IMAGE_PHYSICAL);
    peb->NumberOfProcessors = cpus_running;
    peb->OSMajorVersion = 6;
    peb->OSMinorVersion = 1;
    peb->OSBuildNumber = 7601;
    peb->OSCSDVersion = 0x100;
    peb->OSPlatformId = WINDOWS_NT;
    peb->ImageSubsystem = CONSOLE;
    peb->SessionId = FIRST_USERS;
}

/* Lays the arguments of program_main below the final frame, and the return address 0, where
 * backtraces end. Returns the stack pointer to begin with. */
static uint32_t lay_arguments(struct final_frame *final, int count, char **words)
{
    uint32_t *esp = (uint32_t *) final - 4;
    esp[0] = 0;
    esp[1] = (uint32_t)count;
    esp[2] = (uint32_t)words;
    return (uint32_t)esp;
}

void program_make_thread(unsigned ring, int count, char **words)
{
    TEB *teb = (TEB *)TEB_PAGE;
    PEB *peb = (PEB *)PEB_PAGE;
    frames_at_start = frames_in_use();
    if (stack_alloc(STACK_SIZE + PROGRAM_LOCALS_ROOM, &stack) != STATUS_SUCCESS ||
        !space_commit(teb, BLOCKS * PAGE_SIZE, PAGING_WRITE | PAGING_USER))
        panic("no memory for the program's stack");
    init_peb(peb);
    teb = direct(paging_look(teb).physical);
    struct thread *thread = thread_make(teb, TEB_PAGE, false);
    if (!thread)
        panic("no memory for the program's thread");
    teb->ProcessEnvironmentBlock = peb;
    uint32_t esp = lay_arguments(program_set_stack(teb, &stack), count, words);
    thread_set_start(thread, ring, (uint32_t)program_main, esp);
    schedule_ready(thread);
}

/* If the runtime checks itself, frames that are left then are its own mistake. */
static _Noreturn void end_program(int status, size_t blocks, size_t bytes)
{
    if (CHECKED) {
        handles_close_all();
        thread_memory_free_kept();
    }
    uint32_t frames = frames_in_use() - stack_frames(&stack) - BLOCKS - THREAD_FRAMES;
    if (blocks)
        report_line("leak: %u bytes in %u block%s of the heap were never freed", (unsigned)bytes,
                    (unsigned)blocks, blocks == 1 ? "" : "s");
    else if (CHECKED && frames > frames_at_start)
        report_line("leak: %u pages of memory were never given back",
                    (unsigned)(frames - frames_at_start));
    power_off((uint32_t)status);
}

/* Counts the looks at threads that should have ended. A look from here is a whole service, some
 * ten times as long as one of a CPU that spins. */
static void await_end_of_others(void)
{
    enum { SPINS = 16 };
    static uint32_t looks;
    if (looks++ < cpus_patience / SPINS)
        return;
    for (uint32_t i = 0; i < cpus_running; i++)
        if (&cpus[i] != this_cpu() && cpus[i].thread != cpus[i].run.idle_thread)
            panic("CPU %u does not end its thread %u", (unsigned)i, (unsigned)cpus[i].thread->id);
}

/* A decision of another CPU about a worker's scheduler is carried out first. */
uint32_t user_program_end_others(struct service_call *call)
{
    struct cpu *cpu = this_cpu();
    if (cpu->run.carrier && cpu->run.carrier->decided) {
        cpu->at_end |= AT_END_SCHEDULE;
        return service_again(call);
    }
    program_ending = (struct program_ending){true, call->words[0]};
    threads_end_others(call->words[0]);
    return STATUS_SUCCESS;
}

uint32_t user_program_end(struct service_call *call)
{
    if (CHECKED && !threads_end_others(call->words[0])) {
        await_end_of_others();
        return service_again(call); /* until those on other CPUs have ended, too */
    }
    end_program((int)call->words[0], call->words[1], call->words[2]);
}
