/* Memory that is not there yet: a range of addresses whose pages a function of the program brings
 * in at their first touch.
 *
 *     static NTSTATUS squares(void *argument, void *page, void *bytes)
 *     {
 *         ...                          // fill the PAGER_PAGE bytes for this page
 *         return STATUS_SUCCESS;
 *     }
 *     int *table = pager_reserve(1 << 20, PAGE_READONLY, squares, NULL);
 *     printf("%d\n", table[1000]);     // the page comes now
 *
 * A touch from any thread makes that thread wait, not the CPU: others go on. Then the instruction
 * that touched the page is executed again. Calls of the runtime that are given such memory wait,
 * too. User-level threads of the same thread of the machine wait with it.
 */
#ifndef PAGER_H
#define PAGER_H

#include <nt.h>
#include <stdbool.h>
#include <stddef.h>

#define PAGER_PAGE 4096

/* Fills bytes, PAGER_PAGE of them and all 0, with what the page at this address will hold. It is
 * called on a thread of its own for the range, once for a page, however many threads have touched
 * it. It may wait and read files; it must not touch a page of its own range that is not there, and
 * an exception that it does not handle ends the thread.
 *
 * A result other than STATUS_SUCCESS becomes an exception in each thread that has touched the page,
 * STATUS_IN_PAGE_ERROR. Its parameters are Windows': 0, 1 or 8 for a read, a write or an execution,
 * the address, and the result. A call of the runtime ends as for a bad pointer then. The next touch
 * calls the function again. */
typedef NTSTATUS pager_function(void *argument, void *page, void *bytes);

/* Returns a range of size bytes (> 0, rounded up to pages) without memory; NULL when memory or
 * addresses are exhausted, and for another protection than PAGE_READONLY, PAGE_READWRITE,
 * PAGE_EXECUTE_READ and PAGE_EXECUTE_READWRITE. function NULL: the pages come zeroed, and nothing
 * waits. VirtualProtect changes pages that are there, and VirtualFree with MEM_DECOMMIT sends them
 * away until the next touch. A stack pointer must not point into the range.
 *
 * Calls of this header: any thread, either ring, not from interrupts. */
void *pager_reserve(size_t size, DWORD protect, pager_function *function, void *argument);

/* Ends the range that begins here. Threads that wait for a page of it get an access violation. The
 * function is not called again, but may still be running. Returns whether there was such a range.
 */
bool pager_release(void *base);

#endif
