/* Loading and freeing a DLL: its count, its reasons, and threads that come and go meanwhile. */

#include <stdio.h>
#include <windows.h>

static HANDLE go, begun;

static DWORD WINAPI waits(void *parameter)
{
    SetEvent(begun);
    WaitForSingleObject(go, INFINITE);
    return 0;
}

static void run_thread(void)
{
    HANDLE thread = CreateThread(NULL, 0, waits, NULL, 0, NULL);
    SetEvent(go);
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    go = CreateEventA(NULL, FALSE, FALSE, NULL);
    begun = CreateEventA(NULL, FALSE, FALSE, NULL);
    HANDLE older = CreateThread(NULL, 0, waits, NULL, 0, NULL);
    WaitForSingleObject(begun, INFINITE);
    printf("before: %d\n", GetModuleHandleA("exe_load_dll.dll") == NULL);
    HMODULE dll = LoadLibraryA("exe_load_dll");
    printf("loaded %d\n", dll != NULL);
    printf("the same %d %d\n", LoadLibraryA("EXE_LOAD_DLL.dll") == dll,
           GetModuleHandleA("exe_load_dll.dll") == dll);
    int (*add)(int) = (int (*)(int))GetProcAddress(dll, "add");
    printf("add: %d\n", add(3));
    puts("an older thread ends");
    SetEvent(go);
    WaitForSingleObject(older, INFINITE);
    puts("one begins and ends");
    run_thread();
    printf("free: %d", FreeLibrary(dll));
    printf(", and it is there: %d\n", GetModuleHandleA("exe_load_dll.dll") == dll);
    printf("add: %d\n", add(5));
    printf("free: %d\n", FreeLibrary(dll));
    printf("and it is gone: %d\n", GetModuleHandleA("exe_load_dll.dll") == NULL);
    printf("free: %d", FreeLibrary(dll));
    printf(" %lu\n", GetLastError());

    dll = LoadLibraryA(".\\exe_load_dll.dll");
    add = (int (*)(int))GetProcAddress(dll, "add");
    printf("anew: %d\n", add(1));
    return 0;
}
