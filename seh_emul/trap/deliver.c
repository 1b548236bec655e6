/* The way from the trap to the dispatcher: lays the exception on the interrupted stack and leaves
 * the trap to the dispatcher. So no part of dispatch and no handler runs inside the trap.
 *
 *	interrupted esp ->	...
 *				(in ring 0 the trap frame lay here; overwritten)
 *	CONTEXT			at an address that suits fxsave
 *	EXCEPTION_RECORD
 *	EXCEPTION_POINTERS	<- esp when KiUserExceptionDispatcher starts
 *	trap frame to leave through, in ring 0; ring 3's lies on the kernel's stack
 */
#include "boot/layout.h"
#include "kernel/call/eflags.h"
#include "kernel/call/selectors.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "kernel/call/trace.h"
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/segment_loads.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/stack_growth.h"
#include "kernel/threads/debug_registers.h"
#include "kernel/threads/thread_ids.h"
#include "kernel/trap/ring3_entries.h"
#include "kernel/trap/ring3_pieces.h"
#include "kernel/trap/trap.h"
#include "lib/inlining.h"
#include "seh_emul/context/context.h"
#include "seh_emul/dispatch/spare_stack.h"
#include "seh_emul/dispatch/unhandled.h"
#include "seh_emul/trap/put_context.h"
#include "seh_emul/trap/status.h"
#include "seh_emul/trap/trap_context.h"

void KiUserExceptionDispatcher(void); /* dispatcher.S */
void second_chance_dispatcher(void);

/* Bytes below esp. LAID_ROOM: the most that delivery puts there. DISPATCH_ROOM: the bytes that a
 * stack that cannot grow must have free for delivery, the dispatcher, and a small handler or the
 * thread's end (2100 bytes, measured). */
#define LAID_ROOM     (sizeof(struct laid_exception) + CONTEXT_ALIGNMENT + CONTEXT_REMAINDER)
#define DISPATCH_ROOM 0xA00
_Static_assert(LAID_ROOM + TRAP_FRAME_RING0_SIZE < DISPATCH_ROOM, "DISPATCH_ROOM");

/* Tells whether a debug trap is a breakpoint that met context_resume's work on the stack. Windows
 * does this work in its kernel, where breakpoints do not count. */
static bool is_own_breakpoint(const struct trap_frame *frame)
{
    return !(frame->error & DR6_BS) && frame->eip >= (uint32_t)context_resume &&
           frame->eip < (uint32_t)context_resume_end;
}

/* Fills laid from a trap's frame, or a copy. A stack that has grown meanwhile is settled now. */
static inline void fill(struct laid_exception *laid, struct thread *thread,
                        const struct trap_frame *from, const struct page_fault *fault, uint32_t esp)
{
    CONTEXT *context = &laid->context;
    context_from_trap(context, from, esp);
    status_describe(laid, from, fault);
    laid->pointers = (EXCEPTION_POINTERS){&laid->record, context};
    if (thread->unsettled) {
        kernel_lock();
        stack_settle(thread, context->Eip, context->Esp);
    }
}

/* Adds the trouble with the stack on the way here. lost: no handler is asked. */
static void add_trouble(struct laid_exception *laid, const struct stack_trouble *trouble, bool lost)
{
    if (trouble->used_up)
        status_describe_overflow(trouble->address, &laid->record);
    if (lost)
        laid->record.ExceptionFlags |= EXCEPTION_STACK_INVALID;
}

/* Makes the trap leave to the dispatcher, which needs the thread's own TEB: a selector of the local
 * table names a worker's, or no TEB. */
static void leave_to_dispatcher(const struct thread *thread, struct trap_frame *leave, bool lost)
{
    leave->eip = lost || leave->vector == VECTOR_FASTFAIL ? (uint32_t)second_chance_dispatcher
                                                          : exception_entry;
    leave->eflags &= ~EFLAGS_OF_CALLER;
    if (!thread->worker)
        leave->fs = 0; /* for trap_use_segments0 or 3 */
    if (lost)          /* the thread ends; the others need the clock */
        leave->eflags |= EFLAGS_IF;
}

/* The layout of the stack in ring 0: the frame to leave through, without its last two words, and
 * the exception. */
struct ring0_delivery {
    struct ring0_frame {
        char bytes[TRAP_FRAME_RING0_SIZE];
    } leave;
    struct laid_exception laid;
};

/* Lays a delivery below top, which may overlay the trap's frame, and makes the trap leave to the
 * dispatcher through its frame. trouble: as for add_trouble, or NULL. */
