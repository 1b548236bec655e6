/* The end of a thread, and of the program: in this order Windows does it. */
#include "win32/threads/end.h"

#include "kernel/program.h"
#include "kernel/start.h"
#include "kernel/threads/tib.h"
#include "win32/pool/helpers.h"

void thread_forget(void)
{
    TEB *teb = tib_current();
    fls_forget(teb->FlsData); /* a callback that ends the thread goes on with the rest */
    teb->FlsData = NULL;
    tls_forget();
    fiber_forget();
}

/* Only a checking build looks at what is left. */
static void process_ends(void)
{
    if (CHECKED)
        helpers_end_all();
    thread_forget();
}

static void start(void)
{
    program_set_end(process_ends);
}
ON_START(start);
