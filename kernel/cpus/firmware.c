/* Shows the firmware's tables through a window, because they lie where the direct map has nothing.
 */
#include "kernel/cpus/firmware.h"

#include "boot/layout.h"
#include "boot/machine_end.h"
#include "kernel/memory/paging.h"

#include <string.h>

#define DEVICES_START                                                                              \
    0xFEC00000u /* interrupt controllers and the like, where reading may do harm */

static uint32_t window_end = FIRMWARE_WINDOW; /* pages are mapped up to here */

static void close_window(void)
{
    for (; window_end > FIRMWARE_WINDOW; window_end -= PAGE_SIZE)
        paging_unmap((void *)(window_end - PAGE_SIZE));
}

static const uint8_t *view(uint32_t physical, uint32_t size)
{
    uint32_t end = physical + size;
    close_window();
    if (end < physical || end > DEVICES_START || size > FIRMWARE_VIEW_MOST + PAGE_SIZE)
        return NULL;
    for (uint32_t at = PAGE_DOWN(physical); at < end; at += PAGE_SIZE, window_end += PAGE_SIZE)
        if (!paging_map((void *)window_end, at, 0))
            return NULL;
    return (const uint8_t *)FIRMWARE_WINDOW + physical % PAGE_SIZE;
}

static struct acpi_off off; /* port 0: none is known */

void firmware_find_off(void)
{
    struct acpi_off found;
    if (acpi_find_off(&found, view))
        off = found;
    close_window();
}

void firmware_end(void)
{
    machine_leave();
    if (off.port)
        io_out16(off.port, off.word);
    machine_halt();
}

bool firmware_find_cpus(struct cpu_list *list)
{
    memset(list, 0, sizeof *list);
    bool found = acpi_find_cpus(list, view);
    if (!found) {
        memset(list, 0, sizeof *list);
        found = mp_find_cpus(list, view);
    }
    close_window();
    return found;
}