static inline struct trap_frame *lay_ring0(uint32_t top, struct thread *thread,
                                           const struct trap_frame *frame,
                                           const struct page_fault *fault, uint32_t esp,
                                           const struct stack_trouble *trouble, bool lost)
{
    struct ring0_delivery *at =
        (void *)((uint32_t)laid_below(top) - offsetof(struct ring0_delivery, laid));
    struct trap_frame *leave = (struct trap_frame *)&at->leave;
    at->leave = *(const struct ring0_frame *)frame;
    fill(&at->laid, thread, leave, fault, esp);
    if (trouble)
        add_trouble(&at->laid, trouble, lost);
    leave_to_dispatcher(thread, leave, lost);
    trap_use_segments0(leave);
    return leave;
}

/* Tells whether all bytes that may be needed lie in the stack that the TIB describes. */
static bool delivery_has_room(const struct thread *thread, uint32_t esp)
{
    return tib_holds(&thread->teb->NtTib, esp - DISPATCH_ROOM, DISPATCH_ROOM);
}

/* Makes room for an exception outside of the described stack: grows a stack that can grow, or uses
 * an undescribed stack as far as it can be written. Memory below a stack that cannot grow is not
 * used, because other data lies there. Returns whether there is room. */
static bool make_room(struct thread *thread, uint32_t esp, uint32_t size, bool user)
{
    const NT_TIB *tib = &thread->teb->NtTib;
    enum stack_place place = stack_place(thread, esp);
    bool described = esp > (uint32_t)tib->StackLimit && esp <= (uint32_t)tib->StackBase;
    if (place == STACK_BELOW || (place == STACK_AWAY && described))
        return false;
    bool made = stack_prepare(thread, esp, size, user);
    if (!made && place == STACK_INSIDE && !user)
        stack_note_trouble(thread, esp - LAID_ROOM, true);
    return made;
}

/* The threads that were given the spare stacks, by their numbers; 0: none. With the kernel's lock.
 */
static uint32_t spare_users[SPARE_STACKS];

/* Tells whether a thread has left the spare stack that it was given. A thread that does not run
 * stands where its frame says. Only the program knows where a worker stands. */
static bool has_left(uint32_t id, uint32_t number)
{
    const struct thread *user = id ? thread_by_id(id) : NULL;
    if (!user || user->state == THREAD_ENDED)
        return true;
    return user->state != THREAD_RUNNING && user->state != THREAD_HELD &&
           spare_number(trap_esp(user->frame)) != number;
}

/* Takes a spare stack for a thread that has lost its own. A thread that was given one before has
 * left that, and takes it again; so no thread has two. Returns its upper end, 0 if there is none:
 * the thread was on one, or others need all of them. */
static uint32_t take_spare(const struct thread *lost, uint32_t esp)
{
    kernel_must_be_locked();
    uint32_t number = SPARE_STACKS;
    for (uint32_t i = 0; i < SPARE_STACKS; i++)
        if (spare_users[i] == lost->id || (number == SPARE_STACKS && has_left(spare_users[i], i)))
            number = i;
    if (spare_number(esp) < SPARE_STACKS || number == SPARE_STACKS)
        return 0;
    spare_users[number] = lost->id;
    return (uint32_t)(spare_stacks + number + 1);
}

/* Delivers to a stack that may have no room, or that is used up. */
static OWN_STACK struct trap_frame *
deliver_in_trouble(struct thread *thread, struct trap_frame *frame, const struct page_fault *fault)
{
    uint32_t esp = trap_esp(frame);
    kernel_lock();
    bool writable = delivery_has_room(thread, esp) ||
                    make_room(thread, esp, LAID_ROOM + TRAP_FRAME_RING0_SIZE, false);
    struct stack_trouble trouble = stack_take_trouble(thread);
    bool lost = !writable || trouble.lost;
    uint32_t top = lost ? take_spare(thread, esp) : esp;
    if (!top)
        return NULL;
    return lay_ring0(top, thread, frame, fault, esp, &trouble, lost);
}

/* Ends the piece or the run. Without a stack no code of the program can be told. Returns the frame
 * to leave through. */
static struct trap_frame *end_without_stack(struct thread *thread, struct trap_frame *frame,
                                            const struct page_fault *fault,
                                            const struct stack_trouble *trouble)
{
    char room[LAID_ROOM];
    struct laid_exception *laid = laid_below((uint32_t)(room + sizeof room));
    fill(laid, thread, frame, fault, frame->esp);
    add_trouble(laid, trouble, false);
    if (thread->piece)
        return ring3_end_piece(thread, (NTSTATUS)laid->record.ExceptionCode, 0);
    cpus_stop_others();     /* their output does not come into the report */
    fs_load(SELECTOR_TIB0); /* for the report, which program code makes, too */
    seh_end_unreachable(&laid->record, &laid->context);
}

