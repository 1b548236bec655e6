/* Code cannot be written, constants cannot be, and data can be executed after VirtualProtect alone.
 */

#include <stdio.h>
#include <windows.h>

static const int constant = 1;
static volatile int variable = 1;
static char *wanted;

static LONG CALLBACK tells(EXCEPTION_POINTERS *at)
{
    EXCEPTION_RECORD *record = at->ExceptionRecord;
    printf("%08lX %lu, there: %d\n", record->ExceptionCode, record->ExceptionInformation[0],
           (char *)record->ExceptionInformation[1] == wanted);
    at->ContextRecord->Eip += 3; /* movb $imm, (%ecx) */
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void write_byte(const volatile void *to)
{
    wanted = (char *)to;
    __asm__ volatile("movb $0x90, (%%ecx)" ::"c"(to) : "memory");
}

static __attribute__((noipa)) int answer(void)
{
    __asm__ volatile("");
    return 42;
}

int main(void)
{
    DWORD before, after;
    unsigned char *code = (unsigned char *)answer;
    AddVectoredExceptionHandler(1, tells);
    write_byte(code);
    write_byte(&constant);
    write_byte(GetModuleHandleA(NULL));
    write_byte(&variable);
    printf("answer %d, constant %d, variable %X\n", answer(), *(const volatile int *)&constant,
           variable);

    while (*code != 42) /* the operand of mov */
        code++;
    printf("%d", VirtualProtect(code, 1, PAGE_EXECUTE_READWRITE, &before));
    *code = 43;
    FlushInstructionCache(GetCurrentProcess(), code, 1);
    printf(" %d", VirtualProtect(code, 1, before, &after));
    printf(" %lX, answer %d\n", before, answer());
    wanted = NULL;
    printf("WriteProcessMemory: %d",
           WriteProcessMemory(GetCurrentProcess(), code, "\x2C", 1, NULL));
    printf(" answer %d\n", answer());

    static const unsigned char add[] = {0x8B, 0x44, 0x24, 0x04, 0x03, 0x44, 0x24, 0x08, 0xC3};
    char *page = VirtualAlloc(NULL, sizeof add, MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    for (unsigned i = 0; i < sizeof add; i++)
        page[i] = add[i];
    printf("made at run time: %d\n", ((int (*)(int, int))page)(40, 5));
    return 0;
}
