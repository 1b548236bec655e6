/* The kernel compares and waits in one step. */
#include "win32/address_wait_calls.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"

_Static_assert(WAIT_WITHOUT_END == WAIT_FOREVER, "a deadline that never comes");

uint64_t wait_deadline_after(DWORD ms)
{
    return GetTickCount64() + ms + (ms != 0);
}

uint32_t address_wait(const volatile void *address, uint32_t expected, uint64_t deadline)
{
    return sys_address_wait((const uint32_t *)address, expected, deadline);
}

uint32_t address_wake(const volatile void *address, uint32_t count)
{
    return sys_address_wake((const uint32_t *)address, count);
}
