/* Loading and freeing a DLL: its count, its reasons, and threads that come and go meanwhile. */

#include <stdio.h>
#include <windows.h>
#include <winternl.h>

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

struct notification {
    ULONG flags;
    const UNICODE_STRING *path, *name;
    void *base;
    ULONG size;
};

static void NTAPI listens(ULONG reason, const struct notification *data, void *context)
{
    printf("  %s: %ls, %lu, with its base %d\n", (const char *)context, data->name->Buffer, reason,
           *(const WORD *)data->base == IMAGE_DOS_SIGNATURE && data->size >= 0x1000);
}

/* Functions that hear of libraries, by ntdll. */
static void check_listeners(void)
{
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    LONG(NTAPI * add)
    (ULONG, void *, const void *, void **) = (LONG(NTAPI *)(ULONG, void *, const void *, void **))(
        void *)GetProcAddress(ntdll, "LdrRegisterDllNotification");
    LONG(NTAPI * remove)
    (void *) = (LONG(NTAPI *)(void *))(void *)GetProcAddress(ntdll, "LdrUnregisterDllNotification");
    void *first, *second;
    printf("listens: %lX", add(0, (void *)listens, "first", &first));
    printf(" %lX, flags %lX\n", add(0, (void *)listens, "second", &second),
           add(1, (void *)listens, "none", &second));
    HMODULE dll = LoadLibraryA("exe_load_dll");
    LoadLibraryA("exe_load_dll");
    FreeLibrary(dll);
    printf("no more: %lX", remove(first));
    printf(" %lX\n", remove(first));
    FreeLibrary(dll);
    remove(second);
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

    check_listeners();
    dll = LoadLibraryA(".\\exe_load_dll.dll");
    add = (int (*)(int))GetProcAddress(dll, "add");
    printf("anew: %d\n", add(1));
    return 0;
}
