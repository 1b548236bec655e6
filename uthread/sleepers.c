/* Sleeping threads as a pairing heap: inside the threads themselves, so that to sleep allocates
 * nothing. To insert costs one comparison however many sleep; to remove the first, O(log n) on
 * average over a run.
 *
 * A node's children are linked through sibling. No child is to wake before its parent.
 */
#include "uthread/uthread_impl.h"

static bool is_before(const struct uThread *a, const struct uThread *b)
{
    if (a->deadline != b->deadline)
        return a->deadline < b->deadline;
    return (int)(a->order - b->order) < 0; /* the counter may wrap */
}

/* One heap of two, neither NULL. */
static uThd meld(uThd a, uThd b)
{
    uThd top = is_before(b, a) ? b : a;
    uThd below = top == a ? b : a;
    below->sibling = top->child;
    top->child = below;
    return top;
}

uThd sleepers_insert(uThd heap, uThd uthread)
{
    uthread->child = uthread->sibling = NULL;
    return heap ? meld(heap, uthread) : uthread;
}

/* Melds the first one's children, in pairs from left to right, then the pairs from right to left.
 */
uThd sleepers_remove_first(uThd heap)
{
    uThd pairs = NULL; /* linked through sibling, the rightmost first */
    for (uThd child = heap->child; child;) {
        uThd other = child->sibling;
        uThd rest = other ? other->sibling : NULL;
        uThd pair = other ? meld(child, other) : child;
        pair->sibling = pairs;
        pairs = pair;
        child = rest;
    }
    if (!pairs)
        return NULL;
    uThd result = pairs;
    for (uThd pair = pairs->sibling; pair;) {
        uThd rest = pair->sibling;
        result = meld(result, pair);
        pair = rest;
    }
    result->sibling = NULL;
    return result;
}
