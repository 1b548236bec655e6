/* Sleepers: the waits with a deadline, a pairing heap inside the waits themselves, so that a sleep
 * allocates nothing. An insertion costs one comparison with any number of sleepers. A removal costs
 * O(log n) on average over a run.
 *
 * A node's children are linked through sibling. back is the sibling before it, or the parent of the
 * first child, or NULL at the top. No child wakes before its parent.
 */
#include "lib/inlining.h"
#include "uthread/schedule/scheduler.h"

/* The halves of a deadline are compared one by one, because a comparison of 64 bits and one for
 * equality cost twice as much. */
static inline bool is_before(const struct utWait *a, const struct utWait *b)
{
    DWORD high = (DWORD)(a->deadline >> 32), other_high = (DWORD)(b->deadline >> 32);
    DWORD low = (DWORD)a->deadline, other_low = (DWORD)b->deadline;
    if (high != other_high)
        return high < other_high;
    if (low != other_low)
        return low < other_low;
    return (int)(a->order - b->order) < 0; /* the counter may wrap */
}

/* Makes one heap of two, neither NULL; b is the later of equals. The siblings of both are
 * overwritten. */
static HOT struct utWait *meld(struct utWait *a, struct utWait *b)
{
    struct utWait *top = a, *below = b;
    if (is_before(b, a)) {
        top = b;
        below = a;
    }
    below->sibling = top->child;
    if (top->child)
        top->child->back = below;
    below->back = top;
    top->child = below;
    return top;
}

/* Makes one heap of siblings: melds them in pairs from left to right, then the pairs from right to
 * left.
 */
static struct utWait *meld_all(struct utWait *first)
{
    struct utWait *pairs = NULL; /* linked through sibling, the rightmost first */
    while (first) {
        struct utWait *other = first->sibling;
        struct utWait *rest = other ? other->sibling : NULL;
        struct utWait *pair = other ? meld(first, other) : first;
        pair->sibling = pairs;
        pairs = pair;
        first = rest;
    }
    if (!pairs)
        return NULL;
    struct utWait *result = pairs;
    for (struct utWait *pair = pairs->sibling; pair;) {
        struct utWait *rest = pair->sibling;
        result = meld(result, pair);
        pair = rest;
    }
    result->sibling = result->back = NULL;
    return result;
}

struct utWait *sleepers_remove(struct utWait *heap, struct utWait *wait)
{
    struct utWait *below = meld_all(wait->child);
    if (wait == heap)
        return below;
    if (wait->back->child == wait)
        wait->back->child = wait->sibling;
    else
        wait->back->sibling = wait->sibling;
    if (wait->sibling)
        wait->sibling->back = wait->back;
    return below ? meld(heap, below) : heap;
}
