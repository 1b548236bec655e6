/* The contracts of the kernel's functions (kernel/cpu/contracts.h): the checking build ends with
 * the name of a function that is called otherwise.
 *
 * run: name=kept checked=1 args=kept
 * run: name=lock checked=1 args=lock exit=125 expect="panic: space_tag is called without the
 *   kernel's lock$" expect="^ +8.* call[+]0x"
 * run: name=lock-2 checked=1 smp=2 args=lock exit=125 expect="panic: space_tag is called without
 *   the kernel's lock \(CPU [01]\)$"
 * run: name=unlocked checked=1 args=unlocked exit=125 expect="panic: space_tag is called without
 *   the kernel's lock$"
 * run: name=inline checked=1 args=inline exit=125 expect="panic: schedule_leave_list is called
 *   without the kernel's lock$"
 * run: name=interrupts checked=1 args=interrupts exit=125 expect="panic: pic_in_service is called
 *   with interrupts on$"
 * run: name=no-trap checked=1 args=no-trap exit=125 expect="panic: user_read is called outside of
 *   traps$"
 * run: name=trap checked=1 args=trap exit=125 expect="panic: clock_wait_until is called in a trap$"
 *
 * Ring 0 only: the kernel's own functions are called, which are no services.
 */
#include "kernel/cpu/interrupts.h"
#include "kernel/cpus/kernel_lock.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/pic.h"
#include "kernel/memory/space.h"
#include "kernel/memory/user_memory.h"
#include "kernel/threads/schedule.h"
#include "tests/harness/tap.h"

#include <string.h>

static void with_lock(void)
{
    kernel_enter();
    space_tag(NULL);
    schedule_leave_list(this_thread());
    pic_in_service();
    kernel_leave();
}

static void without_lock(void) { space_tag(NULL); }

static void after_the_lock(void)
{
    with_lock();
    space_tag(NULL);
}

static void inline_without_lock(void) { schedule_leave_list(this_thread()); }

static void ask_controller(void)
{
    interrupts_on();
    pic_in_service();
}

static void read_outside(void)
{
    char byte;
    user_read(NULL, &byte, (uint32_t)&byte, 1);
}

static void wait_inside(void)
{
    kernel_enter();
    clock_wait_until(0);
}

static const struct {
    const char *name;
    void (*call)(void);
} ways[] = {
    {"kept", with_lock},
    {"lock", without_lock},
    {"unlocked", after_the_lock},
    {"inline", inline_without_lock},
    {"interrupts", ask_controller},
    {"no-trap", read_outside},
    {"trap", wait_inside},
};

__attribute__((noinline)) static void call(const char *name)
{
    interrupts_off();
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(ways[i].name, name) == 0)
            ways[i].call();
    interrupts_on();
}

int main(int argc, char **argv)
{
    call(argc > 1 ? argv[1] : "");
    ok(argc > 1 && strcmp(argv[1], "kept") == 0, "calls by the contract end nothing");
    return tap_done();
}
