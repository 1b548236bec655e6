/* The end of a thread, and of the program: in this order Windows does it. */
#include "win32/threads/end.h"

#include "kernel/call/program.h"
#include "kernel/call/service.h"
#include "kernel/call/start.h"
#include "kernel/call/tib.h"
#include "lib/heap.h"
#include "win32/heap_records.h"
#include "win32/pool/helpers.h"

#include <nt.h>

void thread_forget(uint32_t reason)
{
    TEB *teb = tib_current();
    fls_forget(teb->FlsData); /* a callback that ends the thread goes on with the rest */
    teb->FlsData = NULL;
    program_call_tls_callbacks(reason);
    if (emulated_locals_slot)
        emulated_locals_forget();
    tls_forget();
    fiber_forget();
}

/* The other threads end before the callbacks, and none of them can hold this one up; nor does one
 * end in the middle of the heap, which the callbacks may use. Only a checking build looks at what
 * is left. */
static void process_ends(int status)
{
    if (CHECKED)
        helpers_end_all();
    bool held = program_take_lock(&heap_lock);
    sys_program_end_others((uint32_t)status);
    if (held)
        lock_release(&heap_lock);
    thread_forget(DLL_PROCESS_DETACH);
    if (CHECKED)
        process_heap_end();
}

static void thread_start(void)
{
    program_set_end(process_ends);
}
ON_START(thread_start);
