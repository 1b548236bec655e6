/* The machine goes on with the context as a handler leaves it. A handler that does not move eip
 * meets the same fault again.
 */
#include <seh.h>
#include <stdio.h>

enum { PATIENCE = 3, UD2_LENGTH = 2 };

static int asked;

static EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    if (record->ExceptionCode != STATUS_ILLEGAL_INSTRUCTION)
        return ExceptionContinueSearch;
    asked++;
    context->Eax = context->Ecx + 2; /* this takes effect each time; then ud2 runs again */
    if (asked < PATIENCE) {
        printf("handler: continue, nothing else\n"); /* 2, 3 */
        return ExceptionContinueExecution;
    }
    printf("handler: continue behind the instruction\n"); /* 4 */
    context->Eip += UD2_LENGTH;
    return ExceptionContinueExecution;
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    int sum;

    printf("main: ud2 is to add 2 and 40\n"); /* 1 */
    seh_link(&frame, handler);
    __asm__ volatile("ud2" : "=a"(sum) : "c"(40) : "memory"); /* ecx = 40, ud2, sum = eax */
    seh_unlink(&frame);
    printf("main: asked %d times\n", asked); /* 5: main: asked 3 times */
    printf("main: the sum is %d\n", sum);    /* 6: main: the sum is 42 */
    return 0;
}
