/* Exceptions of C++ on threads, in fibers and in the pool: each handles its own.
   flags: -fno-inline */
#include "cxx/program.h"

static int sums[4];

static void thrower(int number)
{
    if (number % 3 == 0)
        throw number;
    try {
        throw (long)number;
    } catch (long &n) {
        if (n % 2)
            throw;
        throw short(n);
    }
}

static unsigned __stdcall worker(void *given)
{
    int which = (int)given;
    for (int i = 0; i < 300; i++) {
        try {
            thrower(i);
        } catch (int n) {
            sums[which] += n;
        } catch (long n) {
            sums[which] += 2 * n;
        } catch (short n) {
            sums[which] += 3 * n;
        }
    }
    return 0;
}

static void *fibers[2], *main_fiber;

// Two fibers are in a catch block each at one time; "throw;" means the own one's.
template <int which> static void __stdcall fiber(void *)
{
    try {
        try {
            throw which;
        } catch (int) {
            tell("%d in", which);
            SwitchToFiber(which == 0 ? fibers[1] : fibers[0]);
            tell("%d on", which);
            throw;
        }
    } catch (int n) {
        tell("[%d]", n);
    }
    SwitchToFiber(which == 0 ? fibers[1] : main_fiber);
}

static int in_pool;

static unsigned __stdcall work(void *)
{
    try {
        throw X(1);
    } catch (X &x) {
        in_pool = x.number;
    }
    return 0;
}

static bool is_own_terminate;
static void own_terminate()
{
}

static unsigned __stdcall asks(void *)
{
    is_own_terminate = set_terminate(own_terminate) == own_terminate;
    return 0;
}

int main()
{
    void *threads[4];
    for (int i = 0; i < 4; i++)
        threads[i] = CreateThread(nullptr, 0, worker, (void *)i, 0, nullptr);
    for (int i = 0; i < 4; i++)
        WaitForSingleObject(threads[i], ~0u);
    for (int i = 0; i < 4; i++)
        tell("%d", sums[i]);
    line("threads");

    main_fiber = ConvertThreadToFiber(nullptr);
    fibers[0] = CreateFiber(0, fiber<0>, nullptr);
    fibers[1] = CreateFiber(0, fiber<1>, nullptr);
    SwitchToFiber(fibers[0]);
    line("fibers");

    QueueUserWorkItem(work, nullptr, 0);
    while (!*(volatile int *)&in_pool)
        Sleep(1);
    line("pool");

    set_terminate(own_terminate);
    WaitForSingleObject(CreateThread(nullptr, 0, asks, nullptr, 0, nullptr), ~0u);
    tell(is_own_terminate ? "shared" : "each thread has its own");
    line("terminate");
    return 0;
}
