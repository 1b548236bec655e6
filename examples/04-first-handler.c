/* A first handler by hand: a store to address 0 faults, and the handler sends the store somewhere
 * else.
 *
 * A comment beside a line that prints has the text's place in the output, and the text.
 */
#include <seh.h>
#include <stdio.h>

static int cell; /* where the store ends up */

static EXCEPTION_DISPOSITION redirect(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    printf("handler: %08X\n", (unsigned)record->ExceptionCode); /* 2: handler: C0000005 */
    printf("handler: %s address %u\n", record->ExceptionInformation[0] ? "writing" : "reading",
           (unsigned)record->ExceptionInformation[1]); /* 3: handler: writing address 0 */
    context->Eax = (DWORD)&cell;
    return ExceptionContinueExecution;
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    frame.Handler = redirect;
    frame.Next = seh_head();
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory"); /* fs:[0] = &frame */

    printf("main: storing 7 where eax points, to 0\n");         /* 1 */
    __asm__ volatile("movl $7, (%%eax)" : : "a"(0) : "memory"); /* eax = 0, *(int *)eax = 7 */
    printf("main: still here, the cell holds %d\n",
           cell); /* 4: main: still here, the cell holds 7 */

    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame.Next) : "memory"); /* fs:[0] = frame.Next */
    return 0;
}
