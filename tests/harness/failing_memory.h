/* Memory that fails on demand: requests of the heap, for frames and for addresses are counted, and
 * one of them, or all from there, find nothing.
 *
 * Only requests of the thread that begins count, and of one more if the test says so, also those
 * that the kernel makes for them. One CPU.
 */
#ifndef TESTS_FAILING_MEMORY_H
#define TESTS_FAILING_MEMORY_H

#include "kernel/cpu/interrupts.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/space.h"
#include "kernel/threads/thread.h"
#include "lib/heap_impl.h"
#include "tests/harness/privileged.h"
#include "tests/harness/with_lock.h"

#include <processthreadsapi.h>
#include <string.h>

enum { JUMP = 5, JUMP_OPCODE = 0xE9 };

static unsigned asked;         /* since the count began */
static unsigned fails;         /* the number that fails, counted from 1 */
static bool for_good;          /* and all that come after it */
static uint32_t failing;       /* the thread whose requests count; 0: none */
static uint32_t failing_too;   /* one more */
static bool in_heap;           /* it asks for more memory itself */
static bool refused_addresses; /* the last request that failed was for addresses */

static uint32_t own_id(void)
{
    return ring3_current() == 0 ? this_thread()->id : GetCurrentThreadId();
}

static bool refuse(bool addresses)
{
    uint32_t id = own_id();
    if (!failing || (id != failing && id != failing_too))
        return false;
    asked++;
    bool refused = for_good ? asked >= fails : asked == fails;
    if (refused)
        refused_addresses = addresses;
    return refused;
}

/* The sources of memory: the heap's, the machine's, and addresses. Each function begins with a jump
 * to its stand-in here. For a real call the stand-in puts the first bytes back, and then the jump
 * again. A thread that comes in between is not counted. */
static struct heap_block *take(uint32_t size);
static uint32_t get_frame(void);
static void *get_addresses(size_t size);

static struct source {
    void *function, *instead;
    unsigned char bytes[JUMP];
} sources[] = {
    {.function = (void *)heap_take, .instead = (void *)take},
    {.function = (void *)frame_alloc, .instead = (void *)get_frame},
    {.function = (void *)space_reserve, .instead = (void *)get_addresses},
};
enum { HEAP, FRAMES, ADDRESSES, SOURCES };

/* No other thread may meet half a jump. */
static void write_jump(void *to)
{
    struct source *source = to;
    unsigned char *code = source->function;
    bool were_on = interrupts_save();
    code[0] = JUMP_OPCODE;
    *(uint32_t *)(code + 1) = (uint32_t)source->instead - (uint32_t)(code + JUMP);
    interrupts_restore(were_on);
}

static void write_bytes(void *to)
{
    struct source *source = to;
    bool were_on = interrupts_save();
    memcpy(source->function, source->bytes, JUMP);
    interrupts_restore(were_on);
}

static void divert(struct source *source) { privileged(write_jump, source); }
static void restore(struct source *source) { privileged(write_bytes, source); }

#define ASK(source, call)                                                                          \
    restore(&sources[source]);                                                                     \
    result = (call);                                                                               \
    divert(&sources[source])

static struct heap_block *take(uint32_t size)
{
    struct heap_block *result = NULL;
    if (!refuse(false)) {
        in_heap = true;
        ASK(HEAP, heap_take(size));
        in_heap = false;
    }
    return result;
}

static uint32_t get_frame(void)
{
    uint32_t result = FRAME_NONE;
    if (!refuse(false)) {
        ASK(FRAMES, frame_alloc());
    }
    return result;
}

static void *get_addresses(size_t size)
{
    void *result = NULL;
    if (!refuse(!in_heap)) {
        ASK(ADDRESSES, space_reserve(size));
    }
    return result;
}

/* The pages of code become writable. */
static void open_sources(void *unused)
{
    bool were_on = test_lock();
    for (struct source *source = sources; source < sources + SOURCES; source++) {
        for (unsigned last = 0; last < 2; last++) {
            const char *byte = (const char *)source->function + last * (JUMP - 1);
            paging_protect(byte, paging_look(byte).rights | PAGING_WRITE);
        }
        memcpy(source->bytes, source->function, JUMP);
    }
    test_unlock(were_on);
}

/* Once, before the others. */
static void failing_open(void) { privileged(open_sources, NULL); }

/* From now on the request of this number fails. */
static void begin_failing(unsigned number)
{
    asked = 0;
    fails = number;
    failing = own_id();
    for (struct source *source = sources; source < sources + SOURCES; source++)
        divert(source);
}

static void end_failing(void)
{
    failing = 0;
    for (struct source *source = sources; source < sources + SOURCES; source++)
        restore(source);
}

#endif
