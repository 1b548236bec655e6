/* The costs of C++: from a throw to its catch. clang makes exe_throw.exe of this source, with
 * Visual C++'s exceptions, and MinGW's g++ makes mingw_throw.exe, which has gcc's own. Ring 3
 * cannot hold interrupts back, so the least of some tries counts. */
extern "C" {
#include "bench/bench.h"
}

enum { TRIES = 16, FRAMES = 10 };

#ifdef __clang__
#define FIGURE(name) "exe_" name
#else
#define FIGURE(name) "mingw_" name
#endif

static volatile int destroyed;

struct Object {
    ~Object()
    {
        destroyed = destroyed + 1;
    }
};

/* As many frames as it says lie between the throw and its catch, each with an object to be
 * destroyed. */
template <int frames> __attribute__((noinline)) void through()
{
    Object object;
    through<frames - 1>();
}

template <> __attribute__((noinline)) void through<0>()
{
    STAMP(stamp_before);
    throw 1;
}

template <int frames> void throw_and_catch()
{
    try {
        through<frames>();
    } catch (int) {
        STAMP(stamp_after);
    }
}

static void report(const char *name, void (*path)())
{
    if (!bench_wants(name))
        return;
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < TRIES; i++) {
        path();
        least = path_length() < least ? path_length() : least;
    }
    bench_report(name, least);
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    report(FIGURE("throw"), throw_and_catch<0>);
    report(FIGURE("throw_ten"), throw_and_catch<FRAMES>);
    return destroyed % FRAMES;
}
