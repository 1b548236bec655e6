/* The handler of such frames: its answers, and the blocks that it asks. */
#include "win32/cxx/cxx_frame.h"

#include "kernel/call/trace.h"
#include "seh_emul/frames/scope.h"
#include "win32/cxx/cxx_classes.h"
#include "win32/cxx/cxx_state.h"
#include "win32/cxx/cxx_type.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/terminate.h"

#include <seh.h>
#include <seh_frames.h>

enum { OUTERMOST = -1 /* the state in which nothing is left to destroy */ };
#define STATUS_LONGJUMP 0x80000026u

/* ---------------------------------------------------------------- destroying objects */

/* Linked while objects are destroyed. */
struct destroying {
    EXCEPTION_REGISTRATION_RECORD link;
    struct cxx_state *state;
};

/* A destructor that an exception of C++ leaves ends the program. */
static EXCEPTION_DISPOSITION destroying_handler(EXCEPTION_RECORD *record,
                                                EXCEPTION_REGISTRATION_RECORD *link,
                                                CONTEXT *context,
                                                EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        cxx_throw_ends(((struct destroying *)link)->state);
    else if (record->ExceptionCode == CXX_EXCEPTION)
        cxx_end(record);
    return ExceptionContinueSearch;
}
SEH_REGISTER_HANDLER(destroying_handler);

void cxx_unwind_to(struct cxx_node *node, const struct cxx_function *function, LONG to)
{
    LONG state = cxx_state(node, function);
    struct destroying own = {.state = cxx_state_now()};
    own.state->throws++;
    seh_link(&own.link, destroying_handler);
    while (state != to) {
        if (state <= OUTERMOST || state >= function->state_count)
            terminate();
        const struct cxx_unwind *unwind = &function->unwinds[state];
        state = unwind->to;
        if (unwind->action) {
            trace(cxx_destroys, (uint32_t)node, (uint32_t)cxx_state(node, function),
                  (uint32_t)unwind->action);
            node->state = state;
            call_funclet(unwind->action, node->base);
        }
    }
    node->state = to;
    seh_unlink(&own.link);
    cxx_throw_ends(own.state);
}

void cxx_unwind_frames(EXCEPTION_REGISTRATION_RECORD *target, EXCEPTION_RECORD *record)
{
    EXCEPTION_REGISTRATION_RECORD *dispatcher = seh_head();
    cxx_unwind_with(target, record);
    record->ExceptionFlags &= ~EXCEPTION_UNWINDING;
    seh_link(dispatcher, dispatcher->Handler);
}

CALL(void NTAPI, __CxxLongjmpUnwind, _JUMP_BUFFER *buffer)
{
    cxx_unwind_to((struct cxx_node *)buffer->Registration,
                  (const struct cxx_function *)buffer->UnwindData[0], buffer->TryLevel);
}

/* ---------------------------------------------------------------- the search */

/* The part of the function's try blocks that may take an exception: [first, end). */
struct cxx_range {
    LONG first, end;
};

/* Inner try blocks stand before outer ones. Each catch block around the state takes one from the
 * depth, and what is between two of them belongs to the outer one. */
static struct cxx_range tries_at(const struct cxx_function *function, LONG state, int depth)
{
    LONG at = function->try_count, end = at, last = at;
    while (depth >= 0) {
        const struct cxx_try *block = at > 0 ? &function->tries[--at] : NULL;
        if (!block)
            at = -1;
        if (!block || (block->high < state && state <= block->catch_high)) {
            depth--;
            end = last;
            last = at;
        }
        if (!block)
            break;
    }
    return (struct cxx_range){at + 1, end};
}

static bool covers(const struct cxx_try *block, LONG state)
{
    return block->low <= state && state <= block->high;
}

static void ask_blocks(const struct cxx_question *question, LONG state)
{
    const struct cxx_function *function = question->function;
    struct cxx_range range = tries_at(function, state, question->depth);
    for (LONG i = range.first; i < range.end; i++) {
        const struct cxx_try *block = &function->tries[i];
        if (!covers(block, state))
            continue;
        trace(cxx_try, (uint32_t)block->low, (uint32_t)block->high, (uint32_t)block->count);
        for (LONG j = 0; j < block->count; j++) {
            const struct cxx_catchable *catchable =
                cxx_find_catchable(&block->handlers[j], cxx_thrown(question->record));
            if (!catchable)
                continue;
            cxx_catch(question, block, &block->handlers[j], catchable);
            break;
        }
    }
}

/* The last catch block alone can be one for all exceptions. */
static void ask_blocks_for_all(const struct cxx_question *question, LONG state)
{
    const struct cxx_function *function = question->function;
    struct cxx_range range = tries_at(function, state, question->depth);
    if (question->record->ExceptionCode == STATUS_BREAKPOINT || cxx_translate(question))
        return;
    for (LONG i = range.first; i < range.end; i++) {
        const struct cxx_try *block = &function->tries[i];
        const struct cxx_handler *handler = &block->handlers[block->count - 1];
        if (covers(block, state) && cxx_takes_all(handler) &&
            !(handler->adjectives & HANDLER_CXX_ALONE))
            cxx_catch(question, block, handler, NULL);
    }
}

