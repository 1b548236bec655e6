/* The machine has one thread, so no other one can wake it. */
#include "win32/address_wait.h"

#include "kernel/services/service.h"

uint32_t address_wait(const volatile void *address, uint32_t expected, uint64_t deadline)
{
    if (*(const volatile uint32_t *)address != expected)
        return STATUS_SUCCESS;
    sys_clock_wait_until(deadline);
    return STATUS_TIMEOUT;
}

void address_wake(const volatile void *address, uint32_t count)
{
    (void)address, (void)count;
}
