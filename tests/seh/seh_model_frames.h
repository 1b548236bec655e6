/* The frame of a function of seh_model.c: its places, its handler, and how its levels are unwound.
 */
#ifndef TESTS_SEH_MODEL_FRAMES_H
#define TESTS_SEH_MODEL_FRAMES_H

#include "tests/seh/seh_model_events.h"
#include "tests/seh/seh_model_program.h"

static ULONG_PTR cookie = 0x5EC5AF3B;

static struct scope_frame *frame_of(uint32_t *ebp) { return (struct scope_frame *)(ebp - 4); }

static uint32_t *ebp_of(EXCEPTION_REGISTRATION_RECORD *link)
{
    return (uint32_t *)((struct scope_frame *)link)->ebp;
}

static struct function *function_of(const uint32_t *ebp) { return &functions[ebp[2]]; }

static LONG level_of(const uint32_t *ebp, unsigned level)
{
    return level ? (LONG)level - 1 : function_of(ebp)->kind == KIND_4 ? OUTSIDE4 : OUTSIDE3;
}

static uint32_t *place_of(uint32_t *ebp) { return &ebp[-8]; }

static void __attribute__((fastcall)) check_cookie(ULONG_PTR value)
{
    if (value != cookie)
        event("cookie");
}

/* A program's own __except_handler4. */
static EXCEPTION_DISPOSITION handler4(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *link,
                                      CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    return _except_handler4_common(&cookie, check_cookie, record, link, context, dispatcher);
}

static void local_unwind(uint32_t *ebp, LONG level)
{
    if (function_of(ebp)->kind == KIND_3)
        _local_unwind2(&frame_of(ebp)->link, level);
    else if (function_of(ebp)->kind == KIND_4)
        _local_unwind4(&cookie, &frame_of(ebp)->link, level);
}

static void NTAPI longjmp_unwind4(_JUMP_BUFFER *buffer)
{
    _local_unwind4(&cookie, buffer->Registration, buffer->TryLevel);
}

/* The handler of a function whose kind is KIND_RAW. */
static EXCEPTION_DISPOSITION raw_handler(EXCEPTION_RECORD *record,
                                         EXCEPTION_REGISTRATION_RECORD *link, CONTEXT *context,
                                         EXCEPTION_REGISTRATION_RECORD **dispatcher);

void model_enter(uint32_t *ebp)
{
    static void (*const unwinds[])(void) = {
        [KIND_3] = (void (*)(void))_seh_longjmp_unwind,
        [KIND_4] = (void (*)(void))longjmp_unwind4,
    };
    static const PEXCEPTION_ROUTINE handlers[] = {
        [KIND_3] = _except_handler3, [KIND_4] = handler4, [KIND_RAW] = raw_handler};
    unsigned kind = function_of(ebp)->kind;
    struct scope_frame *frame = frame_of(ebp);
    frame->link.Handler = handlers[kind];
    frame->level = level_of(ebp, 0);
    frame->scope_table =
        kind == KIND_4 ? (ULONG_PTR)&tables[ebp[2]] ^ cookie : (ULONG_PTR)tables[ebp[2]].entries;
    ebp[-7] = cookie ^ (uint32_t)ebp;
    *place_of(ebp) = function_of(ebp)->body;
    ebp[-9] = kind == KIND_RAW ? 0 : (uint32_t)unwinds[kind];
    ebp[-10] = kind == KIND_RAW ? 0 : 2;
}

#endif
