/* The DLL.

   compiler: clang
   linker: -base:0x400000 */

#include <windows.h>

__declspec(dllexport) int shared = 11;
__declspec(dllexport) int *pointer = &shared;

__declspec(dllexport) int *place_of_shared(void) { return &shared; }

int seventh(void) { return 77; }

#pragma comment(linker, "/export:_seventh,@7,NONAME")
#pragma comment(linker, "/export:_error_now=kernel32.GetLastError")
