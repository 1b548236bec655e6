/* The registers and the stack when a program begins.

   flags: -nostdlib -ffreestanding -Wl,--entry=_begin -lkernel32 -luser32 */

#include <windows.h>

__asm__(".globl _begin\n"
        "_begin: pushl %esp\n"
        "        pushal\n"
        "        pushl %esp\n"
        "        call _shows\n");

/* As pushal leaves them, and what lay below. */
struct start {
    DWORD edi, esi, ebp, esp, ebx, edx, ecx, eax, at_entry;
    char *caller;
    void *parameter;
};

void begin(void);

static void say(const char *format, ...)
{
    char text[200];
    DWORD written;
    va_list arguments;
    va_start(arguments, format);
    int length = wvsprintfA(text, format, arguments);
    va_end(arguments);
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, length, &written, NULL);
}

__attribute__((used)) void shows(struct start *start)
{
    char *peb, *top, *limit;
    DWORD *chain;
    __asm__("movl %%fs:0x30, %0" : "=r"(peb));
    __asm__("movl %%fs:4, %0" : "=r"(top));
    __asm__("movl %%fs:8, %0" : "=r"(limit));
    __asm__("movl %%fs:0, %0" : "=r"(chain));
    say("edx is the entry: %d\n", (void *)start->edx == (void *)begin);
    say("ebx and the parameter are the process: %d %d\n", start->ebx == (DWORD)peb,
        start->parameter == peb);
    say("ecx, esi, edi: %d %d %d\n", start->ecx, start->esi, start->edi);
    say("eax is in kernel32: %d\n",
        start->caller - (char *)start->eax > 0 && start->caller - (char *)start->eax < 0x40);
    char *base = (char *)((DWORD)start->caller & 0xFFFF0000);
    while (*(WORD *)base != IMAGE_DOS_SIGNATURE)
        base -= 0x10000;
    say("the caller is: %d\n", base == (char *)GetModuleHandleA("kernel32"));
    say("esp %X, ebp %X, chain %X below the top\n", (DWORD)top - start->at_entry,
        (DWORD)top - start->ebp, (DWORD)top - (DWORD)chain);
    say("the chain ends: %d\n", chain[0] == 0xFFFFFFFF);
    say("esp is on the stack: %d\n", (char *)start > limit && (char *)start < top);
    say("eax is what the caller begins with: %X %X %X %X %X\n", ((BYTE *)start->eax)[0],
        ((BYTE *)start->eax)[1], ((BYTE *)start->eax)[2], ((BYTE *)start->eax)[3],
        ((BYTE *)start->eax)[4]);
    ExitProcess(0);
}
