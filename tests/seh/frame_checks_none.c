/* A program that declares to have no handlers. SafeSEH calls none of the program's own. The
 * runtime's handlers, which are in the frames of compilers, work as ever.
 *
 * run: emulator=qemu
 * run: name=safeseh args=trapline:safeseh
 * run: name=ring3 ring=3 args=trapline:safeseh compilers=gcc
 */
#include "kernel/arguments.h"
#include "seh_emul/dispatch/frame_check.h"
#include "tests/harness/handler.h"
#include "tests/harness/privileged.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <seh_frames.h>

SEH_NO_HANDLERS;

static _JUMP_BUFFER jump;
static unsigned asked;

static EXCEPTION_DISPOSITION HANDLER(continues)
{
    asked++;
    return ExceptionContinueExecution;
}
SEH_REGISTER_HANDLER(continues); /* of no use against the declaration */

static int filter(void) { return EXCEPTION_EXECUTE_HANDLER; }
static void except(void) { longjmp(&jump, 1); }
static void read_safeseh(void *on) { *(bool *)on = runtime_options()->safeseh; }

int main(void)
{
    static const struct scope_entry entries[] = {{OUTSIDE3, filter, except}};
    bool refuses;
    privileged(read_safeseh, &refuses);
    EXCEPTION_REGISTRATION_RECORD frame;
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000001};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    seh_link(&frame, continues);
    enum frame_refusal why = frame_find_refused().why;
    bool continued = RtlDispatchException(&record, &context);
    seh_unlink(&frame);
    is_dec(why, refuses ? FRAME_NO_HANDLERS : FRAME_ACCEPTED,
           "the reason why its handler is not asked");
    is_dec(continued, !refuses, "its handler %s", refuses ? "is not asked" : "is asked");
    is_dec(asked, !refuses, "so often");
    is_hex(record.ExceptionFlags, refuses ? EXCEPTION_STACK_INVALID : 0, "flags");

    struct {
        void *esp;
        EXCEPTION_POINTERS *pointers;
        struct scope_frame frame;
    } made = {.frame = {.scope_table = (ULONG_PTR)entries}};
    int value = _setjmp3(&jump, 0);
    if (value == 0) {
        seh_link(&made.frame.link, _except_handler3);
        RaiseException(0xE0000002, 0, 0, NULL);
    }
    seh_unlink(&made.frame.link);
    is_dec((uint32_t)value, 1, "a frame with the runtime's handler catches");
    return tap_done();
}