/* Makes the trap leave to the dispatcher, which finds the exception there. The lock is held up to
 * here, so that no other CPU takes the pages away that have been looked at. */
static inline struct trap_frame *leave_ring3(struct laid_exception *laid,
                                             const struct thread *thread, struct trap_frame *leave,
                                             bool lost)
{
    kernel_must_be_locked();
    leave_to_dispatcher(thread, leave, lost);
    leave->esp = (uint32_t)laid;
    trap_use_segments3(leave);
    return leave;
}

/* Delivers to a stack of ring 3 that may have no room, or that is used up. */
static OWN_STACK struct trap_frame *deliver_ring3_in_trouble(struct thread *thread,
                                                             struct trap_frame *frame,
                                                             const struct page_fault *fault)
{
    uint32_t esp = frame->esp;
    struct laid_exception *laid = laid_below(esp);
    uint32_t size = esp - (uint32_t)laid;
    bool lost = !(delivery_has_room(thread, esp) ? stack_prepare(thread, esp, size, true)
                                                 : make_room(thread, esp, size, true));
    struct stack_trouble trouble = stack_take_trouble(thread);
    if (lost) {
        bool may_go_on = tib_thread_of(thread->teb) && !thread->piece;
        uint32_t top = may_go_on ? take_spare(thread, esp) : 0;
        if (!top)
            return end_without_stack(thread, frame, fault, &trouble);
        laid = laid_below(top);
    }
    fill(laid, thread, frame, fault, esp);
    add_trouble(laid, &trouble, lost);
    return leave_ring3(laid, thread, frame, lost);
}

static inline struct trap_frame *deliver_ring3(struct trap_frame *frame,
                                               const struct page_fault *fault)
{
    struct thread *thread = this_thread();
    uint32_t esp = frame->esp;
    struct laid_exception *laid = laid_below(esp);
    kernel_lock();
    if (thread->trouble.used_up || !delivery_has_room(thread, esp) ||
        !paging_allows(laid, esp - (uint32_t)laid, PAGING_WRITE | PAGING_USER))
        return deliver_ring3_in_trouble(thread, frame, fault);
    fill(laid, thread, frame, fault, esp);
    return leave_ring3(laid, thread, frame, false);
}

/* Tells whether an `int 2Dh` asks for a service that only a kernel's debugger has: to print (1), to
 * tell of loaded and unloaded symbols (3, 4), to run a command (5). Without one Windows drops it.
 */
static bool is_dropped_service(const struct trap_frame *frame)
{
    enum { SERVICES = 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5 };
    return frame->eax < 6 && SERVICES >> frame->eax & 1;
}

static COLD void trace_trap(const struct trap_frame *frame, const struct page_fault *fault)
{
    if (frame->vector == VECTOR_DB)
        trace(debug_trapped, frame->vector, frame->eip, frame->error);
    else
        trace(trapped, frame->vector, frame->eip, frame->error, fault ? fault->address : 0);
}

/* Called in the trap, interrupts off. */
static IN_REGISTERS struct trap_frame *deliver_exception(struct trap_frame *frame,
                                                         const struct page_fault *fault)
{
    if (frame->vector == VECTOR_DB && is_own_breakpoint(frame)) {
        debug_registers_forget_status();
        frame->eflags |= EFLAGS_RF;
        return frame;
    }
    if (frame->vector == VECTOR_DEBUG && is_dropped_service(frame)) {
        frame->eip += 1; /* the byte behind the instruction, too */
        return frame;
    }
    if (trace_on)
        trace_trap(frame, fault);
    if (trap_from_ring3(frame))
        return deliver_ring3(frame, fault);

    struct thread *thread = this_thread();
    uint32_t esp = (uint32_t)&frame->esp;
    if (trap_is_away(frame) || thread->trouble.used_up || !delivery_has_room(thread, esp))
        return deliver_in_trouble(thread, frame, fault);
    return lay_ring0(esp, thread, frame, fault, esp, NULL, false);
}

static void delivery_start(void)
{
    for (uint32_t i = 0; i < SPARE_STACKS; i++)
        paging_unmap(spare_stacks[i]);
    exception_entry = (uint32_t)KiUserExceptionDispatcher;
    trap_on_exception(deliver_exception);
}
ON_START(delivery_start);
