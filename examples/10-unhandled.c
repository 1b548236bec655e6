/* The unhandled filter: one for the whole program, asked when every frame has declined. */
#include <seh.h>
#include <stdio.h>

static LONG WINAPI last_resort(EXCEPTION_POINTERS *pointers)
{
    DWORD code = pointers->ExceptionRecord->ExceptionCode;
    printf("filter: %08X\n", (unsigned)code); /* 3: filter: C000001D | 6: filter: C0000094 */
    if (code != STATUS_ILLEGAL_INSTRUCTION)
        return EXCEPTION_EXECUTE_HANDLER;
    pointers->ContextRecord->Eip += 2;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    if (record->ExceptionFlags & EXCEPTION_UNWINDING)
        printf("frame: cleaning up\n"); /* 7 */
    else
        printf("frame: not mine\n"); /* 2, 5 */
    return ExceptionContinueSearch;
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    int one = 1, zero = 0;

    SetUnhandledExceptionFilter(last_resort);
    seh_link(&frame, handler);
    printf("main: ud2\n");                           /* 1 */
    __asm__ volatile("ud2" : : : "memory");          /* an instruction that the CPU refuses */
    printf("main: resumed\n");                       /* 4 */
    printf("main: never printed, %d\n", one / zero); /* the run ends with status C0000094 */
    seh_unlink(&frame);
    return 0;
}
