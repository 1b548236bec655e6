/* The handlers of SetConsoleCtrlHandler. */
#ifndef WIN32_CONSOLE_CONSOLE_HANDLERS_H
#define WIN32_CONSOLE_CONSOLE_HANDLERS_H

#include <windef.h>

/* Calls the handlers, the newest first, until one answers TRUE. If none does, the program ends with
 * C000013Ah. Ctrl-C that is ignored calls nobody. Ordinary code, on a thread of its own. */
void console_event(DWORD event);

/* Takes all handlers out of the list. */
void console_forget_handlers(void);

/* From now on Ctrl-C of the host's terminal does that, if the input is a terminal. Any number of
 * calls. */
void interrupts_begin(void);

#endif
