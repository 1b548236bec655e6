/* The program lies where kernel32 would: that lies elsewhere, and its functions, their names, its
   headers and other libraries'
   variables are right. flags: -Wl,--image-base=0x77600000 -Wl,--disable-dynamicbase */

#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(void)
{
    char *kernel = (char *)GetModuleHandleA("kernel32");
    IMAGE_NT_HEADERS *headers =
        (IMAGE_NT_HEADERS *)(kernel + ((IMAGE_DOS_HEADER *)kernel)->e_lfanew);
    DWORD(WINAPI * id)(void) = (void *)GetProcAddress((HMODULE)kernel, "GetCurrentThreadId");
    printf("the program: %p\n", (void *)GetModuleHandleA(NULL));
    printf("kernel32: %s\n", kernel == (char *)0x77600000 ? "there, too" : "elsewhere");
    printf("its headers know it: %d\n", headers->OptionalHeader.ImageBase == (DWORD)kernel);
    printf("its function is right: %d\n", id() == GetCurrentThreadId());
    printf("it is in the module: %d\n",
           (DWORD)((char *)id - kernel) < headers->OptionalHeader.SizeOfImage);
    HANDLE thread = CreateThread(NULL, 0, (LPTHREAD_START_ROUTINE)id, NULL, 0, NULL);
    printf("a thread begins in it: %lu\n", WaitForSingleObject(thread, 10000));
    return 0;
}
