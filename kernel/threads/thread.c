/* The state that a thread begins with, and its end. */
#include "kernel/threads/thread.h"

#include "boot/layout.h"
#include "kernel/call/branches.h"
#include "kernel/call/calls.h"
#include "kernel/call/eflags.h"
#include "kernel/call/segment_registers.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpu/segment_loads.h"
#include "kernel/cpu/segments.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/power.h"
#include "kernel/memory/slab.h"
#include "kernel/memory/user_memory.h"
#include "kernel/objects/mutex.h"
#include "kernel/objects/publish.h"
#include "kernel/objects/timer.h"
#include "kernel/threads/apc.h"
#include "kernel/threads/program_stacks.h"
#include "kernel/threads/ready.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/settings.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/threads/thread_registers.h"
#include "kernel/trap/ring3_pieces.h"
#include "kernel/trap/service_entry.h"
#include "kernel/ums/kernel_ums.h"
#include "lib/inlining.h"

#include <nt_objects.h>
#include <string.h>

static struct slab threads = SLAB_ZEROED_TO(threads, struct thread, fpu);
static struct link all = {&all, &all};
static uint32_t of_program; /* how many of them serve nobody */

static const struct object_rights rights = {
    .read = STANDARD_RIGHTS_READ | THREAD_GET_CONTEXT | THREAD_QUERY_INFORMATION,
    .write = STANDARD_RIGHTS_WRITE | THREAD_TERMINATE | THREAD_SUSPEND_RESUME | THREAD_SET_CONTEXT |
             THREAD_SET_INFORMATION,
    .execute = STANDARD_RIGHTS_EXECUTE | SYNCHRONIZE | THREAD_QUERY_LIMITED_INFORMATION,
    .all = THREAD_ALL_ACCESS,
};

/* A right to ask, or to set, has the limited one with it. */
static uint32_t with_limited(uint32_t access)
{
    if (access & THREAD_QUERY_INFORMATION)
        access |= THREAD_QUERY_LIMITED_INFORMATION;
    if (access & THREAD_SET_INFORMATION)
        access |= THREAD_SET_LIMITED_INFORMATION;
    return access;
}

const struct object_type thread_type = {.name = "thread",
                                        .kind = OBJECT_OTHER,
                                        .rights = &rights,
                                        .slab = &threads,
                                        .end = thread_ids_forget,
                                        .complete = with_limited};

static void init(struct thread *thread, TEB *teb, uint32_t teb_address)
{
    thread->teb = teb;
    thread->teb_address = teb_address;
    segments_describe_teb(thread->fs, teb_address);
    thread->exit_code = STATUS_PENDING;
    list_init(&thread->apcs);
    list_init(&thread->mutexes);
    list_init(&thread->timers);
    fpu_first_state(thread->fpu);
    thread->name[0] = 0;
    teb->NtTib.ExceptionList = EXCEPTION_CHAIN_END;
    teb->NtTib.FiberData = (PVOID)TIB_NO_FIBER;
    teb->NtTib.Self = (NT_TIB *)teb_address;
    teb->UniqueProcess = 4;
    *teb_word(teb, TIB_ATTENTION) = TIB_ATTEND;
    *teb_word(teb, TIB_LIBRARY) = teb_address + TIB_LIBRARY;
}

/* Idle threads take no locks of the C library, but for the first CPU's, before any other runs. */
#define NUMBER_OF_START 4u

void thread_begin_idle(void)
{
    interrupts_must_be_off();
    static TEB tebs[CPUS_MOST];
    static struct thread idle[CPUS_MOST];
    struct cpu *cpu = this_cpu();
    struct thread *thread = &idle[cpu->number];
    TEB *teb = &tebs[cpu->number];
    ready_init();
    init(thread, teb, (uint32_t)teb);
    *teb_word(teb, TIB_NUMBER) = NUMBER_OF_START;
    thread->state = THREAD_RUNNING;
    thread->cpu = cpu;
    thread->halting = true;
    thread->affinity = 1u << cpu->number;
    cpu->run.idle_thread = thread;
    thread_set_running(cpu, thread);
    fs_load(SELECTOR_TIB0);
}

struct thread *thread_make(TEB *teb, uint32_t teb_address, bool serving)
{
    kernel_must_be_locked();
    struct thread *thread = object_make(&thread_type);
    if (!thread)
        return NULL;
    init(thread, teb, teb_address);
    thread_ids_add(thread);
    teb->UniqueThread = *teb_word(teb, TIB_NUMBER) = thread->id;
    settings_begin(thread);
    thread->made = clock_now();
    thread->cpu = this_cpu();
    thread->serving = serving;
    of_program += !serving;
    list_append(&all, &thread->all);
    return thread;
}

