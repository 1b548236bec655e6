/* Signals of the console: Ctrl-C and Ctrl-Break. Ordinary code. */
#ifndef LIB_CONSOLE_SIGNALS_H
#define LIB_CONSOLE_SIGNALS_H

#include <stdbool.h>

/* Calls the function of SIGINT or SIGBREAK, which becomes SIG_DFL before. Returns false if it is
 * that: then nobody takes the signal. */
bool signal_console(int number);

/* Called when SIGINT gets a function. NULL: no Ctrl-C comes to this program. */
extern void (*signal_begin_interrupts)(void);

#endif
