#include "win32/ntdll/debug_objects.h"

#include "win32/files/open_files.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/ntdll/program_objects.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <processthreadsapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <winnt.h>

enum { KILL_ON_CLOSE = 1 };

/* Its own function tells the kind of an object (win32/files/open_files.h). */
void debug_object_end(void *object)
{
    free(object);
}

NTSTATUS NTAPI NtCreateDebugObject(PHANDLE object, ULONG access, POBJECT_ATTRIBUTES attributes,
                                   ULONG flags)
{
    (void)access;
    NTSTATUS status = nt_begin_object_call(object, attributes);
    if (status == STATUS_SUCCESS && flags & ~(ULONG)KILL_ON_CLOSE)
        status = (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (status != STATUS_SUCCESS)
        return status;
    ULONG *place = malloc(sizeof *place);
    if (!place)
        return (NTSTATUS)STATUS_NO_MEMORY;
    *place = flags;
    DWORD before = GetLastError();
    HANDLE made = open_object_publish(place, debug_object_end);
    SetLastError(before);
    return program_object_name(object, attributes, made == INVALID_HANDLE_VALUE ? NULL : made,
                               debug_object_end);
}

NTSTATUS NTAPI NtSetInformationDebugObject(HANDLE object, ULONG which, PVOID facts, ULONG size,
                                           PULONG length)
{
    enum { FLAGS = 1 };
    if (which != FLAGS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (length && IsBadWritePtr(length, sizeof *length))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (length)
        *length = size == sizeof(ULONG) ? 0 : sizeof(ULONG);
    if (size != sizeof(ULONG))
        return (NTSTATUS)STATUS_INFO_LENGTH_MISMATCH;
    if (IsBadReadPtr(facts, size))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (*(const ULONG *)facts & ~(ULONG)KILL_ON_CLOSE)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    DWORD before = GetLastError();
    struct open_file *file = open_object_use(object, debug_object_end);
    if (file)
        *(ULONG *)file->object = *(const ULONG *)facts;
    if (file)
        open_file_leave(file);
    return nt_result(file, before);
}

/* ---------------------------------------------------------------- the thread's */

/* The second of two words that the TEB has for debuggers. */
static HANDLE *thread_place(void)
{
    enum { DBG_SS_RESERVED = 0xF20 };
    return (HANDLE *)((char *)NtCurrentTeb() + DBG_SS_RESERVED) + 1;
}

HANDLE NTAPI DbgUiGetThreadDebugObject(void)
{
    return *thread_place();
}

VOID NTAPI DbgUiSetThreadDebugObject(HANDLE object)
{
    *thread_place() = object;
}

/* ---------------------------------------------------------------- states and events */

/* The states, and the events that they become. */
enum {
    NEW_THREAD = 2,
    NEW_PROCESS,
    THREAD_ENDS,
    PROCESS_ENDS,
    EXCEPTION,
    BREAKPOINT,
    STEP,
    DLL_LOADED,
    DLL_UNLOADED,
    STATES
};
enum { TEXT_EVENT = 8, RIP_EVENT = 9, PRINTED = 0x40010006, RIP = 0x40010007 };

/* The words of a state from which those of its event come; NONE: the word is 0, IS_WIDE: it says
 * that texts are UTF-16. */
enum { NONE = -1, IS_WIDE = -2, WORDS = 10 };
static const struct {
    DWORD event;
    int count;
    signed char from[WORDS];
} rows[STATES] = {[NEW_THREAD] = {2, 3, {0, NONE, 2}},
                  [NEW_PROCESS] = {3, 10, {3, 0, 1, 4, 5, 6, NONE, 8, NONE, IS_WIDE}},
                  [THREAD_ENDS] = {4, 1, {0}},
                  [PROCESS_ENDS] = {5, 1, {0}},
                  [EXCEPTION] = {1, 0, {0}},
                  [BREAKPOINT] = {1, 0, {0}},
                  [STEP] = {1, 0, {0}},
                  [DLL_LOADED] = {6, 6, {0, 1, 2, 3, 4, IS_WIDE}},
                  [DLL_UNLOADED] = {7, 1, {0}}};

/* A text that the program tells the debugger is an exception. */
static void tell_exception(const struct debug_state *state, struct debug_event *event)
{
    const EXCEPTION_RECORD *record = &state->exception.record;
    if (record->ExceptionCode == PRINTED) {
        event->code = TEXT_EVENT;
        event->words[0] = record->ExceptionInformation[1];
        event->words[1] = record->ExceptionInformation[0] << 16; /* no UTF-16, and the length */
    } else if (record->ExceptionCode == RIP) {
        event->code = RIP_EVENT;
        event->words[0] = record->ExceptionInformation[0];
        event->words[1] = record->ExceptionInformation[1];
    } else {
        event->exception.record = *record;
        event->exception.is_first = state->exception.is_first;
    }
}

NTSTATUS NTAPI DbgUiConvertStateChangeStructure(const struct debug_state *state,
                                                struct debug_event *event)
{
    event->process = (DWORD)state->client.UniqueProcess;
    event->thread = (DWORD)state->client.UniqueThread;
    if (state->state >= STATES || !rows[state->state].event)
        return (NTSTATUS)STATUS_UNSUCCESSFUL;
    event->code = rows[state->state].event;
    for (int i = 0; i < rows[state->state].count; i++) {
        int from = rows[state->state].from[i];
        event->words[i] = from == NONE ? 0 : from == IS_WIDE ? TRUE : state->words[from];
    }
    if (event->code == rows[EXCEPTION].event)
        tell_exception(state, event);
    return STATUS_SUCCESS;
}
