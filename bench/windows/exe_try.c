/* The costs of __try where a compiler for Windows has made it. Ring 3 cannot hold interrupts back,
 * so the least of some tries counts. */
#include "bench/bench.h"

#include <windows.h>

enum { CUSTOMER_CODE = 0xE0000001 };

/* A block in a function whose frame is linked already: only the level is left to set. */
static void enter_and_leave(void)
{
    STAMP(stamp_before);
    __try {
        __asm__ volatile("");
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    STAMP(stamp_after);
}

/* The frame is linked when the function begins, and unlinked when it ends. */
static __declspec(noinline) void has_a_try(void)
{
    __try {
        __asm__ volatile("");
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
}

static void call_and_return(void)
{
    STAMP(stamp_before);
    has_a_try();
    STAMP(stamp_after);
}

/* A function between, with a __finally, so that one frame is unwound. */
static __declspec(noinline) void raises(void)
{
    __try {
        STAMP(stamp_before);
        RaiseException((DWORD)CUSTOMER_CODE, 0, 0, NULL);
    } __finally {
    }
}

static void raise_and_take(void)
{
    __try {
        raises();
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        STAMP(stamp_after);
    }
}

int main(int argc, char **argv)
{
    bench_choose(argc, argv);
    bench_report_least("exe_try_enter_leave", enter_and_leave);
    bench_report_least("exe_try_function", call_and_return);
    bench_report_least("exe_raise_unwind_resume", raise_and_take);
    return 0;
}