void thread_set_start(struct thread *thread, unsigned ring, uint32_t eip, uint32_t esp)
{
    struct trap_frame *frame = &thread->frame3;
    if (ring == 0) {
        frame = (struct trap_frame *)(esp - TRAP_FRAME_RING0_SIZE);
        __builtin_memset(frame, 0, TRAP_FRAME_RING0_SIZE); /* no call for so few words */
        trap_use_segments0(frame);
    } else {
        *frame = (struct trap_frame){.esp = esp};
        trap_use_segments3(frame);
    }
    frame->eip = eip;
    frame->eflags = EFLAGS_FIXED | EFLAGS_IF;
    thread->frame = frame;
}

/* ---------------------------------------------------------------- creation */

/* Lays the call of eip with two arguments, as the thread's frame goes on to, on its stack. */
static void lay_call(struct thread *thread, unsigned ring, const struct thread_creation *creation)
{
    uint32_t *esp = (uint32_t *)program_set_stack(thread->teb, &thread->memory.stack);
    *--esp = creation->argument[1];
    *--esp = creation->argument[0];
    *--esp = 0; /* the return address, where backtraces end */
    thread_set_start(thread, ring, creation->eip, (uint32_t)esp);
    thread->frame->eax = creation->argument[0];
    thread->frame->ebx = creation->argument[1];
}

static struct thread *create(unsigned ring, const struct thread_creation *creation)
{
    struct thread_memory memory;
    if (!thread_memory_take(creation->stack_size, &memory))
        return NULL;
    struct thread *thread = thread_make(memory.teb, memory.teb_address, creation->serving);
    if (!thread) {
        thread_memory_give(&memory);
        return NULL;
    }
    thread->memory = memory;
    thread->teb->ProcessEnvironmentBlock = (struct _PEB *)PEB_PAGE;
    thread->suspended = creation->suspended;
    lay_call(thread, ring, creation);
    return thread;
}

static unsigned ring_of(const struct service_call *call)
{
    return trap_from_ring3(call->frame) ? 3 : 0;
}

uint32_t user_thread_create(struct service_call *call)
{
    struct thread_creation creation;
    if (RARELY(program_ending.begun))
        return STATUS_PROCESS_IS_TERMINATING;
    if (!user_read_words(call, (uint32_t *)&creation, call->words[1], sizeof creation / 4))
        return STATUS_ACCESS_VIOLATION;
    struct thread *thread = create(ring_of(call), &creation);
    if (!thread)
        return STATUS_NO_MEMORY;
    trace(kernel_made, thread->id, creation.eip, creation.argument[0],
          creation.worker    ? TRACE_WORKER
          : creation.serving ? TRACE_SERVING
                             : TRACE_PLAIN);
    object_keep(&thread->object); /* one for object_publish, one for the thread itself */
    uint32_t status = STATUS_SUCCESS;
    if (creation.affinity || creation.ideal)
        status = settings_take(thread, &creation);
    if (status == STATUS_SUCCESS && creation.worker)
        status = ums_bind(call, thread, creation.worker);
    if (status == STATUS_SUCCESS && !user_answer(call, call->words[2], thread->id))
        status = STATUS_ACCESS_VIOLATION;
    if (status == STATUS_SUCCESS)
        status = object_publish(call, &thread->object, call->words[0], 0);
    else
        object_release(&thread->object);
    if (status == STATUS_SUCCESS)
        schedule_ready(thread);
    else
        thread_end(thread, status);
    return status;
}

/* ---------------------------------------------------------------- end */

void thread_bury(struct thread *thread)
{
    kernel_must_be_locked();
    process_settings.ran += thread->ran;
    if (thread->piece)
        ring3_forget_piece(thread);
    if (thread->memory.teb_address)
        thread_memory_give(&thread->memory);
    object_release(&thread->object);
}

/* Ends a thread that does not run on another CPU. running: it runs on this CPU. */
static HOT void end(struct thread *thread, uint32_t exit_code, bool running)
{
    if (thread->state == THREAD_WAITING)
        wait_forget(thread);
    else
        schedule_forget(thread);
    trace(kernel_ended, thread->id, exit_code);
    thread->state = THREAD_ENDED;
    thread->object.signal = 1;
    thread->exit_code = exit_code;
    thread->ended = clock_now();
    list_remove(&thread->all);
    of_program -= !thread->serving;
    if (!of_program && !program_ending.begun)
        power_off(exit_code); /* the last one was ended by another, so it does not end the run */
    mutex_abandon_all(thread);
    timers_stop_all(thread);
    apc_forget_all(thread);
    wait_changed(&thread->object);
    if (running)
        this_cpu()->at_end |= AT_END_SCHEDULE; /* the next thread buries it */
    else
        thread_bury(thread);
}

