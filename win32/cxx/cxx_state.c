#include "win32/cxx/cxx_state.h"

#include "win32/msvcrt/call.h"
#include "win32/msvcrt/terminate.h"
#include "win32/msvcrt/thread_data.h"

_Noreturn void msvcrt_abort(void);

struct cxx_state *cxx_state_now(void)
{
    return &msvcrt_thread()->cxx;
}

_Noreturn void cxx_end(EXCEPTION_RECORD *record)
{
    cxx_state_now()->record = record;
    terminate();
}

/* ---------------------------------------------------------------- handled objects */

struct cxx_caught *_CreateFrameInfo(struct cxx_caught *caught, void *object)
{
    struct cxx_state *state = cxx_state_now();
    *caught = (struct cxx_caught){object, state->caught};
    state->caught = caught;
    return caught;
}

void _FindAndUnlinkFrame(struct cxx_caught *caught)
{
    struct cxx_caught **place = &cxx_state_now()->caught;
    while (*place && *place != caught)
        place = &(*place)->next;
    if (!*place)
        msvcrt_abort();
    *place = caught->next;
}

int _IsExceptionObjectToBeDestroyed(const void *object)
{
    const struct cxx_caught *caught = cxx_state_now()->caught;
    while (caught && caught->object != object)
        caught = caught->next;
    return !caught;
}

/* ---------------------------------------------------------------- what programs ask for */

CALL(void **, __current_exception, void)
{
    return (void **)&cxx_state_now()->record;
}

CALL(void **, __current_exception_context, void)
{
    return (void **)&cxx_state_now()->context;
}

CALL(int *, __processing_throw, void)
{
    return &cxx_state_now()->throws;
}

CALL(int, __uncaught_exceptions, void)
{
    return cxx_state_now()->throws;
}

CALL(bool, __uncaught_exception, void)
{
    return cxx_state_now()->throws > 0;
}

CALL(cxx_translator *, _set_se_translator, cxx_translator *becomes)
{
    cxx_translator **place = &cxx_state_now()->translator, *before = *place;
    *place = becomes;
    return before;
}
