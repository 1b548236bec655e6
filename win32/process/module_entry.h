/* Calling code of a module (module_entry.S). Serves C and assembly. */
#ifndef WIN32_PROCESS_MODULE_ENTRY_H
#define WIN32_PROCESS_MODULE_ENTRY_H

/* Offsets in struct thread_places. */
#define PLACES_THUNK 0
#define PLACES_INNER 4
#define PLACES_OUTER 8
#define PLACES_APC   12

#ifndef __ASSEMBLER__
#include <nt.h>
#include <stddef.h>
#include <stdint.h>

/* Calls a library's entry or a callback. Returns its eax, whatever it leaves on the stack and in
 * the registers that calls keep. */
uint32_t entry_call(const void *function, void *base, uint32_t reason, void *context);

/* Calls the first function of a thread, with the registers and the stack that Windows 7 has there.
 * kernel32's BaseThreadInitThunk makes the call and ends the thread. */
__attribute__((noreturn)) void entry_begin(const void *function, void *argument);

/* Takes an asynchronous call or an exception to ntdll's dispatcher. */
void apc_dispatch(const uint32_t call[4]);
BOOLEAN NTAPI exception_dispatch(EXCEPTION_RECORD *record, CONTEXT *context);

/* Places in the modules. */
struct thread_places {
    uint32_t thunk;        /* kernel32's BaseThreadInitThunk */
    uint32_t inner, outer; /* where ntdll's first functions would go on */
    uint32_t apc;          /* ntdll's KiUserApcDispatcher */
};
extern struct thread_places thread_places;

#define PLACES_IS(name, offset)                                                                    \
    _Static_assert(offsetof(struct thread_places, name) == (offset), #name)
PLACES_IS(thunk, PLACES_THUNK);
PLACES_IS(inner, PLACES_INNER);
PLACES_IS(outer, PLACES_OUTER);
PLACES_IS(apc, PLACES_APC);
#undef PLACES_IS
#endif

#endif
