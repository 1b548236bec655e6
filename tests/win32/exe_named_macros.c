/* Calls that headers have as macros, by their names. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>

int main(void)
{
    char text[60];
    HMODULE kernel = GetModuleHandleA("kernel32");
    void(WINAPI * move)(void *, const void *, SIZE_T) =
        (void *)GetProcAddress(kernel, "RtlMoveMemory");
    void(WINAPI * fill)(void *, SIZE_T, BYTE) = (void *)GetProcAddress(kernel, "RtlFillMemory");
    int(WINAPI * length)(LPCSTR) = (void *)GetProcAddress(kernel, "lstrlen");
    fill(text, 5, 'x');
    move(text + 2, "abc", 4);
    RtlMoveMemory(text + 4, "c", 2);
    printf("%s %d\n", text, length(text));
    return 0;
}
