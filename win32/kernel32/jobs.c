#include "win32/kernel32/jobs.h"

#include "win32/fails.h"
#include "win32/files/open_files.h"
#include "win32/filetime.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/process_handle.h"

#include <handleapi.h>
#include <processthreadsapi.h>
#include <stdlib.h>
#include <string.h>

enum {
    ACCOUNTING = 1,
    LIMITS,
    PROCESSES,
    RESTRICTIONS,
    PORT = 7,
    ACCOUNTING_AND_IO,
    EXTENDED_LIMITS,
    CLASSES,
    MESSAGE_NEW_PROCESS = 6
};

/* Windows' structures of some classes. */
struct accounting {
    LONGLONG times[4];
    DWORD faults, processes, active, ended;
};
struct process_list {
    DWORD count, listed;
    ULONG_PTR ids[1];
};
struct port_of_job {
    PVOID key;
    HANDLE port;
};

/* The bytes that a class has, 0: it cannot be asked for. The limits are the first of the extended
 * ones. */
static const DWORD sizes[CLASSES] = {
    [ACCOUNTING] = 0x30,        [LIMITS] = 0x30,         [PROCESSES] = 8, [RESTRICTIONS] = 4,
    [ACCOUNTING_AND_IO] = 0x60, [EXTENDED_LIMITS] = 0x70};
_Static_assert(sizeof(struct accounting) == 0x30, "JOBOBJECT_BASIC_ACCOUNTING_INFORMATION");

struct job {
    BYTE limits[0x70];
    DWORD restrictions;
    struct port_of_job port;
};

static struct open_file *own; /* the job of the process, which is its user; NULL: none */

HANDLE job_make(void)
{
    struct job *job = calloc(1, sizeof *job);
    HANDLE handle = job ? open_object_publish(job, free) : INVALID_HANDLE_VALUE;
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

/* The job of a handle, NULL the process' own, with one user more. */
static struct open_file *use_job(HANDLE handle)
{
    if (handle)
        return open_object_use(handle, free);
    lock_take(&ram_lock);
    struct open_file *file = own;
    if (file)
        file->users++;
    lock_release(&ram_lock);
    if (!file)
        fails(ERROR_ACCESS_DENIED);
    return file;
}

BOOL WINAPI AssignProcessToJobObject(HANDLE handle, HANDLE process)
{
    struct open_file *file = handle ? open_object_use(handle, free) : NULL, *before = NULL;
    if (!file)
        return handle ? FALSE : fails(ERROR_INVALID_HANDLE);
    if (!process_is_this(process)) {
        open_file_leave(file);
        return FALSE;
    }
    lock_take(&ram_lock);
    before = own;
    if (!before)
        own = file;
    lock_release(&ram_lock);
    const struct job *job = file->object;
    if (!before && job->port.port)
        PostQueuedCompletionStatus(job->port.port, MESSAGE_NEW_PROCESS, (ULONG_PTR)job->port.key,
                                   (LPOVERLAPPED)GetCurrentProcessId());
    if (!before)
        return TRUE;
    open_file_leave(file);
    return fails(ERROR_ACCESS_DENIED);
}

BOOL WINAPI IsProcessInJob(HANDLE process, HANDLE handle, PBOOL is)
{
    struct open_file *file = handle ? open_object_use(handle, free) : NULL;
    if (handle && !file)
        return FALSE;
    BOOL answer = handle ? file == own : own != NULL;
    if (file)
        open_file_leave(file);
    return process_tell(process, (DWORD *)is, (DWORD)answer);
}

BOOL WINAPI TerminateJobObject(HANDLE handle, UINT status)
{
    struct open_file *file = open_object_use(handle, free);
    if (!file)
        return FALSE;
    bool has_process = file == own;
    open_file_leave(file);
    if (has_process)
        TerminateProcess(GetCurrentProcess(), status);
    return TRUE;
}

/* ---------------------------------------------------------------- what is told of a job */

static BOOL tell_processes(bool has_process, struct process_list *list, DWORD size, LPDWORD needed)
{
    list->count = has_process;
    bool fits = !has_process || size >= sizeof *list;
    list->listed = has_process && fits;
    if (list->listed)
        list->ids[0] = GetCurrentProcessId();
    if (needed)
        *needed = list->listed ? sizeof *list : sizes[PROCESSES];
    return fits || fails(ERROR_MORE_DATA);
}

static struct accounting account(bool has_process)
{
    FILETIME made, ended, kernel, program;
    struct accounting answer = {.processes = has_process, .active = has_process};
    if (has_process && GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &program))
        answer.times[0] = answer.times[2] = (LONGLONG)filetime_units(&program);
    return answer;
}

BOOL WINAPI QueryInformationJobObject(HANDLE handle, int which, LPVOID information, DWORD size,
                                      LPDWORD needed)
{
    if (which < 0 || which >= CLASSES || !sizes[which])
        return fails(ERROR_INVALID_PARAMETER);
    if (which == PROCESSES ? size < sizes[which] : size != sizes[which])
        return fails(ERROR_BAD_LENGTH);
    struct open_file *file = use_job(handle);
    if (!file)
        return FALSE;
    const struct job *job = file->object;
    bool has_process = file == own;
    struct accounting accounting = account(has_process);
    const void *answer = which == RESTRICTIONS ? (const void *)&job->restrictions : job->limits;
    BOOL done = TRUE;
    memset(information, 0, sizes[which]);
    if (which == PROCESSES)
        done = tell_processes(has_process, information, size, needed);
    else if (which == ACCOUNTING || which == ACCOUNTING_AND_IO)
        memcpy(information, &accounting, sizeof accounting);
    else
        memcpy(information, answer, sizes[which]);
    open_file_leave(file);
    if (needed && which != PROCESSES)
        *needed = sizes[which];
    return done;
}

BOOL WINAPI SetInformationJobObject(HANDLE handle, int which, LPVOID information, DWORD size)
{
    bool is_known =
        which == LIMITS || which == EXTENDED_LIMITS || which == RESTRICTIONS || which == PORT;
    DWORD wanted = which == PORT ? sizeof(struct port_of_job) : is_known ? sizes[which] : 0;
    if (!is_known || !information)
        return fails(ERROR_INVALID_PARAMETER);
    if (size != wanted)
        return fails(ERROR_BAD_LENGTH);
    struct open_file *file = handle ? use_job(handle) : NULL;
    if (!file)
        return handle ? FALSE : fails(ERROR_INVALID_HANDLE);
    struct job *job = file->object;
    memcpy(which == PORT           ? (void *)&job->port
           : which == RESTRICTIONS ? (void *)&job->restrictions
                                   : job->limits,
           information, size);
    if (which == PORT && file == own && job->port.port)
        PostQueuedCompletionStatus(job->port.port, MESSAGE_NEW_PROCESS, (ULONG_PTR)job->port.key,
                                   (LPOVERLAPPED)GetCurrentProcessId());
    open_file_leave(file);
    return TRUE;
}
