/* Calls that tests of Windows' threads and handles make again and again. */
#ifndef TESTS_HANDLES_H
#define TESTS_HANDLES_H

#include <windows.h>

/* Whether a call failed with this error. The last error is 4711 before it. */
#define FAILS(call, error) (SetLastError(4711), !(call) && GetLastError() == (error))
/* Whether it succeeded and left the last error alone. */
#define SUCCEEDS(call)     (SetLastError(4711), (call) && GetLastError() == 4711)
#define WAIT_FAILS(call, error)                                                                    \
    (SetLastError(4711), (call) == WAIT_FAILED && GetLastError() == (error))

/* A wait for no time. */
static inline BOOL is_signalled(HANDLE object)
{
    return WaitForSingleObject(object, 0) == WAIT_OBJECT_0;
}

static inline BOOL is_unsignalled(HANDLE object)
{
    return WaitForSingleObject(object, 0) == WAIT_TIMEOUT;
}

/* Another handle for an object of this process. */
static inline BOOL duplicate(HANDLE of, HANDLE *made, DWORD access, DWORD options)
{
    HANDLE process = GetCurrentProcess();
    return DuplicateHandle(process, of, process, made, access, FALSE, options);
}

/* Closes so many handles. */
#define CLOSE(...)                                                                                 \
    close_all((HANDLE[]){__VA_ARGS__}, sizeof((HANDLE[]){__VA_ARGS__}) / sizeof(HANDLE))
static inline void close_all(const HANDLE *handles, DWORD count)
{
    for (DWORD i = 0; i < count; i++)
        CloseHandle(handles[i]);
}

static inline HANDLE start(LPTHREAD_START_ROUTINE function, PVOID parameter)
{
    return CreateThread(NULL, 0, function, parameter, 0, NULL);
}

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
