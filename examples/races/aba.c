/* A stack without a lock: pop reads the top and what lies below it, and exchanges the one for the
 * other if the top is still the same. Meanwhile it may have gone, and have come back with something
 * else below it.
 */
#include <stdio.h>
#include <windows.h>

enum { NODES = 4, NONE = 0 };

static LONG below[NODES]; /* of each node but 0 */
static volatile LONG
    top; /* the node's number, and above its eight bits how often the top has changed */
static LONG owners[NODES]; /* how many have taken each node */

#ifdef REPAIRED
enum { CHANGE = 256 };
#else
enum { CHANGE = 0 };
#endif

static void push(LONG node)
{
    LONG old;
    do {
        old = top;
        below[node] = old & 255;
    } while (InterlockedCompareExchange(&top, (old & ~255) + CHANGE + node, old) != old);
}

static LONG pop(void)
{
    LONG old, next;
    do {
        old = top;
        if ((old & 255) == NONE)
            return NONE;
        next = below[old & 255];
    } while (InterlockedCompareExchange(&top, (old & ~255) + CHANGE + next, old) != old);
    return old & 255;
}

static DWORD WINAPI takes_two_returns_one(void *argument)
{
    LONG first = pop(), second = pop();
    owners[second]++;
    if (first)
        push(first);
    return 0;
}

int main(void)
{
    for (LONG node = 1; node < NODES; node++)
        push(node);
    HANDLE other = CreateThread(NULL, 0, takes_two_returns_one, NULL, 0, NULL);
    owners[pop()]++;
    WaitForSingleObject(other, INFINITE);
    for (LONG node = pop(); node; node = pop())
        owners[node]++;
    for (LONG node = 1; node < NODES; node++)
        if (owners[node] != 1) {
            printf("node %ld has %ld owners\n", node, owners[node]);
            return 1;
        }
    printf("each has its own\n");
    return 0;
}
