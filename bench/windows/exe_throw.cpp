/* The costs of C++: from a throw to its catch. clang makes exe_throw.exe of this source, with
 * Visual C++'s exceptions, and MinGW's g++ makes mingw_throw.exe, which has gcc's own. Ring 3
 * cannot hold interrupts back, so the least of some tries counts. */
extern "C" {
#include "bench/bench.h"
}

enum { FRAMES = 10 };

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

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    bench_report_least(FIGURE("throw"), throw_and_catch<0>);
    bench_report_least(FIGURE("throw_ten"), throw_and_catch<FRAMES>);
    return destroyed % FRAMES;
}
