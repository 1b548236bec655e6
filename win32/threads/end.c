/* The end of a thread, and of the program: in this order Windows does it. */
#include "win32/threads/end.h"

#include "kernel/program.h"
#include "kernel/start.h"
#include "kernel/threads/tib.h"

void thread_forget(void)
{
    TEB *teb = tib_current();
    void *data = teb->FlsData;
    teb->FlsData = NULL;
    fls_forget(data);
    tls_forget();
    fiber_forget();
}

static void start(void)
{
    program_set_end(thread_forget);
}
ON_START(start);
