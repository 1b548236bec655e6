/* A DLL of its own: functions by name and by ordinal, data, a function of another DLL that it
   passes on, and the reasons with which it is called. */

#include <stdio.h>
#include <windows.h>

__declspec(dllimport) int twice(int value);
__declspec(dllimport) int by_number(void);
__declspec(dllimport) DWORD passed_on(void);
__declspec(dllimport) int shared[2];
__declspec(dllimport) const char *history(void);

static DWORD WINAPI worker(void *parameter)
{
    printf("in a thread: %s\n", history());
    return twice((int)parameter);
}

int main(void)
{
    DWORD status;
    HMODULE dll = GetModuleHandleA("exe_exports_dll");
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("twice %d, by number %d\n", twice(21), by_number());
    printf("shared %d", shared[1]);
    shared[1] = 8;
    printf(" %d\n", twice(-1));
    printf("passed on: %d\n", passed_on() == GetCurrentProcessId());
    printf("by name %d, by number %d, none %d\n", GetProcAddress(dll, "twice") == (FARPROC)twice,
           GetProcAddress(dll, (char *)7) == (FARPROC)by_number,
           GetProcAddress(dll, "by_number") == NULL);
    printf("it is kernel32's: %d\n",
           GetProcAddress(dll, "passed_on") ==
               GetProcAddress(GetModuleHandleA("kernel32"), "GetCurrentProcessId"));
    printf("before main: %s\n", history());
    HANDLE thread = CreateThread(NULL, 0, worker, (void *)50, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("%lu, then %s\n", status, history());
    printf("free %d", FreeLibrary(dll));
    printf(" %d, still %d\n", FreeLibrary(dll), twice(1));
    return 0;
}
