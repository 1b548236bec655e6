/* Ctrl-C of the host's terminal, for a program that has a handler of it. A thread of the runtime
 * waits for one, and the program may end without it. Each gets a thread of the program's, as on
 * Windows, because a handler may take its time. */
#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "kernel/call/start.h"
#include "lib/console_signals.h"
#include "lib/host.h"
#include "win32/console/console_handlers.h"

#include <handleapi.h>
#include <processthreadsapi.h>
#include <synchapi.h>
#include <wincon.h>

static DWORD WINAPI call_handlers(LPVOID parameter)
{
    (void)parameter;
    console_event(CTRL_C_EVENT);
    return 0;
}

static void serve(void)
{
    for (;;) {
        sys_console_interrupted(true);
        HANDLE thread = CreateThread(NULL, 0, call_handlers, NULL, 0, NULL);
        if (thread)
            CloseHandle(thread);
    }
}

static BOOL CALLBACK begin_thread(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    enum { STACK_SIZE = 64 * 1024 };
    const struct thread_creation creation = {
        .eip = (uint32_t)serve, .stack_size = STACK_SIZE, .serving = true};
    uint32_t handle;
    (void)once, (void)parameter, (void)context;
    sys_console_interrupted(false); /* from now on, although the thread may begin later */
    if (sys_thread_create(&handle, &creation, NULL) == STATUS_SUCCESS)
        sys_handle_close(handle);
    return TRUE;
}

void interrupts_begin(void)
{
    static INIT_ONCE once;
    if (!lib_host.input_is_pipe)
        InitOnceExecuteOnce(&once, begin_thread, NULL, NULL);
}

static void interrupts_start(void)
{
    signal_begin_interrupts = interrupts_begin;
}
ON_START(interrupts_start);
