/* The functions that the program's objects have in tables, for its start and its end. The orders
 * are those of Microsoft's C runtime, and of GNU's for its own tables. */
#include "kernel/call/program.h"
#include "kernel/call/tib.h"

#include <nt.h>
#include <stdlib.h>

/* The result says whether the start fails, where it is one of c_initializers. */
typedef int table_function(void);

enum { FAILED_START = 255 }; /* Microsoft's status for it */

/* The tables of linker.ld. */
extern table_function *const c_initializers[], *const initializers[], *const initializers_end[];
extern table_function *const fini_array[], *const terminators[], *const terminators_end[];

/* Zeros mark the begin and the end of a part. */
static int call(table_function *function)
{
    return function ? function() : 0;
}

void program_call_initializers(void)
{
    table_function *const *next = c_initializers;
    for (; next < initializers; next++)
        if (call(*next))
            exit(FAILED_START);
    for (; next < initializers_end; next++)
        call(*next);
}

void program_call_terminators(void)
{
    table_function *const *next = terminators;
    while (next > fini_array)
        call(*--next);
    for (next = terminators; next < terminators_end; next++)
        call(*next);
}

void program_call_all_tls_callbacks(uint32_t reason)
{
    for (const PIMAGE_TLS_CALLBACK *next = tls_callbacks; next < tls_callbacks_end; next++)
        if (*next)
            (*next)(tib_current()->ProcessEnvironmentBlock->ImageBaseAddress, reason, NULL);
}
