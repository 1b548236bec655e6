/* A thread's own values, its fibers and its memory: calls that change what all threads have in
 * common, by threads that lose the CPU in front of any instruction of theirs.
 *
 * run: name=plain
 * run: name=ring3 args="once ring3" compilers=gcc
 * run: name=486 cpu=486 args=once compilers=gcc
 * run: name=2 smp=2 args=once compilers=gcc
 * run: name=2-ring3 smp=2 args="once ring3" compilers=gcc
 * run: name=long args=each compilers=gcc
 * run: name=long-ring3 args="each ring3" compilers=gcc
 * run: name=long-2 smp=2 compilers=gcc
 * run: name=bochs args=once emulator=bochs compilers=gcc
 */
#include "tests/threads/thread_stepped.h"

/* ---------------------------------------------------------------- a thread's own values */

static DWORD index_of_all;
static volatile unsigned called_back;

static VOID NTAPI count_back(PVOID value) { add_to(&called_back, value != NULL); }

static void make_values(void)
{
    index_of_all = TlsAlloc();
    called_back = 0;
}

static void set_values(unsigned me, unsigned turn)
{
    must(TlsGetValue(index_of_all) == (turn ? (PVOID)(me + 1) : NULL));
    must(TlsSetValue(index_of_all, (PVOID)(me + 1)));
    DWORD own = TlsAlloc(), fiber = FlsAlloc(count_back);
    must(own != TLS_OUT_OF_INDEXES && fiber != FLS_OUT_OF_INDEXES);
    must(!TlsGetValue(own) && !FlsGetValue(fiber));
    SetLastError(me);
    must(TlsSetValue(own, (PVOID)turn) && FlsSetValue(fiber, (PVOID)1) && GetLastError() == me);
    must(TlsGetValue(own) == (PVOID)turn && TlsGetValue(index_of_all) == (PVOID)(me + 1));
    must(FlsFree(fiber) && TlsFree(own));
    add_to(&count, 1);
}

static bool end_values(void) { return TlsFree(index_of_all) && called_back == THREADS * turns; }

/* All threads free the same indexes: one of them does. */
static DWORD shared_tls[MOST_TURNS], shared_fls[MOST_TURNS];
static volatile unsigned freed;

static void make_shared(void)
{
    for (unsigned i = 0; i < turns; i++) {
        shared_tls[i] = TlsAlloc();
        shared_fls[i] = FlsAlloc(count_back);
        FlsSetValue(shared_fls[i], (PVOID)1);
    }
    called_back = freed = 0;
}

static void free_shared(unsigned me, unsigned turn)
{
    add_to(&freed, TlsFree(shared_tls[turn]) != 0);
    add_to(&freed, FlsFree(shared_fls[turn]) != 0);
    add_to(&count, 1);
}

static bool end_shared(void) { return freed == 2 * turns && called_back == turns; }

/* A fiber with values is deleted while another thread frees one of their indexes and makes the
 * next. Each value gets the call of its own index. */
static DWORD kept_index, freed_index, next_index;
static volatile unsigned kept_calls, freed_calls;
static volatile bool all_set;
static PVOID home;

static VOID WINAPI count_kept(PVOID value)
{
    must(value == (PVOID)0xA1);
    add_to(&kept_calls, 1);
}

static VOID WINAPI count_freed(PVOID value)
{
    must(value == (PVOID)0xB1);
    add_to(&freed_calls, 1);
}

static VOID WINAPI never_called(PVOID value) { note_wrong(__LINE__); }

static VOID WINAPI set_both(PVOID unused)
{
    must(FlsSetValue(kept_index, (PVOID)0xA1));
    must(FlsSetValue(freed_index, (PVOID)0xB1));
    all_set = true;
    SwitchToFiber(home);
}

static void make_values_of_fiber(void)
{
    kept_index = FlsAlloc(count_kept);
    freed_index = FlsAlloc(count_freed);
    next_index = FLS_OUT_OF_INDEXES;
    kept_calls = freed_calls = 0;
    all_set = false;
}

static void delete_and_free(unsigned me, unsigned turn)
{
    if (me == 0) {
        home = ConvertThreadToFiber(NULL);
        PVOID fiber = CreateFiber(0, set_both, NULL);
        SwitchToFiber(fiber);
        DeleteFiber(fiber);
        ConvertFiberToThread();
    } else if (me == 1) {
        for (unsigned i = 0; i < 100 && !all_set; i++)
            SwitchToThread();
        if (all_set) { /* the first thread may be held before */
            must(FlsFree(freed_index));
            next_index = FlsAlloc(never_called);
        }
    }
    add_to(&count, turns);
}

static bool end_values_of_fiber(void)
{
    bool freed_late = next_index == FLS_OUT_OF_INDEXES;
    return FlsFree(freed_late ? freed_index : next_index) && FlsFree(kept_index) &&
           kept_calls == 1 && freed_calls == 1;
}

/* Each thread becomes a fiber, and goes to another one of its own and back. */
static volatile unsigned steps_of[THREADS];
static PVOID homes[THREADS];

static VOID WINAPI go_back(PVOID me)
{
    for (;;) {
        steps_of[(unsigned)me]++;
        SwitchToFiber(homes[(unsigned)me]);
    }
}

static void make_fibers(void) { memset((void *)steps_of, 0, sizeof steps_of); }

static void switch_fibers(unsigned me, unsigned turn)
{
    homes[me] = ConvertThreadToFiber((PVOID)me);
    PVOID fiber = CreateFiber(0, go_back, (PVOID)me);
    must(homes[me] && fiber);
    for (unsigned i = 0; i < turns; i++) {
        SwitchToFiber(fiber);
        must(steps_of[me] == i + 1 && GetCurrentFiber() == homes[me] &&
             GetFiberData() == (PVOID)me);
        add_to(&count, 1);
    }
    DeleteFiber(fiber);
    must(ConvertFiberToThread());
}

/* ---------------------------------------------------------------- memory */

static void use_memory(unsigned me, unsigned turn)
{
    size_t size = 100 * (turn + 1);
    char *block = malloc(size);
    char *page = VirtualAlloc(NULL, 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    must(block && page && page[0] == 0);
    block[0] = block[size - 1] = page[0] = (char)me;
    must(block[0] == (char)me && block[size - 1] == (char)me && page[0] == (char)me);
    must(VirtualFree(page, 0, MEM_RELEASE));
    free(block);
    add_to(&count, 1);
}

/* ---------------------------------------------------------------- */

static const struct scene scenes[] = {
    {"values are a thread's own", make_values, set_values, end_values, THREADS, EACH},
    {"an index that all free is freed once", make_shared, free_shared, end_shared, THREADS, EACH},
    {"values of a fiber get their own calls", make_values_of_fiber, delete_and_free,
     end_values_of_fiber, THREADS, WHOLE},
    {"fibers are switched", make_fibers, switch_fibers, NULL, THREADS, WHOLE},
    {"memory is taken and given back", NULL, use_memory, NULL, THREADS, EACH},
};

int main(int argc, char **argv) { return PLAY(scenes, argc, argv); }
