/* Variables of threads: the template, between the first and the last of its sections, and the
 * directory that tells the loader of it, and of the callbacks. */
#include <windows.h>

#pragma section(".tls", read, write)
#pragma section(".tls$ZZZ", read, write)
#pragma section(".CRT$XLA", read)
#pragma section(".CRT$XLZ", read)
__declspec(allocate(".tls")) char _tls_start = 0;
__declspec(allocate(".tls$ZZZ")) char _tls_end = 0;
__declspec(allocate(".CRT$XLA")) PIMAGE_TLS_CALLBACK _tls_first_callback = NULL;
__declspec(allocate(".CRT$XLZ")) PIMAGE_TLS_CALLBACK _tls_no_callback = NULL;

ULONG _tls_index;

/* Where the TEB has the pointers to the templates' copies. */
__asm__(".globl __tls_array\n__tls_array = 0x2C");

const IMAGE_TLS_DIRECTORY32 _tls_used = {
    .StartAddressOfRawData = (DWORD)&_tls_start,
    .EndAddressOfRawData = (DWORD)&_tls_end,
    .AddressOfIndex = (DWORD)&_tls_index,
    .AddressOfCallBacks = (DWORD)(&_tls_first_callback + 1),
};
