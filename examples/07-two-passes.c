/* Two passes: first the handlers are asked, innermost first, then those inside the one that took
 * the exception clean up. So a handler that declines runs twice.
 */
#include <seh.h>
#include <seh_frames.h>
#include <stdio.h>

static _JUMP_BUFFER behind;

static EXCEPTION_DISPOSITION inner(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWINDING)
        printf("inner: cleaning up, flags %u\n", (unsigned)record->ExceptionFlags);
    else                             /* 4: inner: cleaning up, flags 2 */
        printf("inner: not mine\n"); /* 2 */
    return ExceptionContinueSearch;
}

static EXCEPTION_DISPOSITION outer(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                   CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)context, (void)dispatcher;
    printf("outer: mine, so all within clean up\n"); /* 3 */
    _global_unwind2(frame);
    printf("outer: the head of the chain is %s\n", seh_head() == frame ? "my frame" : "another");
    longjmp(&behind, 1); /* 5: outer: the head of the chain is my frame */
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frames[2]; /* the outer one is the last, as on any stack */

    seh_link(&frames[1], outer);
    if (_setjmp3(&behind, 0) == 0) {
        seh_link(&frames[0], inner);
        printf("main: faulting\n"); /* 1 */
        *(int *)0 = 1;
    }
    printf("main: going on behind it\n"); /* 6 */
    seh_unlink(&frames[1]);
    return 0;
}
