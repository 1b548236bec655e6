/* The last error of each thread; of code outside of threads it lies in the TIB, in words that
 * Windows leaves to users, so that there is no global and no lock. */
#include "uthread/uthread_impl.h"

static DWORD *last_error(void)
{
    uThd current = utCurrent();
    return current ? &current->lastError : &tib_current()->UserReserved[0];
}

void ut_set_error(int error)
{
    *last_error() = (DWORD)error;
}

int utLastError(void)
{
    return (int)*last_error();
}

const char *utErrorText(int error)
{
    static const char *const texts[] = {
        [UtErrorNone] = "no error",
        [UtErrorInvalid] = "this is no thread or scheduler",
        [UtErrorNoMemory] = "memory is exhausted",
        [UtErrorStackSmall] = "the stack is too small",
        [UtErrorStackMisaligned] = "the stack's address or size is no multiple of four",
        [UtErrorHeld] = "a scheduler holds the thread",
        [UtErrorRunning] = "the thread is running",
        [UtErrorSleeping] = "the thread is sleeping",
        [UtErrorFinished] = "the thread has finished",
        [UtErrorBusy] = "the scheduler is running",
        [UtErrorOutside] = "called outside of threads",
    };
    if (error < 0 || error >= (int)(sizeof texts / sizeof texts[0]))
        return "unknown error";
    return texts[error];
}
