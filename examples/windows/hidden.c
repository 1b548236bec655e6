/* A program for Windows whose way is not in its code: it faults, and its handler says where it goes
 * on. docs/windows-samples.md takes it apart. */
#include <stdio.h>
#include <windows.h>

static volatile char letters[] = {0x2D, 0x2C, 0x21, 0x21, 0x20, 0x2B, 0}; /* xor 45h */

static int *volatile nowhere;

static void reached(void)
{
    for (int i = 0; letters[i]; i++)
        letters[i] ^= 0x45;
    printf("%s\n", (const char *)letters);
    ExitProcess(7);
}

/* The address of the fault becomes that of the function. */
static EXCEPTION_DISPOSITION __cdecl turn(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                          void *dispatcher)
{
    (void)record, (void)frame, (void)dispatcher;
    context->Eip = (DWORD)reached;
    return ExceptionContinueExecution;
}

int main(void)
{
    DWORD frame[2] = {__readfsdword(0), (DWORD)turn};
    __writefsdword(0, (DWORD)frame);
    *nowhere = 1;
    puts("nothing to see");
    __writefsdword(0, frame[0]);
    return 0;
}
