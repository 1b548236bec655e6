/* Modes of pipes with names, and calls that ask and get an answer. */
#include "win32/fails.h"
#include "win32/files/file_names.h"
#include "win32/files/pipe_instance.h"

#include <handleapi.h>
#include <namedpipeapi.h>
#include <winerror.h>

BOOL WINAPI SetNamedPipeHandleState(HANDLE pipe, LPDWORD mode, LPDWORD most, LPDWORD wait)
{
    (void)most, (void)wait; /* of pipes to other machines */
    struct open_file *file = pipe_end_use(pipe);
    if (!file)
        return FALSE;
    DWORD error = ERROR_SUCCESS;
    lock_take(&ram_lock);
    struct pipe_instance *instance = file->instance;
    if (!instance)
        error = ERROR_PIPE_NOT_CONNECTED;
    else if (mode && (*mode & ~(DWORD)(PIPE_READMODE_MESSAGE | PIPE_NOWAIT) ||
                      (*mode & PIPE_READMODE_MESSAGE && !instance->type)))
        error = ERROR_INVALID_PARAMETER;
    else if (mode)
        instance->modes[pipe_side_of(file)] = *mode;
    lock_release(&ram_lock);
    pipe_tell_changed();
    open_file_leave(file);
    return !error || fails(error);
}

static DWORD count_instances(const char *name)
{
    DWORD count = 0;
    const struct pipe_instance *one = NULL;
    while ((one = pipe_instance_next(name, one)))
        count++;
    return count;
}

BOOL WINAPI GetNamedPipeHandleStateA(HANDLE pipe, LPDWORD mode, LPDWORD instances, LPDWORD most,
                                     LPDWORD wait, LPSTR user, DWORD size)
{
    struct open_file *file = pipe_end_use(pipe);
    DWORD told = 0, count = 0, error = ERROR_SUCCESS;
    (void)size;
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    const struct pipe_instance *instance = file->instance;
    if (!instance)
        error = ERROR_PIPE_NOT_CONNECTED;
    else if (most || wait)
        error = ERROR_INVALID_PARAMETER;
    else if (user)
        error = ERROR_CANNOT_IMPERSONATE;
    else {
        told = instance->modes[pipe_side_of(file)];
        count = count_instances(instance->name);
    }
    lock_release(&ram_lock);
    open_file_leave(file);
    if (error)
        return fails(error);
    if (mode)
        *mode = told;
    if (instances)
        *instances = count;
    return TRUE;
}

BOOL WINAPI GetNamedPipeHandleStateW(HANDLE pipe, LPDWORD mode, LPDWORD instances, LPDWORD most,
                                     LPDWORD wait, LPWSTR user, DWORD size)
{
    return GetNamedPipeHandleStateA(pipe, mode, instances, most, wait, (LPSTR)user, size);
}

BOOL WINAPI GetNamedPipeInfo(HANDLE pipe, LPDWORD flags, LPDWORD out_size, LPDWORD in_size,
                             LPDWORD most)
{
    struct open_file *file = pipe_end_use(pipe);
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    const struct pipe_instance *instance = file->instance;
    struct pipe_instance told = instance ? *instance : (struct pipe_instance){.name = NULL};
    DWORD side = instance && pipe_side_of(file) == PIPE_SERVER ? PIPE_SERVER_END : PIPE_CLIENT_END;
    lock_release(&ram_lock);
    open_file_leave(file);
    if (!told.name)
        return fails(ERROR_PIPE_NOT_CONNECTED);
    if (flags)
        *flags = side | told.type;
    if (out_size)
        *out_size = told.ways[PIPE_CLIENT].room;
    if (in_size)
        *in_size = told.ways[PIPE_SERVER].room;
    if (most)
        *most = told.most >= OPEN_FILES ? PIPE_UNLIMITED_INSTANCES : told.most;
    return TRUE;
}

BOOL WINAPI TransactNamedPipe(HANDLE pipe, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size,
                              LPDWORD done, LPOVERLAPPED overlapped)
{
    struct open_file *file = pipe_end_use(pipe);
    DWORD written, error = ERROR_SUCCESS;
    if (!file)
        return FALSE;
    lock_take(&ram_lock);
    const struct pipe_instance *instance = file->instance;
    if (!instance)
        error = ERROR_PIPE_NOT_CONNECTED;
    else if (!(instance->modes[pipe_side_of(file)] & PIPE_READMODE_MESSAGE))
        error = ERROR_BAD_PIPE;
    else if (instance->ways[pipe_side_of(file)].first)
        error = ERROR_PIPE_BUSY;
    bool by_itself = file->flags & FILE_FLAG_OVERLAPPED;
    lock_release(&ram_lock);
    open_file_leave(file);
    if (error)
        return fails(error);
    OVERLAPPED own = {.Internal = 0};
    return WriteFile(pipe, in, in_size, &written, by_itself ? &own : NULL) &&
           ReadFile(pipe, out, out_size, done, overlapped);
}

BOOL WINAPI CallNamedPipeA(LPCSTR name, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size,
                           LPDWORD done, DWORD timeout)
{
    HANDLE pipe;
    while ((pipe = CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0,
                               NULL)) == INVALID_HANDLE_VALUE)
        if (GetLastError() != ERROR_PIPE_BUSY || !WaitNamedPipeA(name, timeout))
            return FALSE;
    DWORD mode = PIPE_READMODE_MESSAGE;
    BOOL called = SetNamedPipeHandleState(pipe, &mode, NULL, NULL) &&
                  TransactNamedPipe(pipe, in, in_size, out, out_size, done, NULL);
    DWORD error = GetLastError();
    CloseHandle(pipe);
    return called || fails(error);
}

BOOL WINAPI CallNamedPipeW(LPCWSTR name, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size,
                           LPDWORD done, DWORD timeout)
{
    char narrow[FILE_NARROW_SIZE];
    return CallNamedPipeA(file_narrow(name, narrow), in, in_size, out, out_size, done, timeout);
}
