/* Stacks that threads have left are the next threads': as good as new ones, bounded in number, and
 * given back when memory is exhausted.
 *
 * run: name=plain memory=16M
 * run: name=checked memory=16M checked=1
 * run: name=ring3 memory=16M ring=3 compilers=gcc
 * run: name=bochs memory=16M emulator=bochs compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/memory/stacks.h"
#include "tests/uthread/uthread_scene.h"
#include "uthread/schedule/scheduler.h"

#include <memoryapi.h>
#include <seh.h>
#include <stdlib.h>

static void nothing(void) {}

/* Uses this many bytes of the stack, page by page from above. */
static DWORD wanted;
__attribute__((noinline)) static DWORD use(DWORD bytes)
{
    volatile char room[1024];
    room[0] = (char)bytes;
    DWORD below = bytes > sizeof room ? use(bytes - sizeof room) : 0;
    __asm__ volatile("" : : "r"(room) : "memory"); /* it is needed to here: no loop will do */
    return below + (DWORD)room[0];
}

static void uses(void) { use(wanted); }

static void uses_and_yields(void)
{
    use(wanted);
    utYield();
}

static MEMORY_BASIC_INFORMATION look(const void *address)
{
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery(address, &information, sizeof information);
    return information;
}

/* Whether the stack of a thread that has not begun is one that can grow: below its limit a guard,
 * and nothing below that. */
static bool is_sound(uThd uthread)
{
    char *limit = ut_parked(uthread)->limit;
    MEMORY_BASIC_INFORMATION memory = look(limit), guard = look(limit - PAGE_SIZE),
                             below = look(limit - 2 * PAGE_SIZE);
    return memory.Protect == PAGE_READWRITE &&
           memory.RegionSize == (DWORD)((char *)uthread + STACK_ROOM - limit) &&
           guard.Protect == (PAGE_READWRITE | PAGE_GUARD) && guard.RegionSize == PAGE_SIZE &&
           below.State == MEM_RESERVE;
}

/* ---------------------------------------------------------------- stacks left by threads */

enum { SMALL = 1024, GROWN = 16000, LARGE = 40000, ENDLESS = 100000 };

static const struct legacy {
    const char *what;
    utFunction func;
    DWORD bytes;
    bool run, kept;
} legacies[] = {
    {"never ran", nothing, 0, false, true},
    {"used little", uses, SMALL, true, true},
    {"made its stack grow", uses, GROWN, true, true},
    {"was freed in the middle", uses_and_yields, SMALL, true, true},
    {"was freed in the middle of a stack that had grown", uses_and_yields, GROWN, true, true},
    {"made its stack grow very much", uses, LARGE, true, false},
    {"overflowed", uses, ENDLESS, true, false},
};

/* The next thread grows, and one overflows. */
static void check_legacy(const struct legacy *legacy)
{
    reserves_give_back();
    uThd first = uThreadCreate(legacy->func);
    wanted = legacy->bytes;
    if (legacy->run)
        utResume(first);
    uThreadDestroy(first);
    bool kept = *tib_word(TIB_STACKS) == (DWORD)first;
    is_dec(kept, legacy->kept, "the stack of a thread that %s is %skept", legacy->what,
           legacy->kept ? "" : "not ");
    for (unsigned i = 0; i < 2; i++) {
        uThd next = uThreadCreate(uses);
        ok(is_sound(next), "the next thread's has its guard");
        wanted = i ? LARGE : ENDLESS;
        utResume(next);
        is_hex(uThreadExitStatus(next), i ? 0 : STATUS_STACK_OVERFLOW,
               "and grows as far as any other");
        uThreadDestroy(next);
        next = first = uThreadCreate(legacy->func);
        wanted = legacy->bytes;
        if (legacy->run)
            utResume(first);
        uThreadDestroy(next);
    }
}

/* A thread that has lost its stack ends on another one. */
static void loses_its_stack(void) { __asm__ volatile("movl $0x1000, %esp; pushl %eax"); }

static void check_lost(void)
{
    reserves_give_back();
    uThd lost = uThreadCreate(loses_its_stack);
    utResume(lost);
    ok(uThreadExitStatus(lost) != 0, "a thread that loses its stack ends");
    uThreadDestroy(lost);
    uThd next = uThreadCreate(uses);
    ok(is_sound(next), "the next thread's has its guard");
    uThreadDestroy(next);
}

/* A guard that another thread has touched is none any more. */
static char *guard;

static void touches(void) { *(volatile char *)guard = 1; }

/* limit: of the stack. On another stack that is no kept one. */
static void touch_guard(char *limit)
{
    static char stack[UT_STACK_LEAST] __attribute__((aligned(4)));
    uThd other = uThreadCreated(stack, sizeof stack, touches);
    guard = limit - 1;
    utResume(other);
    is_hex(uThreadExitStatus(other), STATUS_GUARD_PAGE_VIOLATION, "a guard is touched");
    uThreadDestroy(other);
}

static const struct disarmed {
    const char *what;
    DWORD bytes;
    bool later; /* when the stack is kept already */
} disarmed[] = {
    {"has never grown", SMALL, false},
    {"has grown", GROWN, false},
    {"is kept and has never grown", SMALL, true},
    {"is kept and has grown", GROWN, true},
};

