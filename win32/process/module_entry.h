/* Calling code of a module (module_entry.S). */
#ifndef WIN32_PROCESS_MODULE_ENTRY_H
#define WIN32_PROCESS_MODULE_ENTRY_H

#include <stdint.h>

/* Calls a library's entry or a callback. Returns its eax, whatever it leaves on the stack and in
 * the registers that calls keep. */
uint32_t entry_call(const void *function, void *base, uint32_t reason, void *context);

/* Calls the program's entry as the first function of a thread, with the PEB as its argument and the
 * registers that Windows 7 has there. `thunk` is kernel32's BaseThreadInitThunk, which makes the
 * call and ends the thread. */
__attribute__((noreturn)) void entry_begin(const void *thunk, const void *function, void *peb);

/* Its bytes. */
extern const char BaseThreadInitThunk[], BaseThreadInitThunk_end[];

#endif
