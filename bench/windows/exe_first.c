/* The way to the first instruction of a small program for Windows, which has no C library.
 * flags: -nostdlib -Wl,-e,_first_instruction -lkernel32 */
#include <windows.h>

void report(DWORD stamp);

__asm__(".globl _first_instruction\n"
        "_first_instruction:\n"
        "    rdtsc\n"
        "    pushl %eax\n"
        "    call _report\n");

/* Prints the stamp as bench/report.c does. */
void report(DWORD stamp)
{
    char text[] = "bench exe_start 0000000000 since start\n";
    for (char *digit = text + sizeof "bench exe_start 000000000"; stamp; stamp /= 10)
        *--digit = (char)('0' + stamp % 10);
    DWORD written;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, sizeof text - 1, &written, NULL);
    ExitProcess(0);
}
