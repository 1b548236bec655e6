/* A frame refused: with SafeSEH, only handlers that the program has registered are called.
 *
 *     ./trapline run safeseh --safeseh
 */
#include <seh.h>
#include <stdio.h>

static EXCEPTION_DISPOSITION honest(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                    CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    printf("honest: called\n"); /* 2 */
    return ExceptionContinueExecution;
}
SEH_REGISTER_HANDLER(honest);

static EXCEPTION_DISPOSITION stranger(EXCEPTION_RECORD *record,
                                      EXCEPTION_REGISTRATION_RECORD *frame, CONTEXT *context,
                                      EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    printf("stranger: the program is mine\n"); /* not with SafeSEH */
    return ExceptionContinueExecution;
}

/* Asks the chain as an exception does, but returns when no handler takes it. */
static void ask(const char *what)
{
    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000001, .ExceptionAddress = (PVOID)ask};
    CONTEXT context;
    RtlCaptureContext(&context);
    printf("%s:\n", what); /* 1: as it was: | 4: overwritten: | 6: onto the stack: */
    BOOLEAN taken = RtlDispatchException(&record, &context);
    printf("%s, flags %u\n", taken ? "taken" : "not taken", (unsigned)record.ExceptionFlags);
    /* 3: taken, flags 0 | 5: not taken, flags 8 | 7: not taken, flags 8 */
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    unsigned char code[] = {0x31, 0xC0, 0xC3}; /* xor eax, eax; ret */
    seh_link(&frame, honest);
    ask("as it was");
    frame.Handler = stranger; /* as a buffer overflow does to the word behind the link */
    ask("overwritten");
    frame.Handler = (PEXCEPTION_ROUTINE)(void *)code;
    ask("onto the stack");
    seh_unlink(&frame);
    return 0;
}
