/* The first thread ends, and the run goes on until the last one does, with its exit code.
 *
 * run: exit=9 expect="^the last one ends$"
 * run: name=ring3 ring=3 exit=9 expect="^the last one ends$"
 */
#include <windows.h>

#include <stdio.h>

static DWORD CALLBACK is_last(PVOID first)
{
    WaitForSingleObject(first, INFINITE);
    printf("the last one ends\n");
    return 9;
}

int main(void)
{
    HANDLE self;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    CreateThread(NULL, 0, is_last, self, 0, NULL);
    ExitThread(3);
}
