/* Stacks as large as the file says: the first thread's, and one that is made without a size.

   flags: -Wl,--stack,0x800000 */

#include <stdio.h>
#include <windows.h>

static int __attribute__((noinline)) sum(int depth)
{
    volatile char page[4096];
    page[0] = (char)depth;
    return depth ? page[0] + sum(depth - 1) : 0;
}

static DWORD WINAPI thread(LPVOID parameter) { return (DWORD)sum((int)(ULONG_PTR)parameter); }

static SIZE_T reserved(void)
{
    MEMORY_BASIC_INFORMATION about = {0};
    char *top;
    __asm__("movl %%fs:4, %0" : "=r"(top));
    VirtualQuery(&about, &about, sizeof about);
    return (SIZE_T)(top - (char *)about.AllocationBase);
}

int main(void)
{
    DWORD code;
    printf("seven megabytes deep: %d\n", sum(1700));
    printf("reserved: %d\n", reserved() >= 0x7F0000 && reserved() <= 0x810000);
    HANDLE handle = CreateThread(NULL, 0, thread, (LPVOID)1700, 0, NULL);
    WaitForSingleObject(handle, INFINITE);
    GetExitCodeThread(handle, &code);
    printf("in a thread: %ld\n", code);
    return 0;
}
