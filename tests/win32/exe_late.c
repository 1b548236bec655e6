/* A program that needs a function which kernel32 does not have begins all the same, and the call
   raises an exception, where the run is told so.

   options: --missing late
   streams: console */

#include <stdio.h>
#include <windows.h>

__declspec(dllimport) int NoSuchFunction(void);

static LONG CALLBACK handler(PEXCEPTION_POINTERS pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    printf("%lX: %s of %s\n", record->ExceptionCode, (char *)record->ExceptionInformation[1],
           (char *)record->ExceptionInformation[0]);
    fflush(stdout);
    ExitProcess(5);
}

int main(void)
{
    AddVectoredExceptionHandler(1, handler);
    puts("it begins");
    return NoSuchFunction();
}
