/* The DLL of exe_local: a variable of each thread, found as Microsoft's compiler does it, and a
   function of the TLS directory. */

#include <windows.h>

extern ULONG _tls_index;
extern char *_tls_start;

static __attribute__((section(".tls$M"))) int variable = 10;
static int calls;

static void NTAPI callback(void *base, DWORD reason, void *reserved)
{
    calls = calls * 10 + (int)reason;
}

__attribute__((section(".CRT$XLF"), used)) static const PIMAGE_TLS_CALLBACK entry = callback;

__declspec(dllexport) int next(void)
{
    char **blocks;
    __asm__("movl %%fs:0x2C, %0" : "=r"(blocks));
    return ++*(int *)(blocks[_tls_index] + ((char *)&variable - (char *)&_tls_start));
}

__declspec(dllexport) int attached(void) { return calls; }
