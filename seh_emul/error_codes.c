/* The errors of Win32 for statuses. */
#include "seh_emul/error_codes.h"

#include "kernel/call/tib.h"

#include <errhandlingapi.h>
#include <synchapi.h>
#include <winternl.h>

static const struct {
    uint32_t status;
    uint32_t error;
} errors[] = {
#define ERROR_OF(status, error) {status, error},
#include "seh_emul/error_list.h"
#undef ERROR_OF
};

/* The upper half of a status that carries an error of Win32 in its lower half. Such statuses and
 * those of a customer are not in the table. */
enum { WIN32_RESULT = 0x8007, WIN32_STATUS = 0xC007 };
#define OF_CUSTOMER 0x20000000u

ULONG NTAPI RtlNtStatusToDosErrorNoTeb(NTSTATUS status)
{
    uint32_t code = (uint32_t)status;
    if (code & OF_CUSTOMER)
        return code;
    if (code >> 28 == 0xD) /* an error that was marked as another layer's */
        code &= ~0x10000000u;
    for (unsigned i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].status == code)
            return errors[i].error;
    if (code >> 16 == WIN32_RESULT || code >> 16 == WIN32_STATUS)
        return code & 0xFFFF;
    return ERROR_MR_MID_NOT_FOUND;
}

ULONG NTAPI RtlNtStatusToDosError(NTSTATUS status)
{
    tib_current()->LastStatusValue = (DWORD)status;
    return RtlNtStatusToDosErrorNoTeb(status);
}

void error_set(uint32_t status)
{
    SetLastError(RtlNtStatusToDosError((NTSTATUS)status));
}
