/* Calls of compiled code that handles exceptions of C++ in filters of its own. */
#include "win32/cxx/cxx_frame.h"
#include "win32/cxx/cxx_state.h"
#include "win32/cxx/cxx_type.h"
#include "win32/msvcrt/call.h"
#include "win32/msvcrt/terminate.h"

#include <seh.h>
#include <stddef.h>
#include <string.h>

/* The data that such code keeps for a handled exception. */
struct handled {
    struct cxx_caught caught;
    EXCEPTION_RECORD *record; /* handled before */
    CONTEXT *context;
};
#define NOTHING_HANDLED ((EXCEPTION_RECORD *)-1)

/* "throw;" means the exception that is handled; NULL: none is. */
static EXCEPTION_RECORD *meant(EXCEPTION_RECORD *record)
{
    return cxx_is_rethrow(record) ? cxx_state_now()->record : record;
}

/* Returns whether an exception is caught by this type. It is stored at place then, unless that is
 * NULL. */
CALL(int, __CxxExceptionFilter, EXCEPTION_POINTERS *pointers, const struct type_descriptor *type,
     DWORD adjectives, void *place)
{
    struct cxx_handler handler = {.adjectives = adjectives | (DWORD)HANDLER_MANAGED, .type = type};
    const struct cxx_catchable *catchable = NULL;
    if (!pointers)
        return 0;
    EXCEPTION_RECORD *record = meant(pointers->ExceptionRecord);
    if (!record)
        return 0;
    if (!cxx_takes_all(&handler) || adjectives & HANDLER_CXX_ALONE) {
        if (!cxx_is_own(record) || !cxx_thrown(record))
            return 0;
        catchable = cxx_find_catchable(&handler, cxx_thrown(record));
        if (!catchable)
            return 0;
    }
    if (catchable && place)
        __BuildCatchObject(record, place, &handler, catchable);
    cxx_state_now()->throws++;
    return 1;
}

CALL(int, __CxxRegisterExceptionObject, EXCEPTION_POINTERS *pointers, struct handled *handled)
{
    struct cxx_state *state = cxx_state_now();
    handled->record = NOTHING_HANDLED;
    if (pointers && pointers->ExceptionRecord) {
        EXCEPTION_RECORD *record = pointers->ExceptionRecord;
        handled->record = state->record;
        handled->context = state->context;
        if (!cxx_is_rethrow(record)) {
            state->record = record;
            state->context = pointers->ContextRecord;
        }
        _CreateFrameInfo(&handled->caught, state->record && cxx_is_own(state->record)
                                               ? cxx_object(state->record)
                                               : NULL);
    }
    cxx_throw_ends(state);
    return 1;
}

CALL(int, __CxxDetectRethrow, EXCEPTION_POINTERS *pointers)
{
    if (!pointers || !cxx_is_rethrow(pointers->ExceptionRecord))
        return 0;
    cxx_state_now()->throws++;
    return 1;
}

CALL(void, __CxxUnregisterExceptionObject, struct handled *handled, int is_rethrown)
{
    struct cxx_state *state = cxx_state_now();
    if (handled->record == NOTHING_HANDLED)
        return;
    _FindAndUnlinkFrame(&handled->caught);
    if (is_rethrown)
        cxx_throw_ends(state);
    else if (state->record && cxx_is_own(state->record) &&
             _IsExceptionObjectToBeDestroyed(cxx_object(state->record)))
        __DestructExceptionObject(state->record, true);
    state->record = handled->record;
    state->context = handled->context;
}

CALL(int, __CxxQueryExceptionSize, void)
{
    return sizeof(struct handled);
}

/* No exception of C++ may pass here. */
CALL(int, __FrameUnwindFilter, EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode == CXX_EXCEPTION)
        cxx_end(pointers->ExceptionRecord);
    return EXCEPTION_CONTINUE_SEARCH;
}

CALL(int, _is_exception_typeof, const struct type_descriptor *type, EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers ? pointers->ExceptionRecord : NULL;
    const struct cxx_thrown *thrown = record && cxx_is_own(record) ? cxx_thrown(record) : NULL;
    const struct cxx_catchables *all = thrown ? thrown->catchables : NULL;
    if (all) {
        for (DWORD i = 0; i < all->count; i++)
            if (cxx_same_type(type, all->types[i]->type))
                return 1;
        return 0;
    }
    terminate();
}
