/* A list holds the deadlines of every 1,024th tick, so a list that is looked at may have some for a
 * later round. A bit tells that a list may not be empty. */
#include "kernel/threads/deadlines.h"
#include "kernel/cpu/contracts.h"

#define LISTS (DEADLINES_LOOK + 1)

static struct link lists[LISTS];
static uint32_t used[LISTS / 32];
uint64_t deadlines_next;
static uint32_t count;  /* of deadlines that are set */
static uint64_t passed; /* all lists up to this tick were looked at */

static uint32_t number_of(uint64_t tick)
{
    return (uint32_t)tick % LISTS;
}

static bool is_used(uint32_t number)
{
    return used[number / 32] >> number % 32 & 1;
}

void deadline_set(struct deadline *deadline, uint64_t due,
                  void (*reached)(struct deadline *deadline))
{
    kernel_must_be_locked();
    deadline_cancel(deadline);
    deadline->due = due;
    deadline->reached = reached;
    deadline->set = true;
    count++;
    uint64_t look = due > passed ? due : passed + 1;
    uint32_t number = number_of(look);
    if (!lists[number].next)
        list_init(&lists[number]);
    list_append(&lists[number], &deadline->link);
    used[number / 32] |= 1u << number % 32;
    if (look < deadlines_next) {
        deadlines_next = look;
        clock_expect(deadlines_ahead());
    }
}

void deadline_remove(struct deadline *deadline)
{
    kernel_must_be_locked();
    list_remove(&deadline->link);
    deadline->set = false;
    count--;
}

bool deadlines_are_set(void)
{
    kernel_must_be_locked();
    return count;
}

/* Takes those out that are due, and calls. A call may set and cancel any. */
static void look_at(uint32_t number, uint64_t now)
{
    struct link due, *link = lists[number].next;
    list_init(&due);
    while (link != &lists[number]) {
        struct deadline *deadline = list_record(struct deadline, link, link);
        link = link->next;
        if (deadline->due <= now) {
            list_remove(&deadline->link);
            list_append(&due, &deadline->link);
        }
    }
    if (list_is_empty(&lists[number]))
        used[number / 32] &= ~(1u << number % 32);
    while (!list_is_empty(&due)) {
        struct deadline *deadline = list_record(struct deadline, link, due.next);
        deadline_cancel(deadline);
        deadline->reached(deadline);
    }
}

/* Returns the next tick whose list may hold some, or the last one to look ahead to. */
static uint64_t find_next(void)
{
    for (uint32_t ahead = 1; ahead < DEADLINES_LOOK;) {
        uint32_t number = number_of(passed + ahead), bit = number % 32;
        uint32_t some = used[number / 32] >> bit;
        if (some) {
            ahead += (uint32_t)__builtin_ctz(some);
            return passed + (ahead < DEADLINES_LOOK ? ahead : DEADLINES_LOOK);
        }
        ahead += 32 - bit;
    }
    return passed + DEADLINES_LOOK;
}

void deadlines_begin(uint64_t now)
{
    kernel_must_be_locked();
    passed = deadlines_next = now;
}

void deadlines_pass(uint64_t now)
{
    kernel_must_be_locked();
    for (; deadlines_next <= now; deadlines_next = find_next()) {
        passed = deadlines_next;
        if (is_used(number_of(passed)))
            look_at(number_of(passed), now);
    }
}
