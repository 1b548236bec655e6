/* The C runtime's names for making threads. */
#include "kernel/call/tib.h"

#include <errhandlingapi.h>
#include <errno.h>
#include <handleapi.h>
#include <process.h>
#include <processthreadsapi.h>
#include <stdlib.h>

uintptr_t _beginthreadex(void *security, unsigned stack_size, unsigned(__stdcall *function)(void *),
                         void *argument, unsigned flags, unsigned *id)
{
    DWORD number;
    (void)security;
    if (!function) {
        errno = EINVAL;
        return 0;
    }
    HANDLE thread = CreateThread(NULL, stack_size, (LPTHREAD_START_ROUTINE)(void *)function,
                                 argument, flags, &number);
    if (!thread)
        errno = GetLastError() == ERROR_INVALID_PARAMETER ? EINVAL : EAGAIN;
    else if (id)
        *id = number;
    return (uintptr_t)thread;
}

_Noreturn void _endthreadex(unsigned code)
{
    ExitThread(code);
}

/* ---------------------------------------------------------------- a handle of its own */

/* The record that a thread of _beginthread begins with. The thread frees it, and keeps the handle
 * in its TEB. */
struct beginning {
    void (*function)(void *argument);
    void *argument;
    HANDLE thread;
};

_Noreturn void _endthread(void)
{
    DWORD *own = tib_word(TIB_OWN_HANDLE);
    if (*own)
        CloseHandle((HANDLE)*own);
    *own = 0;
    ExitThread(0);
}

static DWORD CALLBACK begin_thread_begin(PVOID parameter)
{
    struct beginning beginning = *(struct beginning *)parameter;
    free(parameter);
    *tib_word(TIB_OWN_HANDLE) = (DWORD)beginning.thread;
    beginning.function(beginning.argument);
    _endthread();
}

uintptr_t _beginthread(void (*function)(void *), unsigned stack_size, void *argument)
{
    if (!function) {
        errno = EINVAL;
        return (uintptr_t)-1;
    }
    struct beginning *beginning = malloc(sizeof *beginning);
    HANDLE thread = beginning ? CreateThread(NULL, stack_size, begin_thread_begin, beginning,
                                             CREATE_SUSPENDED, NULL)
                              : NULL;
    if (!thread) {
        free(beginning);
        errno = EAGAIN;
        return (uintptr_t)-1;
    }
    *beginning = (struct beginning){function, argument, thread};
    ResumeThread(thread);
    return (uintptr_t)thread;
}