static bool is_specified(const struct cxx_specification *specification,
                         const struct cxx_thrown *thrown)
{
    for (LONG i = 0; i < specification->count; i++)
        if (cxx_find_catchable(&specification->types[i], thrown))
            return true;
    return false;
}

/* Linked while the function for what is not expected runs, which may throw instead what the
 * specification allows. */
struct violating {
    EXCEPTION_REGISTRATION_RECORD link;
    const struct cxx_specification *specification;
};

/* Other exceptions become bad_exception where that is allowed, else the end. */
static EXCEPTION_DISPOSITION violating_handler(EXCEPTION_RECORD *record,
                                               EXCEPTION_REGISTRATION_RECORD *link,
                                               CONTEXT *context,
                                               EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    const struct cxx_specification *specification = ((struct violating *)link)->specification;
    const EXCEPTION_RECORD *thrown = cxx_is_rethrow(record) ? cxx_state_now()->record : record;
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND || !cxx_is_own(record) ||
        is_specified(specification, cxx_thrown(thrown)))
        return ExceptionContinueSearch;
    if (!is_specified(specification, &cxx_bad_exception->thrown))
        cxx_end(record);
    __DestructExceptionObject(record, true);
    cxx_throw_class(cxx_bad_exception, "bad exception");
}
SEH_REGISTER_HANDLER(violating_handler);

/* The function may not be left by this exception. */
static _Noreturn void violate(const struct cxx_question *question)
{
    struct violating own = {.specification = cxx_specification(question->function)};
    cxx_state_now()->record = question->record;
    cxx_unwind_frames(question->guard ? question->guard : &question->node->link, question->record);
    cxx_unwind_to(question->node, question->function, OUTERMOST);
    seh_link(&own.link, violating_handler);
    unexpected();
}

static void search(struct cxx_question *question)
{
    const struct cxx_function *function = question->function;
    const struct cxx_specification *specification = cxx_specification(function);
    LONG state = cxx_state(question->node, function);
    if (state < OUTERMOST || state >= function->state_count)
        terminate();
    if (state != OUTERMOST)
        trace(cxx_state, (uint32_t)state, (uint32_t)function->state_count,
              (uint32_t)function->try_count);
    /* The record of a `throw;` names no object: it means the exception that is being handled. */
    if (cxx_is_rethrow(question->record)) {
        const struct cxx_state *now = cxx_state_now();
        if (!now->record)
            return;
        question->record = now->record;
        question->context = now->context;
    }
    if (!cxx_is_own(question->record)) {
        if (function->try_count && question->is_translated)
            terminate();
        if (function->try_count)
            ask_blocks_for_all(question, state);
        return;
    }
    ask_blocks(question, state);
    if (question->is_translated)
        __DestructExceptionObject(question->record, true);
    if (cxx_flags(function) & FUNCTION_NOEXCEPT && question->depth == 0)
        cxx_end(question->record);
    if (specification && !is_specified(specification, cxx_thrown(question->record)))
        violate(question);
}

/* ---------------------------------------------------------------- the handler */

/* Functions that only exceptions of C++ leave do not take part in others: their state is not kept
 * where others arise. An unwind without a record is another. */
static bool takes_part(const struct cxx_question *question)
{
    DWORD code = question->record->ExceptionCode;
    return code == CXX_EXCEPTION || code == STATUS_LONGJUMP ||
           !(cxx_flags(question->function) & FUNCTION_SYNCHRONOUS) ||
           cxx_state_now()->is_rethrowing;
}

EXCEPTION_DISPOSITION cxx_ask(struct cxx_question *question,
                              EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    const struct cxx_function *function = question->function;
    EXCEPTION_RECORD *record = question->record;
    if (!takes_part(question)) {
        trace(cxx_stands_aside, 0);
        return ExceptionContinueSearch;
    }
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        if (function->state_count && question->depth == 0)
            cxx_unwind_to(question->node, function, OUTERMOST);
        return ExceptionContinueSearch;
    }
    if (!function->try_count && !cxx_specification(function) &&
        !(cxx_flags(function) & FUNCTION_NOEXCEPT))
        return ExceptionContinueSearch;
    if (record->ExceptionCode == CXX_EXCEPTION && record->NumberParameters == CXX_PARAMETERS &&
        record->ExceptionInformation[CXX_MAGIC] > MAGIC_FLAGS && cxx_thrown(record) &&
        cxx_thrown(record)->forward)
        return cxx_thrown(record)->forward(record, &question->node->link, question->context,
                                           dispatcher, function, question->depth, question->guard,
                                           question->is_translated);
    search(question);
    return ExceptionContinueSearch;
}

CALL(EXCEPTION_DISPOSITION, cxx_frame_handler, EXCEPTION_RECORD *record, struct cxx_node *node,
     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher,
     const struct cxx_function *function)
{
    struct cxx_question question = {record, context, node, function, 0, NULL, false};
    return cxx_ask(&question, dispatcher);
}