/* A whole one that is kept behind it is used. */
static void check_disarmed(const struct disarmed *row)
{
    reserves_give_back();
    *tib_word(TIB_GUARDS_LOST) = 0;
    uThd victim = uThreadCreate(uses_and_yields), whole = uThreadCreate(nothing);
    wanted = row->bytes;
    utResume(victim);
    uThreadDestroy(whole);
    if (!row->later)
        touch_guard(ut_parked(victim)->limit);
    uThreadDestroy(victim);
    if (row->later)
        touch_guard(ut_first_stack(victim)->limit);
    uThd one = uThreadCreate(uses), two = uThreadCreate(uses);
    ok(is_sound(one) && is_sound(two), "a stack that %s is not used again", row->what);
    wanted = LARGE;
    utResume(one);
    utResume(two);
    ok(uThreadExitStatus(one) == 0 && uThreadExitStatus(two) == 0, "those that are can grow");
    uThreadDestroy(one);
    uThreadDestroy(two);
}

/* ---------------------------------------------------------------- how many are kept */

static void check_reuse(void)
{
    reserves_give_back();
    uThd one = uThreadCreate(nothing), two = uThreadCreate(nothing);
    uThreadDestroy(one);
    uThreadDestroy(two);
    is_dec((uint32_t)error_of(utResume(one)), UtErrorInvalid, "a thread that is gone is none");
    ok(uThreadCreate(nothing) == two && uThreadCreate(nothing) == one,
       "the stack left last is used first");
    uThd three = uThreadCreate(nothing);
    ok(three != one && three != two, "then a new one");
    ok(one->lastError == UtErrorNone && one->status == UtStatusUnstart && !one->scheduler &&
           !one->rare && !one->sleepDuri && !one->next,
       "nothing of the old thread is left");
    uThreadDestroy(one);
    uThreadDestroy(two);
    uThreadDestroy(three);
}

enum { MANY = 200, MOST_PAGES = 128 };
static uThd many[MANY];

static unsigned create_many(void)
{
    unsigned made = 0;
    while (made < MANY && (many[made] = uThreadCreate(nothing)) != NULL)
        made++;
    return made;
}

/* Ring 0's: frames are the kernel's. */
static void check_bound(void)
{
    uint32_t before = frames_in_use();
    unsigned made = create_many();
    for (unsigned i = 0; i < made; i++)
        uThreadDestroy(many[i]);
    uint32_t kept = frames_in_use_and_kept() - before;
    ok(kept <= MOST_PAGES && kept > MOST_PAGES - 8, "of the stacks of %u threads %u pages are kept",
       made, (unsigned)kept);
    is_dec(frames_in_use(), before, "all of it can be given back");
}

/* All other requests get the memory of kept stacks. */
static void check_exhaustion(void)
{
    enum { STEP = 0x10000 };
    unsigned made = create_many(), blocks;
    for (unsigned i = 0; i < made; i++)
        uThreadDestroy(many[i]);
    PVOID *list = NULL, *block;
    while ((block = VirtualAlloc(NULL, STEP, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE)) != NULL) {
        *block = list;
        list = block;
    }
    is_hex(*tib_word(TIB_STACKS), 0, "when memory is exhausted no stack is kept");
    for (blocks = 0; list; blocks++) {
        block = *list;
        VirtualFree(list, 0, MEM_RELEASE);
        list = block;
    }
    uThreadDestroy(uThreadCreate(nothing));
    ok(*tib_word(TIB_STACKS) != 0, "one is, later");
    void **chain = NULL, **piece;
    while ((piece = malloc(STEP - 100)) != NULL) {
        *piece = chain;
        chain = piece;
    }
    is_hex(*tib_word(TIB_STACKS), 0, "until the heap exhausts memory");
    while (chain) {
        piece = *chain;
        free(chain);
        chain = piece;
    }
    ok(blocks > 100, "%u blocks", blocks);
}

/* A detached thread that ends last leaves its stack to a call that does not come. */
static void check_thread_end(void)
{
    reserves_give_back();
    uThd made[] = {uThreadCreate(nothing), uThreadCreate(nothing)};
    uThreadDestroy(made[0]);
    uThreadDetach(made[1]);
    utResume(made[1]);
    ok(*tib_word(TIB_STACKS) && *tib_word(TIB_BURIALS),
       "a stack is kept, and a detached thread that has ended waits for the next call");
    reserves_end_thread();
    ok(!*tib_word(TIB_BURIALS) && !*tib_word(TIB_STACKS) && !*tib_word(TIB_STACK_PAGES),
       "a thread of the machine that ends keeps neither");
}

int main(void)
{
    check_reuse();
    for (unsigned i = 0; i < sizeof legacies / sizeof legacies[0]; i++)
        check_legacy(&legacies[i]);
    check_lost();
    for (unsigned i = 0; i < sizeof disarmed / sizeof disarmed[0]; i++)
        check_disarmed(&disarmed[i]);
    check_bound();
    check_exhaustion();
    check_thread_end();
    return tap_done();
}
