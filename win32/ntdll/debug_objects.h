/* Debug objects, by which a debugger hears of processes: there is no other process, so that nothing
 * is ever heard by one. Ordinary code. */
#ifndef WIN32_NTDLL_DEBUG_OBJECTS_H
#define WIN32_NTDLL_DEBUG_OBJECTS_H

#include <winternl.h>

/* flags: 1, its processes end with it; others are STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI NtCreateDebugObject(PHANDLE object, ULONG access, POBJECT_ATTRIBUTES attributes,
                                   ULONG flags);

/* Class 1: the flags. *length, unless it is NULL, becomes 4 if the size is another one.
 * STATUS_INVALID_PARAMETER, STATUS_INFO_LENGTH_MISMATCH. */
NTSTATUS NTAPI NtSetInformationDebugObject(HANDLE object, ULONG which, PVOID facts, ULONG size,
                                           PULONG length);

void debug_object_end(void *object); /* of its open file */

/* The debug object of the thread, which is a word of its TEB. */
HANDLE NTAPI DbgUiGetThreadDebugObject(void);
VOID NTAPI DbgUiSetThreadDebugObject(HANDLE object);

/* Windows' structures: what a debug object tells, and what a debugger of kernel32 is told. */
struct debug_state {
    ULONG state;
    CLIENT_ID client;
    union {
        ULONG words[22];
        struct {
            EXCEPTION_RECORD record;
            ULONG is_first;
        } exception;
    };
};
struct debug_event {
    DWORD code, process, thread;
    union {
        ULONG words[21];
        struct {
            EXCEPTION_RECORD record;
            DWORD is_first;
        } exception;
    };
};

/* Makes an event of a state. STATUS_UNSUCCESSFUL: of one that is none; process and thread are told
 * in any case. */
NTSTATUS NTAPI DbgUiConvertStateChangeStructure(const struct debug_state *state,
                                                struct debug_event *event);

#endif
