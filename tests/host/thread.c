/* FS is free in 32-bit programs of Linux, and each thread has descriptors of its own. */
#define _GNU_SOURCE
#include "tests/host/thread.h"

#include <asm/ldt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BLOCK = 4096 };

struct lib_thread *host_thread_begin(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* qemu-i386 has one table for all */
    static unsigned entry = UINT32_MAX; /* any free one; then the same in all threads */
    static uint32_t latest;
    char *block = calloc(1, BLOCK);
    pthread_mutex_lock(&lock);
    struct user_desc segment = {
        .entry_number = entry,
        .base_addr = (unsigned)block,
        .limit = 0xFFFFF,
        .seg_32bit = 1,
        .limit_in_pages = 1,
        .useable = 1,
    };
    if (!block || syscall(SYS_set_thread_area, &segment)) {
        perror("no segment for a thread");
        exit(1);
    }
    entry = segment.entry_number;
    __asm__ volatile("movl %0, %%fs" : : "r"(entry * 8 + 3));
    struct lib_thread *words = (struct lib_thread *)(void *)(block + LIB_THREAD_OFFSET);
    words->self = words;
    words->number = latest += 4;
    pthread_mutex_unlock(&lock);
    return words;
}

void host_thread_end(struct lib_thread *words) { free((char *)words - LIB_THREAD_OFFSET); }
