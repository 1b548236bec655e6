/* Hands the kernel the ways into a CONTEXT and the outermost frame, and the search for handlers the
 * run's options. */
#include "kernel/arguments.h"
#include "kernel/call/start.h"
#include "kernel/threads/program_stacks.h"
#include "kernel/trap/ring3_pieces.h"
#include "seh_emul/dispatch/frame_check.h"
#include "seh_emul/dispatch/unhandled.h"
#include "seh_emul/trap/put_context.h"
#include "seh_emul/trap/trap_context.h"

static void seh_start(void)
{
    frame_check_start(runtime_options()->safeseh, runtime_options()->sehop);
    ring3_on_continue(context_put, context_to_trap);
    program_set_final_handler(seh_final_handler, &seh_final_scope);
}
ON_START(seh_start);
