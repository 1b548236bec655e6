/* Lets a test put functions of its own in place of those that the C library has from the machine
 * (lib/host.h), which are sealed once a program runs. */
#ifndef TESTS_OPEN_HOST_H
#define TESTS_OPEN_HOST_H

#include "kernel/memory/paging.h"
#include "lib/host.h"
#include "tests/harness/privileged.h"
#include "tests/harness/with_lock.h"

static void open_host_pages(void *unused)
{
    (void)unused;
    const char *begin = (const char *)&lib_host, *bytes[] = {begin, begin + sizeof lib_host - 1};
    bool were_on = test_lock();
    for (unsigned i = 0; i < 2; i++)
        paging_protect(bytes[i], paging_look(bytes[i]).rights | PAGING_WRITE);
    test_unlock(were_on);
}

/* Once, before the first change. */
static void open_host(void) { privileged(open_host_pages, NULL); }

#endif
