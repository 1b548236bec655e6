/* Checks frames and their handlers. Windows always makes some of the checks; a run turns on the
 * others, SafeSEH and SEHOP.
 *
 * Two parts of the one image count as images in Windows' sense: the runtime with its handlers, and
 * the program with its own. linker.ld separates them and gathers both tables.
 */
#include "seh_emul/dispatch/frame_check.h"

#include "kernel/call/service.h"
#include "kernel/call/start.h"
#include "seh_emul/dispatch/process_ways.h"
#include "seh_emul/dispatch/unhandled.h"

#include <seh.h>

#define SYMBOL(name) extern const char name[];
SYMBOL(program_text_start)
SYMBOL(shared_text_end)
#undef SYMBOL

extern const PEXCEPTION_ROUTINE runtime_handlers[], runtime_handlers_end[];
extern const PEXCEPTION_ROUTINE program_handlers[], program_handlers_end[];

/* Defined by SEH_NO_HANDLERS, if at all. */
extern const char seh_program_has_no_handlers __attribute__((weak));

PEXCEPTION_ROUTINE seh_outermost_handler = seh_final_handler;
enum frame_refusal (*seh_foreign_check)(PEXCEPTION_ROUTINE handler);

START_CONSTANT static bool safeseh;
START_CONSTANT bool frame_check_sehop;
uint32_t frame_text_size;

void frame_check_start(bool with_safeseh, bool with_sehop)
{
    safeseh = with_safeseh;
    frame_check_sehop = with_sehop;
    frame_text_size = safeseh ? 0 : (uint32_t)shared_text_end - (uint32_t)shared_text_start;
}

static bool between(const void *address, const void *start_of, const void *end_of)
{
    return address >= start_of && address < end_of;
}

void frame_check_text(const void *changed)
{
    if (between(changed, program_text_start, shared_text_end) && !safeseh)
        frame_text_size = (uint32_t)program_text_start - (uint32_t)shared_text_start;
}

static bool on_stack(PEXCEPTION_ROUTINE handler)
{
    return tib_stack_holds((uint32_t)handler, 1);
}

/* ---------------------------------------------------------------- SafeSEH */

static bool is_in(PEXCEPTION_ROUTINE handler, const PEXCEPTION_ROUTINE *from,
                  const PEXCEPTION_ROUTINE *to)
{
    while (from < to && *from != handler)
        from++;
    return from < to;
}

/* A handler in neither part, such as code made at run time, passes, as on Windows. */
static enum frame_refusal check_registered(PEXCEPTION_ROUTINE handler)
{
    if (on_stack(handler))
        return FRAME_ON_STACK;
    if (between((const void *)handler, shared_text_start, program_text_start))
        return is_in(handler, runtime_handlers, runtime_handlers_end) ? FRAME_ACCEPTED
                                                                      : FRAME_NOT_REGISTERED;
    if (!between((const void *)handler, program_text_start, shared_text_end))
        return FRAME_ACCEPTED;
    if (&seh_program_has_no_handlers)
        return FRAME_NO_HANDLERS;
    if (&program_handlers[0] == &program_handlers_end[0] ||
        is_in(handler, program_handlers, program_handlers_end))
        return FRAME_ACCEPTED;
    return FRAME_NOT_REGISTERED;
}

enum frame_refusal frame_look_at_handler(PEXCEPTION_ROUTINE handler)
{
    if (seh_foreign_check && !between((const void *)handler, shared_text_start, shared_text_end))
        return seh_foreign_check(handler);
    if (safeseh) {
        enum frame_refusal why = check_registered(handler);
        if (why)
            return why;
    }
    if (between((const void *)handler, shared_text_start, program_text_start) ||
        sys_paging_executable((const void *)handler))
        return FRAME_ACCEPTED;
    return FRAME_NOT_CODE;
}

/* ---------------------------------------------------------------- SEHOP */

/* A process has two: the runtime's own frames stay where no code of ntdll has begun, in fibers, and
 * in threads that are not in their function yet. */
static bool is_final(PEXCEPTION_ROUTINE handler)
{
    return handler == seh_outermost_handler || handler == seh_final_handler;
}

struct refused_frame frame_check_chain(void)
{
    const EXCEPTION_REGISTRATION_RECORD *frame = seh_head();
    for (;;) {
        struct refused_frame refused = {frame, frame_check_place(frame)};
        if (refused.why)
            return refused;
        if (on_stack(frame->Handler))
            return (struct refused_frame){frame, FRAME_ON_STACK};
        if (frame->Next == EXCEPTION_CHAIN_END && is_final(frame->Handler))
            break;
        if (frame->Next == EXCEPTION_CHAIN_END)
            return (struct refused_frame){frame, FRAME_NOT_FINAL};
        if (frame->Next <= frame)
            return (struct refused_frame){frame, FRAME_NOT_ASCENDING};
        frame = frame->Next;
    }
    return (struct refused_frame){NULL, FRAME_ACCEPTED};
}

/* ---------------------------------------------------------------- for people */

struct refused_frame frame_find_refused(void)
{
    struct refused_frame refused = {NULL, FRAME_ACCEPTED};
    if (frame_check_sehop)
        refused = frame_check_chain();
    const EXCEPTION_REGISTRATION_RECORD *frame = seh_head(), *before = NULL;
    struct circle_watch watch = {NULL, 0};
    for (; !refused.why && frame != EXCEPTION_CHAIN_END; before = frame, frame = frame->Next) {
        refused.frame = frame;
        refused.why = frame_check_next(frame, before, &watch);
        if (!refused.why)
            refused.why = frame_check_handler(frame->Handler);
        if (refused.why)
            break;
    }
    return refused;
}

const char *frame_refusal_words(enum frame_refusal why)
{
    static const char *const words[] = {
        [FRAME_ACCEPTED] = "",
#define FRAME_REFUSAL(name, text) [FRAME_##name] = text,
#include "seh_emul/dispatch/frame_refusals.h"
#undef FRAME_REFUSAL
    };
    return words[why];
}
