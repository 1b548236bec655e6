/* The local descriptor table, one for all CPUs: a data segment over each worker's TEB. All entries
 * are segments that can be loaded, always, so that no worker faults for a stale one. */
#include "kernel/cpu/contracts.h"
#include "kernel/cpu/segments.h"
#include "kernel/ums/kernel_ums.h"

struct ums *ums_owners[LDT_ENTRIES]; /* the first entry has none */
static uint16_t free_first, used;    /* unused ones from `used` on, freed ones linked */
static uint16_t free_next[LDT_ENTRIES];
static uint16_t hand = 1; /* where the search for one to take away goes on */

void ums_deselect(struct ums *worker)
{
    kernel_must_be_locked();
    uint16_t index = worker->index;
    if (!index)
        return;
    ums_owners[index] = NULL;
    free_next[index] = free_first;
    free_first = index;
    worker->index = 0;
    worker->context->selector = 0;
}

/* A worker that the kernel has cannot be executed meanwhile; one in the program's hands is locked
 * for it. */
static bool take_away(struct ums *worker)
{
    uint32_t nobody = 0;
    struct ums_context *context = worker->context;
    if (worker->thread->state != THREAD_HELD) {
        ums_deselect(worker);
        return true;
    }
    if (worker->in_trap || !__atomic_compare_exchange_n(&context->lock, &nobody, UMS_LOCK_KERNEL,
                                                        false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return false;
    ums_deselect(worker);
    __atomic_store_n(&context->lock, 0, __ATOMIC_RELEASE);
    return true;
}

static uint16_t find_free(void)
{
    if (!free_first && used == 0) {
        for (unsigned i = 0; i < LDT_ENTRIES; i++)
            segments_describe_local(i, 0);
        used = 1;
    }
    if (!free_first && used < LDT_ENTRIES)
        return used++;
    for (unsigned tried = 0; !free_first && tried < LDT_ENTRIES; tried++) {
        hand = hand % (LDT_ENTRIES - 1) + 1;
        if (ums_owners[hand])
            take_away(ums_owners[hand]);
    }
    uint16_t index = free_first;
    free_first = free_next[index];
    return index;
}

bool ums_select(struct ums *worker)
{
    kernel_must_be_locked();
    if (worker->index)
        return true;
    uint16_t index = find_free();
    if (!index)
        return false;
    ums_owners[index] = worker;
    worker->index = index;
    segments_describe_local(index, worker->thread->teb_address);
    worker->context->selector = ums_selector(worker);
    return true;
}
