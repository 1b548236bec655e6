#include "win32/ntdll/nt_threads.h"

#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <processthreadsapi.h>
#include <stddef.h>
#include <string.h>

NTSTATUS NTAPI RtlCreateUserThread(HANDLE process, PVOID security, BOOLEAN is_suspended,
                                   ULONG zero_bits, SIZE_T reserve, SIZE_T commit, PVOID function,
                                   PVOID parameter, PHANDLE thread, PCLIENT_ID id)
{
    DWORD before = GetLastError(), number = 0;
    DWORD flags = (is_suspended ? CREATE_SUSPENDED : 0u) |
                  (reserve > commit ? STACK_SIZE_PARAM_IS_A_RESERVATION : 0u);
    (void)security, (void)zero_bits;
    HANDLE made = CreateRemoteThread(process, NULL, reserve > commit ? reserve : commit,
                                     (LPTHREAD_START_ROUTINE)function, parameter, flags, &number);
    if (made && id)
        *id = (CLIENT_ID){(HANDLE)GetCurrentProcessId(), (HANDLE)number};
    if (made && thread)
        *thread = made;
    else if (made)
        CloseHandle(made);
    return nt_result(made, before);
}

enum { NUMBERS = 0x10003 };

static unsigned count_of(const struct nt_thread_attributes *attributes)
{
    const size_t begin = offsetof(struct nt_thread_attributes, attributes);
    return attributes && attributes->size > begin
               ? (attributes->size - begin) / sizeof attributes->attributes[0]
               : 0;
}

NTSTATUS NTAPI NtCreateThreadEx(PHANDLE thread, ULONG access, POBJECT_ATTRIBUTES object,
                                HANDLE process, PVOID function, PVOID parameter, ULONG flags,
                                ULONG_PTR zero_bits, SIZE_T commit, SIZE_T reserve,
                                struct nt_thread_attributes *attributes)
{
    enum { SUSPENDED = 1 };
    CLIENT_ID id;
    unsigned count = count_of(attributes);
    (void)access, (void)object;
    for (unsigned i = 0; i < count; i++)
        if (attributes->attributes[i].which != NUMBERS ||
            attributes->attributes[i].size != sizeof id)
            return (NTSTATUS)STATUS_INVALID_PARAMETER;
    NTSTATUS status = RtlCreateUserThread(process, NULL, flags & SUSPENDED, zero_bits, reserve,
                                          commit, function, parameter, thread, &id);
    for (unsigned i = 0; i < count && status == STATUS_SUCCESS; i++) {
        const struct nt_thread_attribute *numbers = &attributes->attributes[i];
        memcpy(numbers->place, &id, sizeof id);
        if (numbers->written)
            *numbers->written = sizeof id;
    }
    return status;
}

NTSTATUS NTAPI NtCallbackReturn(PVOID result, ULONG size, NTSTATUS status)
{
    (void)result, (void)size, (void)status;
    return (NTSTATUS)STATUS_NO_CALLBACK_ACTIVE;
}