static void end_later(struct thread *thread, uint32_t exit_code)
{
    thread->ending = true;
    thread->end_code = exit_code;
}

/* Ends a worker or a scheduler thread. A worker that runs elsewhere comes back here. */
static OWN_STACK void end_ums(struct thread *thread, uint32_t exit_code)
{
    bool here = thread == this_thread(), held = thread->state == THREAD_HELD && !here;
    if (held) {
        end_later(thread, exit_code);
        if (ums_take_off(thread))
            thread_end_held(thread);
        return;
    }
    if (thread->state == THREAD_WAITING) { /* maybe for the list that it comes to now */
        wait_forget(thread);
        thread->state = THREAD_STOPPED;
    }
    ums_ended(thread, thread->state != THREAD_NEW);
    end(thread, exit_code, here);
}

void thread_end_held(struct thread *worker)
{
    kernel_must_be_locked();
    ums_ended(worker, false);
    end(worker, worker->end_code, false);
}

void thread_end(struct thread *thread, uint32_t exit_code)
{
    kernel_must_be_locked();
    bool running = thread->state == THREAD_RUNNING;
    if (running && thread != this_thread()) {
        end_later(thread, exit_code);
        schedule_decided(thread);
    } else if (RARELY(thread->ums != NULL)) {
        end_ums(thread, exit_code);
    } else {
        end(thread, exit_code, running);
    }
}

struct thread *thread_after(const struct thread *before)
{
    kernel_must_be_locked();
    struct link *link = before ? before->all.next : all.next;
    return link == &all ? NULL : list_record(struct thread, all, link);
}

/* The end of a scheduler may be that of other threads, too. So after each the walk begins anew. */
struct program_ending program_ending;

bool threads_end_others(uint32_t exit_code)
{
    kernel_must_be_locked();
    struct thread *thread = NULL;
    bool some_run = false;
    while ((thread = thread_after(thread))) {
        if (thread == this_thread() || thread == this_cpu()->run.carrier)
            continue;
        if (thread->ending) {
            some_run = true;
            continue;
        }
        thread_end(thread, exit_code);
        thread = NULL;
        some_run = false;
    }
    return !some_run;
}

uint32_t user_thread_exit(struct service_call *call)
{
    struct thread *thread = this_thread();
    if (!program_ending.begun && (thread->serving || of_program > 1))
        thread_end(thread, call->words[0]);
    return 0;
}

uint32_t user_thread_terminate(struct service_call *call)
{
    uint32_t status;
    struct thread *thread = thread_by_handle(call->words[0], THREAD_TERMINATE, &status);
    if (!thread)
        return status;
    if (thread == this_thread())
        return STATUS_CANT_TERMINATE_SELF;
    if (thread->state == THREAD_ENDED)
        return STATUS_THREAD_IS_TERMINATING;
    thread_end(thread, call->words[1]);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- suspending */

uint32_t user_thread_suspend(struct service_call *call)
{
    uint32_t status;
    struct thread *thread = thread_by_handle(call->words[0], THREAD_SUSPEND_RESUME, &status);
    if (!thread)
        return status;
    if (thread->state == THREAD_ENDED)
        return STATUS_THREAD_IS_TERMINATING;
    if (thread->suspended == MAXIMUM_SUSPEND_COUNT)
        return STATUS_SUSPEND_COUNT_EXCEEDED;
    if (!user_answer(call, call->words[1], thread->suspended))
        return STATUS_ACCESS_VIOLATION;
    if (thread->suspended++ == 0)
        schedule_stop(thread);
    return STATUS_SUCCESS;
}

uint32_t user_thread_resume(struct service_call *call)
{
    uint32_t status;
    struct thread *thread = thread_by_handle(call->words[0], THREAD_SUSPEND_RESUME, &status);
    if (!thread)
        return status;
    if (!user_answer(call, call->words[1], thread->suspended))
        return STATUS_ACCESS_VIOLATION;
    if (!thread->suspended || --thread->suspended)
        return STATUS_SUCCESS;
    thread_frame_lay(thread);
    if (thread->state == THREAD_STOPPED)
        schedule_ready(thread);
    else if (thread->worker)
        ums_resumed(thread);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- the running one */

struct thread *thread_by_fs(void)
{
    interrupts_must_be_off();
    return ums_thread_in(this_thread(), fs_read());
}
