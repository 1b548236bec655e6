/* Single-stepping through a handler: if the handler sets the trap flag in the context, the program
 * stops after one instruction.
 */
#include <seh.h>
#include <stdio.h>

#define TRAP_FLAG 0x100u

void countdown(void);
__asm__("countdown:\n"
        "   int3\n"
        "   movl $2, %ecx\n" /* ecx = 2 */
        "1: decl %ecx\n"     /* ecx-- */
        "   jnz 1b\n"        /* if it is not 0, back to 1 */
        "   ret\n");

/* The instructions of countdown, by their offsets. */
static const char *const code[] = {
    [0] = "int3", [1] = "mov", [6] = "dec", [7] = "jnz", [9] = "ret"};

static EXCEPTION_DISPOSITION step(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                  CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    DWORD offset = context->Eip - (DWORD)countdown;
    printf("%08X before %s, ecx %d\n", (unsigned)record->ExceptionCode, code[offset],
           (int)context->Ecx);
    /* 1: 80000003 before int3, ecx 7 | 2: 80000004 before dec, ecx 2
     * | 3: 80000004 before jnz, ecx 1 | 4: 80000004 before dec, ecx 1
     * | 5: 80000004 before jnz, ecx 0 | 6: 80000004 before ret, ecx 0 */
    if (record->ExceptionCode == STATUS_BREAKPOINT)
        context->Eip++;
    if (code[offset][0] != 'r')
        context->EFlags |= TRAP_FLAG; /* for one step; the CPU clears it when it stops */
    return ExceptionContinueExecution;
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, step);
    __asm__ volatile("call countdown" : : "c"(7) : "memory", "cc"); /* ecx = 7, countdown() */
    seh_unlink(&frame);
    printf("main: it ran to its end\n"); /* 7 */
    return 0;
}
