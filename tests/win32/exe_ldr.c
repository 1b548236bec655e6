/* ntdll's own calls of the loader. */

#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

static UNICODE_STRING wide(const wchar_t *text)
{
    USHORT length = (USHORT)(wcslen(text) * 2);
    return (UNICODE_STRING){length, length + 2, (wchar_t *)text};
}

static STRING narrow(const char *text)
{
    USHORT length = (USHORT)strlen(text);
    return (STRING){length, length + 1, (char *)text};
}

struct row {
    LIST_ENTRY links[3];
    char *base;
};

struct seen {
    int count, stop_at;
    void *first;
};

static void NTAPI see(struct row *row, void *context, BOOLEAN *stop)
{
    struct seen *seen = context;
    if (!seen->count++)
        seen->first = row->base;
    *stop = seen->count == seen->stop_at;
}

static DWORD WINAPI try_lock(void *none)
{
    ULONG disposition = 7, cookie = 7;
    (void)none;
    LONG status = CALL(LONG, LdrLockLoaderLock, ULONG, ULONG *, ULONG *)(2, &disposition, &cookie);
    printf("another thread: %lX, %lu, a cookie %d\n", status, disposition, cookie != 0);
    return 0;
}

static void check_lock(void)
{
    ULONG disposition = 7, cookie = 7;
    LONG(NTAPI * lock)
    (ULONG, ULONG *, ULONG *) = CALL(LONG, LdrLockLoaderLock, ULONG, ULONG *, ULONG *);
    LONG(NTAPI * unlock)(ULONG, ULONG) = CALL(LONG, LdrUnlockLoaderLock, ULONG, ULONG);
    printf("flags: %lX", lock(4, &disposition, &cookie));
    printf(" %lu %lu", disposition, cookie);
    printf(", no cookie: %lX", lock(0, &disposition, NULL));
    printf(", no disposition: %lX\n", lock(2, NULL, &cookie));
    printf("lock: %lX", lock(0, &disposition, &cookie));
    printf(" %lu, a cookie %d\n", disposition, cookie != 0);
    /* A thread that begins waits for the lock, so one that has begun tries. */
    unlock(0, cookie);
    HANDLE thread = CreateThread(NULL, 0, try_lock, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    printf("unlock: %lX, cookie 0: %lX\n", unlock(0, 0), unlock(5, 0));
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    UNICODE_STRING user32 = wide(L"user32"), none = wide(L"no_such"), self = wide(L"NTDLL.DLL");
    STRING close = narrow("NtClose"), missing = narrow("NtNothing"), empty = narrow("");
    void *base = (void *)5, *address = NULL;
    ULONG flags = 0;

    printf("handle: %lX", CALL(LONG, LdrGetDllHandle, void *, void *, UNICODE_STRING *,
                               void **)(NULL, NULL, &self, &base));
    printf(" %d", base == ntdll);
    printf(", missing %lX\n", CALL(LONG, LdrGetDllHandle, void *, void *, UNICODE_STRING *,
                                   void **)(NULL, NULL, &none, &base));
    printf("load: %lX", CALL(LONG, LdrLoadDll, void *, ULONG *, UNICODE_STRING *,
                             void **)(NULL, &flags, &user32, &base));
    printf(" %d", base == GetModuleHandleA("user32.dll"));
    printf(", missing %lX", CALL(LONG, LdrLoadDll, void *, ULONG *, UNICODE_STRING *,
                                 void **)(NULL, NULL, &none, &base));
    printf(", unload %lX\n",
           CALL(LONG, LdrUnloadDll, void *)((void *)GetModuleHandleA("user32.dll")));
    printf("counted: %lX, flags %lX, none %lX\n", CALL(LONG, LdrAddRefDll, ULONG, void *)(0, ntdll),
           CALL(LONG, LdrAddRefDll, ULONG, void *)(8, ntdll),
           CALL(LONG, LdrAddRefDll, ULONG, void *)(0, NULL));
    printf("unload nothing: %lX\n", CALL(LONG, LdrUnloadDll, void *)((void *)0x1230000));

    LONG(NTAPI * find)
    (void *, STRING *, ULONG, void **) =
        CALL(LONG, LdrGetProcedureAddress, void *, STRING *, ULONG, void **);
    printf("address: %lX", find(ntdll, &close, 0, &address));
    printf(" %d", address == (void *)GetProcAddress(ntdll, "NtClose"));
    printf(", missing %lX", find(ntdll, &missing, 0, &address));
    printf(", number %lX", find(ntdll, NULL, 0xFFFF, &address));
    printf(", empty %lX\n", find(ntdll, &empty, 0, &address));

    struct row *row = NULL;
    LONG(NTAPI * entry)
    (void *, struct row **) = CALL(LONG, LdrFindEntryForAddress, void *, struct row **);
    printf("entry: %lX", entry((void *)main, &row));
    printf(" %d", row->base == (char *)GetModuleHandleA(NULL));
    printf(", none %lX\n", entry(&row, &row));
    struct seen seen = {0};
    LONG(NTAPI * enumerate)
    (ULONG, void *, void *) = CALL(LONG, LdrEnumerateLoadedModules, ULONG, void *, void *);
    printf("all: %lX", enumerate(0, (void *)see, &seen));
    printf(" %d, the first is the program: %d", seen.count > 3,
           seen.first == GetModuleHandleA(NULL));
    seen = (struct seen){0, 2, NULL};
    enumerate(0, (void *)see, &seen);
    printf(", stopped at %d, reserved %lX\n", seen.count, enumerate(1, (void *)see, &seen));
    printf("header: %d %d\n",
           CALL(void *, RtlPcToFileHeader, void *, void **)((void *)main, &base) ==
               GetModuleHandleA(NULL),
           CALL(void *, RtlPcToFileHeader, void *, void **)(&base, &base) == NULL);
    printf("ends: %d\n", CALL(BOOLEAN, RtlDllShutdownInProgress, void)());

    char *image = (char *)GetModuleHandleA(NULL);
    IMAGE_NT_HEADERS *headers = (void *)(image + ((IMAGE_DOS_HEADER *)image)->e_lfanew);
    IMAGE_SECTION_HEADER *section =
        CALL(IMAGE_SECTION_HEADER *, RtlImageRvaToSection, void *, void *,
             ULONG)(headers, image, (ULONG)((char *)main - image));
    printf("section: %.8s, none %d\n", (char *)section->Name,
           CALL(void *, RtlImageRvaToSection, void *, void *, ULONG)(headers, image, 0x7000000) ==
               NULL);
    char *place = CALL(char *, RtlImageRvaToVa, void *, void *, ULONG,
                       void *)(headers, NULL, section->VirtualAddress + 4, NULL);
    printf("in the file: %d\n", (DWORD)place == section->PointerToRawData + 4);
    printf("resource: %lX\n", CALL(LONG, LdrFindResource_U, void *, ULONG_PTR *, ULONG,
                                   void **)(image, (ULONG_PTR[3]){10, 1, 0}, 3, &address));
    check_lock();
    return 0;
}
