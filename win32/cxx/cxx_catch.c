/* A catch block runs on top of everything that the exception needs: the object that was thrown, the
 * dispatcher that asks, the frames of this file. So it can throw again. */
#include "kernel/call/trace.h"
#include "seh_emul/frames/scope.h"
#include "win32/cxx/cxx_frame.h"
#include "win32/cxx/cxx_state.h"
#include "win32/cxx/cxx_trace.h"
#include "win32/cxx/cxx_type.h"

#include <seh.h>

/* ---------------------------------------------------------------- the guard */

/* Linked directly under the block. An exception in the block asks its try blocks alone; further out
 * the function's own frame is asked once more. */
struct catch_guard {
    EXCEPTION_REGISTRATION_RECORD link;
    const struct cxx_question *question;
};

static EXCEPTION_DISPOSITION catch_guard_handler(EXCEPTION_RECORD *record,
                                                 EXCEPTION_REGISTRATION_RECORD *link,
                                                 CONTEXT *context,
                                                 EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    const struct cxx_question *outer = ((struct catch_guard *)link)->question;
    struct cxx_question question = {record,           context, outer->node, outer->function,
                                    outer->depth + 1, link,    false};
    return cxx_ask(&question, dispatcher);
}
SEH_REGISTER_HANDLER(catch_guard_handler);

/* ---------------------------------------------------------------- the block's frame */

static DWORD *esp_of(struct cxx_node *node)
{
    return (DWORD *)node - 1;
}

/* Linked around the guard. It keeps what comes back when the block ends. */
struct catch_frame {
    EXCEPTION_REGISTRATION_RECORD link;
    const struct cxx_question *question;
    const struct cxx_handler *handler;
    struct cxx_state *state;
    struct cxx_caught caught;
    EXCEPTION_RECORD *record; /* handled before */
    CONTEXT *context;
    DWORD esp;   /* the function's, which a try block in the catch block changes */
    DWORD place; /* where the block was called */
};

/* The block ends, or is unwound. */
static void end_block(struct catch_frame *frame, bool is_rethrown, bool is_unwound)
{
    EXCEPTION_RECORD *record = frame->question->record;
    *esp_of(frame->question->node) = frame->esp;
    _FindAndUnlinkFrame(&frame->caught);
    frame->state->record = frame->record;
    frame->state->context = frame->context;
    if (cxx_is_own(record) && !is_rethrown && _IsExceptionObjectToBeDestroyed(cxx_object(record)))
        __DestructExceptionObject(record, is_unwound);
}

/* "throw;" that no try block inside the catch block has taken: all that the block has called is
 * unwound, and the search for the exception goes on where it was. */
static EXCEPTION_DISPOSITION catch_frame_handler(EXCEPTION_RECORD *record,
                                                 EXCEPTION_REGISTRATION_RECORD *link,
                                                 CONTEXT *context,
                                                 EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    struct catch_frame *frame = (struct catch_frame *)link;
    (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWIND) {
        end_block(frame, false, true);
        return ExceptionContinueSearch;
    }
    if (!cxx_is_rethrow(record))
        return ExceptionContinueSearch;
    frame->state->is_rethrowing = true;
    _global_unwind2(link);
    frame->state->is_rethrowing = false;
    cxx_come_back(frame->place, NULL);
}
SEH_REGISTER_HANDLER(catch_frame_handler);

static void *run_block(void *data)
{
    const struct catch_frame *frame = data;
    struct catch_guard guard = {.question = frame->question};
    seh_link(&guard.link, catch_guard_handler);
    trace(cxx_block, (uint32_t)frame->handler->block,
          (uint32_t)cxx_state(frame->question->node, frame->question->function), 0,
          (uint32_t)__builtin_frame_address(0));
    int behind = call_funclet(frame->handler->block, frame->question->node->base);
    trace(cxx_block_end, (uint32_t)behind);
    seh_unlink(&guard.link);
    return (void *)behind;
}

/* Destroys the objects of the catch block that the state is in. */
static void leave_state(const struct cxx_question *question)
{
    const struct cxx_function *function = question->function;
    LONG state = cxx_state(question->node, function);
    for (LONG i = 0; i < function->try_count; i++) {
        const struct cxx_try *block = &function->tries[i];
        if (block->high < state && state <= block->catch_high) {
            cxx_unwind_to(question->node, function, function->unwinds[block->high + 1].to);
            return;
        }
    }
}

/* Returns where the function goes on, or NULL when the block throws the exception again. */
static void *call_block(const struct cxx_question *question, const struct cxx_handler *handler)
{
    struct catch_frame frame = {
        .question = question,
        .handler = handler,
        .state = cxx_state_now(),
        .esp = *esp_of(question->node),
    };
    frame.record = frame.state->record;
    frame.context = frame.state->context;
    _CreateFrameInfo(&frame.caught,
                     cxx_is_own(question->record) ? cxx_object(question->record) : NULL);
    frame.state->record = question->record;
    frame.state->context = question->context;
    seh_link(&frame.link, catch_frame_handler);
    void *behind = cxx_call(run_block, &frame, &frame.place);
    if (!behind) {
        trace(cxx_block_rethrown, 0);
        leave_state(question);
    }
    seh_unlink(&frame.link);
    end_block(&frame, !behind, false);
    return behind;
}

void cxx_catch(const struct cxx_question *question, const struct cxx_try *block,
               const struct cxx_handler *handler, const struct cxx_catchable *catchable)
{
    struct cxx_node *node = question->node;
    if (trace_on)
        cxx_trace_catch(handler);
    if (catchable)
        __BuildCatchObject(question->record, node, handler, catchable);
    cxx_unwind_frames(question->guard ? question->guard : &node->link, question->record);
    cxx_unwind_to(node, question->function, block->low);
    node->state = block->high + 1;
    void *behind = call_block(question, handler);
    if (behind)
        cxx_go_on(behind, node->base, *esp_of(node));
}
