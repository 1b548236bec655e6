/* The first C code in the upper half: brings the machine up in the order of its dependencies, then
 * starts the program. */
#include "kernel/call/start.h"
#include "boot/layout.h"
#include "kernel/arguments.h"
#include "kernel/boot_view.h"
#include "kernel/call/features.h"
#include "kernel/call/program.h"
#include "kernel/call/report.h"
#include "kernel/call/service.h"
#include "kernel/cpu/fpu_state.h"
#include "kernel/cpu/segments.h"
#include "kernel/cpus/cpus.h"
#include "kernel/cpus/delays.h"
#include "kernel/cpus/firmware.h"
#include "kernel/cpus/panic.h"
#include "kernel/devices/clock.h"
#include "kernel/devices/console.h"
#include "kernel/devices/keyboard.h"
#include "kernel/devices/pic.h"
#include "kernel/devices/rtc.h"
#include "kernel/devices/screen.h"
#include "kernel/devices/serial.h"
#include "kernel/devices/stamps.h"
#include "kernel/devices/virtio_console.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/image.h"
#include "kernel/memory/paging.h"
#include "kernel/module_files.h"
#include "kernel/program_threads.h"
#include "kernel/report/files_out.h"
#include "kernel/report/moments.h"
#include "kernel/report/trace_records.h"
#include "kernel/report/trace_ring.h"
#include "kernel/shared/fine_time.h"
#include "kernel/shared/reserves.h"
#include "kernel/shared/system_time.h"
#include "kernel/start_cpus.h"
#include "kernel/threads/given_holds.h"
#include "kernel/threads/given_points.h"
#include "kernel/threads/given_schedule.h"
#include "kernel/threads/schedule.h"
#include "kernel/threads/settings.h"
#include "kernel/threads/thread.h"
#include "kernel/threads/tick_way.h"
#include "kernel/trap/double_fault.h"
#include "kernel/trap/idt.h"
#include "lib/host.h"

_Noreturn void kernel_main(void);

/* Hands the C library the functions that it runs on. */
static void bind_library(void)
{
    lib_host = (struct lib_host){
        .write = sys_console_write,
        .write_error = sys_console_write,
        .read = sys_console_read,
        .typing = sys_console_typing,
        .wait = program_wait,
        .wake = program_wake,
        .range_alloc = reserves_space_alloc,
        .range_free = sys_space_release,
        .system_time = system_time,
        .end_tables = program_call_terminators,
        .exit = program_exit,
        .panic = program_panic,
        .give_up = program_give_up,
    };
}

static void run_start_hooks(void)
{
    extern start_hook *const start_hooks[], *const start_hooks_end[];
    for (start_hook *const *hook = start_hooks; hook < start_hooks_end; hook++)
        (*hook)();
}

static void warn_about_the_machine(const struct arguments *arguments)
{
    struct frame_usage usage = frame_usage();
    if (usage.beyond_direct)
        report_line("%u MB of memory are used, %u MB more are not: the upper half maps no more",
                    usage.total / 256, usage.beyond_direct / 256);
    if (boot_view()->truncated)
        report_line("the boot loader said more than fits, and some of it was cut");
    if (arguments->unknown_option)
        report_line(
            "unknown option %s (there are trapline:trace, :moments, :safeseh, :sehop, "
            ":input=pipe, :output=terminal, :output=pipe, :error=pipe, :error=apart, "
            ":missing=late, :out, :schedule=S, :schedule-steps, :schedule-sleepers, :ring=3, "
            ":tick=N)",
            arguments->unknown_option);
}

/* A schedule of several CPUs is a list of holds, or a seed. The machine keeps most of a seed.
 * Returns false for any other text. */
static bool begin_cpus(const char *text)
{
    struct given_text given;
    if (*text == '@')
        return given_holds_start(text);
    if (!given_points_parse(text, &given) || !given.by_chance || given.in_runtime)
        return false;
    if (CHECKED)
        delays_start(given.seed);
    return true;
}

/* The stack of the boot stage and the start becomes the first CPU's own when the program runs on
 * its. An unmapped page lies below it. */
extern char boot_stack_top[]; /* boot/entry.S; a physical address */

/* Called by boot/entry.S on the boot stack, interrupts off. */
void kernel_main(void)
{
    cpu_detect();
    serial_init();
    bind_library();
    segments_init(&cpus[0], (uint32_t)boot_stack_top + UPPER_HALF);
    thread_begin_idle();
    idt_init();
    fpu_init();
    paging_init();
    screen_init();
    image_protect();
    double_fault_init();
    frames_init(boot_view());
    pic_init();
    const struct arguments *arguments = arguments_parse(boot_view()->command_line);
    run_start_hooks();

    clock_init(arguments->options.first_tick);
    fine_time_start(arguments->options.schedule ? 0 : stamps_measure());
    system_time_start(rtc_read());
    clock_set_time(system_time_at(0));
    lib_host.start_time = system_time();
    lib_host.input_is_pipe = console_is_pipe = arguments->options.input_is_pipe;
    lib_host.output_is_terminal = arguments->options.output_is_terminal;
    lib_host.output_is_pipe = arguments->options.output_is_pipe;
    lib_host.error_is_pipe = arguments->options.error_is_pipe;
    if (arguments->options.error_is_apart)
        lib_host.write_error = sys_console_write_error;
    program_missing_is_late = arguments->options.missing_late;
    serial_use_interrupts();
    virtio_console_init();
    if (screen_present())
        keyboard_init();
    firmware_find_off();
    cpus_start();
    settings_start();
    trace_on = arguments->options.trace;
    files_go_out = arguments->options.out;
    const char *schedule = arguments->options.schedule;
    if (schedule &&
        !(cpus_running > 1 ? begin_cpus(schedule)
                           : given_schedule_start(schedule, arguments->options.schedule_steps,
                                                  arguments->options.schedule_sleepers)))
        panic("%s is no schedule", schedule);
    tick_choose_way();
    warn_about_the_machine(arguments);
    files_take_over(boot_view());
    trace_write(TRACE_started, (const uint32_t[4]){0}, 0); /* even when off: whose image it is */
    trace_flush();
    if (trace_on && !moments_start(arguments->options.moments))
        panic("no memory for the copies of code and stacks that tracing keeps");
    image_seal();
    program_make_thread(arguments->options.ring, arguments->count, arguments->words);
    schedule_start();
}
