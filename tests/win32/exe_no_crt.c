/* A program without a C library: its own entry, and kernel32 alone.

   flags: -nostdlib -ffreestanding -Wl,--entry=_begin -lkernel32 */

#include <windows.h>

static void say(const char *text)
{
    DWORD written;
    int length = lstrlenA(text);
    if (!WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, length, &written, NULL) ||
        written != (DWORD)length)
        ExitProcess(1);
}

void begin(void)
{
    say("no library\n");
    HANDLE image = GetModuleHandleA(NULL);
    say(*(WORD *)image == 0x5A4D ? "the image begins with MZ\n" : "no image\n");
    char *memory = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, 100);
    say(memory && memory[99] == 0 ? "a heap\n" : "no heap\n");
    lstrcpyA(memory, "copied\n");
    say(memory);
    HeapFree(GetProcessHeap(), 0, memory);
    ExitProcess(42);
}
