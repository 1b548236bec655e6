/* Names, ports and ends of open files by system calls. flags: -lntdll */

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

struct block {
    LONG status;
    ULONG information;
};
struct renaming {
    BOOLEAN replaces;
    HANDLE folder;
    DWORD size;
    wchar_t name[40];
};
struct completion {
    ULONG_PTR key, value;
    struct block block;
};

static HMODULE ntdll;
#define CALL(name, ...) ((LONG(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))
#define FACTS(name)     CALL(name, HANDLE, struct block *, void *, ULONG, ULONG)
#define BYTES(name)                                                                                \
    CALL(name, HANDLE, HANDLE, void *, void *, struct block *, void *, ULONG, LARGE_INTEGER *,     \
         ULONG *)

static void make(const char *name)
{
    CloseHandle(CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL));
}

static HANDLE open(const char *name, DWORD access, DWORD share, DWORD flags)
{
    return CreateFileA(name, access, share, NULL, OPEN_EXISTING, flags | FILE_FLAG_BACKUP_SEMANTICS,
                       NULL);
}

static BOOL is_there(const char *name)
{
    return GetFileAttributesA(name) != INVALID_FILE_ATTRIBUTES;
}

static LONG rename_to(HANDLE file, HANDLE folder, const wchar_t *name, BOOLEAN replaces)
{
    struct block block;
    struct renaming how = {replaces, folder, (DWORD)wcslen(name) * 2, L""};
    memcpy(how.name, name, how.size);
    return FACTS(NtSetInformationFile)(file, &block, &how, sizeof how, 10);
}

static void check_renames(void)
{
    make("one");
    make("two");
    CreateDirectoryA("folder", NULL);
    HANDLE folder = open("folder", GENERIC_READ, 7, 0), file = open("one", DELETE, 0, 0);
    printf("there already: %lX", rename_to(file, NULL, L"\\??\\C:\\two", FALSE));
    printf(" replaced %lX", rename_to(file, NULL, L"\\??\\C:\\two", TRUE));
    printf(", %d %d\n", is_there("one"), is_there("two"));
    printf("a name alone: %lX", rename_to(file, NULL, L"three", FALSE));
    printf(", in a folder: %lX", rename_to(file, folder, L"four", FALSE));
    printf(", %d", is_there("folder\\four"));
    printf(", no path: %lX %lX\n", rename_to(file, NULL, L"\\??\\C:\\no\\x", FALSE),
           rename_to(file, folder, L"..\\x", FALSE));
    struct renaming how = {FALSE, NULL, 6, L"six"};
    printf("by kernel32: %d", SetFileInformationByHandle(file, 3, &how, sizeof how));
    printf(" %d\n", is_there("six"));
    CloseHandle(file);
    file = open("six", GENERIC_READ, 0, 0);
    printf("without the right: %lX\n", rename_to(file, NULL, L"seven", FALSE));
    CloseHandle(file);
    CloseHandle(folder);
    folder = open("folder", DELETE, 7, 0);
    printf("a folder: %lX", rename_to(folder, NULL, L"other", FALSE));
    printf(" %d\n", is_there("other"));
    CloseHandle(folder);
}

static void check_folders(void)
{
    HANDLE folder = open("other", DELETE, FILE_SHARE_DELETE, 0);
    printf("removed: %d", RemoveDirectoryA("other"));
    printf(", open: %d", open("other", DELETE, 7, 0) != INVALID_HANDLE_VALUE);
    printf(" %lu", GetLastError());
    CloseHandle(folder);
    printf(", there: %d\n", is_there("other"));
    CreateDirectoryA("other", NULL);
    folder = open("other", DELETE, FILE_SHARE_READ, FILE_FLAG_DELETE_ON_CLOSE);
    printf("kept: %d", RemoveDirectoryA("other"));
    printf(" %lu", GetLastError());
    printf(" %d", open("other", DELETE, 7, 0) != INVALID_HANDLE_VALUE);
    printf(" %lu", GetLastError());
    CloseHandle(folder);
    printf(", there: %d\n", is_there("other"));
}

static VOID NTAPI told(void *context, struct block *block, ULONG reserved)
{
    (void)reserved;
    printf("told %s of %lu bytes\n", (char *)context, block->information);
}

