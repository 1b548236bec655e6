/* The last error of each thread. Outside of threads it lies in the TIB, in words that Windows
 * leaves to programs, so that there is no global and no lock. */
#include "uthread/threads/ut_thread.h"

int UT_FAST ut_set_error(int error)
{
    uThd current = utCurrent();
    if (current)
        current->lastError = (BYTE)error;
    else
        *tib_word(TIB_LAST_ERROR) = (DWORD)error;
    return error;
}

int utLastError(void)
{
    uThd current = utCurrent();
    return current ? current->lastError : (int)*tib_word(TIB_LAST_ERROR);
}

const char *utErrorText(int error)
{
    static const char *const texts[] = {
        [UtErrorNone] = "no error",
        [UtErrorInvalid] = "a handle or pointer is not valid",
        [UtErrorNoMemory] = "memory is exhausted",
        [UtErrorStackSmall] = "the stack is too small",
        [UtErrorStackMisaligned] = "the stack's address or size is not aligned",
        [UtErrorHeld] = "a scheduler holds the thread",
        [UtErrorRunning] = "the thread is running",
        [UtErrorSleeping] = "the thread is sleeping",
        [UtErrorFinished] = "the thread has finished",
        [UtErrorBusy] = "it is in use",
        [UtErrorOutside] = "called outside of threads",
        [UtErrorWaiting] = "the thread is waiting",
        [UtErrorTimedOut] = "the time has passed",
        [UtErrorCancelled] = "the thread was cancelled",
        [UtErrorClosed] = "the channel is closed",
        [UtErrorSelf] = "the calling thread would wait for itself",
        [UtErrorNotOwner] = "the calling thread does not hold the lock",
        [UtErrorRange] = "a number is out of its range",
        [UtErrorDetached] = "the thread is detached",
        [UtErrorFaulted] = "an exception or a cancel has ended the thread",
        [UtErrorNotStopped] = "the thread is not stopped",
        [UtErrorDeadlock] = "no thread can ever run again",
        [UtErrorNoAddresses] = "addresses are exhausted",
    };
    if (error < 0 || error >= (int)(sizeof texts / sizeof texts[0]))
        return "unknown error";
    return texts[error];
}
