/* The end of a thread, by Windows' calls. */
#ifndef TESTS_THREAD_END_H
#define TESTS_THREAD_END_H

#include <windows.h>

/* Waits for a thread's end, and closes it. Returns its exit code. */
static inline DWORD end_of(HANDLE thread)
{
    DWORD code = 4711;
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &code);
    CloseHandle(thread);
    return code;
}

#endif
