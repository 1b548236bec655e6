/* The handlers of SetConsoleCtrlHandler. */
#include "win32/console/console_handlers.h"
#include "lib/console_signals.h"
#include "lib/lock.h"
#include "win32/files/open_files.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <processthreadsapi.h>
#include <signal.h>
#include <string.h>

enum { HANDLERS = 32 };
#define ENDED_BY_CONTROL_C 0xC000013Au
static PHANDLER_ROUTINE handlers[HANDLERS]; /* with the lock; the newest is the last */
static unsigned handler_count;
static bool ignores_control_c;
static struct lock handlers_lock;

BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add)
{
    interrupts_begin();
    DWORD error = ERROR_SUCCESS;
    lock_take(&handlers_lock);
    unsigned i = handler_count;
    if (!handler) {
        ignores_control_c = add;
    } else if (add) {
        error = i < HANDLERS ? ERROR_SUCCESS : ERROR_NOT_ENOUGH_MEMORY;
        if (!error)
            handlers[handler_count++] = handler;
    } else {
        while (i && handlers[i - 1] != handler)
            i--;
        error = i ? ERROR_SUCCESS : ERROR_INVALID_PARAMETER;
        for (; i && i < handler_count; i++)
            handlers[i - 1] = handlers[i];
        handler_count -= !error;
    }
    lock_release(&handlers_lock);
    return !error || file_fails(error);
}

void console_event(DWORD event)
{
    PHANDLER_ROUTINE calls[HANDLERS];
    lock_take(&handlers_lock);
    unsigned count = handler_count;
    bool ignores = event == CTRL_C_EVENT && ignores_control_c;
    memcpy(calls, handlers, sizeof calls);
    lock_release(&handlers_lock);
    while (!ignores && count)
        if (calls[--count](event))
            return;
    bool is_taken = ignores || (event == CTRL_C_EVENT && signal_console(SIGINT)) ||
                    (event == CTRL_BREAK_EVENT && signal_console(SIGBREAK));
    if (!is_taken)
        ExitProcess(ENDED_BY_CONTROL_C);
}

void console_forget_handlers(void)
{
    lock_take(&handlers_lock);
    handler_count = 0;
    lock_release(&handlers_lock);
}
