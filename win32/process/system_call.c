#include "win32/process/system_call.h"

#include "kernel/call/service.h"
#include "win32/ntdll/ntdll.h"

#include <nt.h>
#include <seh.h>
#include <winternl.h>

static const struct system_call calls[] = {
#define SYSTEM_CALL(number, name, other, words) [number] = {(const void *)(name), words},
#define PROCESS_SYSTEM_CALL                     SYSTEM_CALL
#define MISSING_SYSTEM_CALL(number, name, other, words)
#include "win32/system_calls.h"
#undef SYSTEM_CALL
};

static NTSTATUS NTAPI refuse_number(void)
{
    return (NTSTATUS)STATUS_INVALID_SYSTEM_SERVICE;
}

/* Windows has this call. */
static NTSTATUS NTAPI refuse_call(void)
{
    return (NTSTATUS)STATUS_NOT_IMPLEMENTED;
}

static NTSTATUS NTAPI refuse_arguments(void)
{
    return (NTSTATUS)STATUS_ACCESS_VIOLATION;
}

const struct system_call *system_call_find(uint32_t number, const void *arguments)
{
    static const struct system_call unknown = {(const void *)refuse_number, 0},
                                    missing = {(const void *)refuse_call, 0},
                                    unreadable = {(const void *)refuse_arguments, 0};
    if (number >= sizeof calls / sizeof calls[0]) /* the last row has Windows' last number */
        return &unknown;
    const struct system_call *call = &calls[number];
    if (!call->function)
        return &missing;
    if (call->words && !sys_paging_readable(arguments, call->words * sizeof(uint32_t)))
        return &unreadable;
    return call;
}
