/* A handler of the image that stands in its table of handlers is called. A handler that does not
   stand there is not: the exception is nobody's.

   compiler: clang */

#include <windows.h>

#include <stdio.h>

EXCEPTION_DISPOSITION __cdecl listed(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                     void *dispatcher)
{
    printf("listed: %08lX\n", record->ExceptionCode);
    fflush(NULL);
    return record->ExceptionCode == 0xE0000001 ? ExceptionContinueExecution
                                               : ExceptionContinueSearch;
}

EXCEPTION_DISPOSITION __cdecl unlisted(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                       void *dispatcher)
{
    puts("unlisted is called");
    ExitProcess(1);
}

__asm__(".safeseh _listed");

static void raise_under(PVOID handler, DWORD code)
{
    __asm {
        push handler
        push dword ptr fs:[0]
        mov dword ptr fs:[0], esp
    }
    RaiseException(code, 0, 0, NULL);
    __asm {
        pop dword ptr fs:[0]
        add esp, 4
    }
}

int main(void)
{
    raise_under(listed, 0xE0000001);
    puts("continued");
    fflush(NULL);
    raise_under(unlisted, 0xE0000002);
    return 2;
}