static void check_ends(void)
{
    struct block block = {1, 2};
    struct completion taken[2];
    LARGE_INTEGER now = {.QuadPart = 0};
    ULONG count = 0, depth = 9;
    HANDLE port = NULL, event = CreateEventA(NULL, TRUE, TRUE, NULL);
    HANDLE file = CreateFileA("one", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                              FILE_FLAG_OVERLAPPED, NULL);
    printf("written: %lX\n",
           BYTES(NtWriteFile)(file, event, told, "me", &block, "abc", 3, &now, NULL));
    SleepEx(0, TRUE);
    block = (struct block){1, 2};
    LARGE_INTEGER end = {.QuadPart = 3};
    char byte;
    printf("at the end: %lX",
           BYTES(NtReadFile)(file, event, told, "me", &block, &byte, 1, &end, NULL));
    printf(", %ld %lu, event %lu\n", block.status, block.information,
           WaitForSingleObject(event, 0));
    printf("no block: %lX\n", CALL(NtFlushBuffersFile, HANDLE, void *)(file, NULL));

    printf("port: %lX",
           CALL(NtCreateIoCompletion, HANDLE *, ULONG, void *, ULONG)(&port, 0x1F0003, NULL, 0));
#define TAKE(room, alertable)                                                                      \
    CALL(NtRemoveIoCompletionEx, HANDLE, void *, ULONG, ULONG *, LARGE_INTEGER *, BOOLEAN)         \
    (port, taken, room, &count, &now, alertable)
    printf(", empty: %lX", TAKE(2, FALSE));
    printf(" %lu\n", count);
    for (ULONG_PTR i = 1; i <= 3; i++)
        CALL(NtSetIoCompletion, HANDLE, ULONG_PTR, ULONG_PTR, LONG, ULONG_PTR)
    (port, i, 10 * i, (LONG)(100 * i), 1000 * i);
    printf("depth: %lX", CALL(NtQueryIoCompletion, HANDLE, ULONG, void *, ULONG,
                              void *)(port, 0, &depth, sizeof depth, NULL));
    printf(" %lu\n", depth);
    printf("taken: %lX", TAKE(2, FALSE));
    printf(" %lu: %lu %lu %lX %lu\n", count, taken[1].key, taken[1].value, taken[1].block.status,
           taken[1].block.information);
    printf("one: %lX", CALL(NtRemoveIoCompletion, HANDLE, ULONG_PTR *, ULONG_PTR *, struct block *,
                            LARGE_INTEGER *)(port, &taken[0].key, &taken[0].value, &block, NULL));
    printf(" %lu %lu %lX\n", taken[0].key, taken[0].value, block.status);
    struct {
        HANDLE port;
        ULONG_PTR key;
    } join = {port, 77};
    printf("joined: %lX", FACTS(NtSetInformationFile)(file, &block, &join, sizeof join, 30));
    BYTES(NtReadFile)(file, NULL, NULL, "context", &block, &byte, 1, &now, NULL);
    printf(", told: %lX", TAKE(1, FALSE));
    printf(" %lu %s %lu\n", taken[0].key, (char *)taken[0].value, taken[0].block.information);
    CloseHandle(file);
    CloseHandle(port);
}

static void check_everything(void)
{
    union {
        char bytes[200];
        struct {
            char before[72];
            ULONG extra, access;
            LARGE_INTEGER position;
            ULONG mode, alignment, name_size;
            wchar_t name[20];
        } all;
    } answer = {""};
    struct block block;
    HANDLE file = open("one", GENERIC_READ, 0, 0);
    SetFilePointer(file, 2, NULL, FILE_BEGIN);
    printf("all: %lX", FACTS(NtQueryInformationFile)(file, &block, &answer, sizeof answer, 18));
    printf(" %lX at %lu, mode %lX, %lu %.4ls, %lu bytes\n", answer.all.access & FILE_GENERIC_READ,
           answer.all.position.LowPart, answer.all.mode, answer.all.name_size, answer.all.name,
           block.information);
    printf("cut: %lX", FACTS(NtQueryInformationFile)(file, &block, &answer, 104, 18));
    printf(" %lu, short: %lX\n", block.information,
           FACTS(NtQueryInformationFile)(file, &block, &answer, 103, 18));
    CloseHandle(file);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_renames();
    check_folders();
    check_ends();
    check_everything();
    return 0;
}
