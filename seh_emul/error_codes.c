/* The errors of Win32 for statuses. */
#include "seh_emul/error_codes.h"

#include "kernel/call/tib.h"

#include <errhandlingapi.h>
#include <synchapi.h>
#include <winternl.h>

/* Values of the list that are no errors. */
enum { NONE = 0, SAME = 0xFFFF };

static const uint16_t errors[] = {
#define RUN(status, ...) __VA_ARGS__,
#define ROW(status, error)
#include "seh_emul/error_list.h"
#undef RUN
#undef ROW
};

static const struct run {
    uint32_t status, count;
} runs[] = {
#define RUN(status, ...) {status, sizeof((uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t)},
#define ROW(status, error)
#include "seh_emul/error_list.h"
#undef RUN
#undef ROW
};

static const struct row {
    uint32_t status, error;
} rows[] = {
#define RUN(status, ...)
#define ROW(status, error) {status, error},
#include "seh_emul/error_list.h"
#undef RUN
#undef ROW
};

/* The error of a status in the list. */
static uint32_t listed_error(uint32_t status)
{
    const uint16_t *error = errors;
    for (const struct run *run = runs; run < runs + sizeof runs / sizeof *runs; run++) {
        uint32_t behind = status - run->status;
        if (behind < run->count)
            return error[behind] == SAME ? status : error[behind];
        error += run->count;
    }
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++)
        if (row->status == status)
            return row->error;
    return NONE;
}

/* The upper half of a status that carries an error of Win32 in its lower half. Such statuses and
 * those of a customer are not in the list. */
enum { WIN32_RESULT = 0x8007, WIN32_STATUS = 0xC007, DEBUGGER_STATUS = 0xC001 };
#define OF_CUSTOMER 0x20000000u

ULONG NTAPI RtlNtStatusToDosErrorNoTeb(NTSTATUS status)
{
    uint32_t code = (uint32_t)status;
    if (!code || code & OF_CUSTOMER)
        return code;
    if (code >> 28 == 0xD) /* an error that was marked as another layer's */
        code &= ~0x10000000u;
    uint32_t error = listed_error(code), upper = code >> 16;
    if (error != NONE)
        return error;
    if (upper == WIN32_RESULT || upper == WIN32_STATUS || upper == DEBUGGER_STATUS)
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
