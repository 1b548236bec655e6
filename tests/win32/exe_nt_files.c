/* Files by system calls. flags: -lntdll */

#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

struct block {
    LONG status;
    ULONG information;
};

static HANDLE folder; /* in which names begin, NULL: none */

static LONG open(HANDLE *file, const wchar_t *path, ULONG disposition, struct block *block)
{
    USHORT length = (USHORT)(wcslen(path) * 2);
    UNICODE_STRING name = {length, length + 2, (wchar_t *)path};
    OBJECT_ATTRIBUTES attributes = {sizeof attributes, folder, &name, 0x40, NULL, NULL};
    return CALL(LONG, NtCreateFile, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, struct block *, void *,
                ULONG, ULONG, ULONG, ULONG, void *,
                ULONG)(file, GENERIC_READ | GENERIC_WRITE | SYNCHRONIZE, &attributes, block, NULL,
                       FILE_ATTRIBUTE_NORMAL, 0, disposition, 0x20, NULL, 0);
}

/* Opens each name, shows the answer, and closes the file. */
static void show_opened(const wchar_t *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        HANDLE file;
        struct block block;
        LONG status = open(&file, names[i], 1, &block);
        printf(" %lX", status);
        if (!status)
            NtClose(file);
    }
}

/* The system takes a path as it is. */
static void check_paths(void)
{
    static const wchar_t *const paths[] = {L"\\??\\C:\\\\nt_folder\\x",
                                           L"\\DosDevices\\c:\\nt_folder\\x",
                                           L"\\??\\C:\\nt_folder\\\\x",
                                           L"\\??\\C:\\nt_folder/x",
                                           L"\\??\\C:\\nt_folder\\.\\x",
                                           L"\\??\\C:\\nt_folder.\\x",
                                           L"\\??\\C:\\nt_folder\\x ",
                                           L"\\??\\C:/nt_folder\\x",
                                           L"\\??\\",
                                           L"\\none\\x",
                                           L"\\SystemRoot\\x",
                                           L"\\??\\nul",
                                           L"\\Device\\HarddiskVolume1\\none"};
    static const wchar_t *const parts[] = {L"x", L"\\x", L"..\\x", L"none\\x", L"y"};
    CreateDirectoryA("C:\\nt_folder", NULL);
    CloseHandle(CreateFileA("C:\\nt_folder\\x", GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL));
    printf("paths:");
    show_opened(paths, sizeof paths / sizeof paths[0]);
    folder = CreateFileA("C:\\nt_folder", GENERIC_READ, 7, NULL, OPEN_EXISTING,
                         FILE_FLAG_BACKUP_SEMANTICS, NULL);
    printf("\nin a folder:");
    show_opened(parts, sizeof parts / sizeof parts[0]);
    CloseHandle(folder);
    folder = NULL;
    printf("\n");
}

#define BYTES(name)                                                                                \
    CALL(LONG, name, HANDLE, HANDLE, void *, void *, struct block *, void *, ULONG,                \
         LARGE_INTEGER *, ULONG *)
#define FACTS(name) CALL(LONG, name, HANDLE, struct block *, void *, ULONG, ULONG)

static void check_bytes(HANDLE file)
{
    struct block block = {0};
    char bytes[8] = "";
    LARGE_INTEGER place = {.QuadPart = 1};
    struct {
        LARGE_INTEGER allocated, end;
        ULONG links;
        BOOLEAN goes, is_folder;
    } standard;
    printf("write: %lX",
           BYTES(NtWriteFile)(file, NULL, NULL, NULL, &block, "abcdef", 6, NULL, NULL));
    printf(" %lX %lu\n", block.status, block.information);
    printf("size: %lX", FACTS(NtQueryInformationFile)(file, &block, &standard, sizeof standard, 5));
    printf(" %lu %lu, folder %d\n", (DWORD)standard.end.QuadPart, standard.links,
           standard.is_folder);
    printf("read: %lX", BYTES(NtReadFile)(file, NULL, NULL, NULL, &block, bytes, 3, &place, NULL));
    printf(" %s %lu", bytes, block.information);
    printf(", stands: %lX", FACTS(NtQueryInformationFile)(file, &block, &place, sizeof place, 14));
    printf(" %lu\n", (DWORD)place.QuadPart);
    place.QuadPart = 6;
    printf("at the end: %lX",
           BYTES(NtReadFile)(file, NULL, NULL, NULL, &block, bytes, 3, &place, NULL));
    printf(" %lX\n", block.status);
    place.QuadPart = 2;
    printf("cut: %lX", FACTS(NtSetInformationFile)(file, &block, &place, sizeof place, 20));
    printf(" %lu\n", GetFileSize(file, NULL));
    printf("class: %lX, length %lX\n",
           FACTS(NtQueryInformationFile)(file, &block, &place, sizeof place, 999),
           FACTS(NtQueryInformationFile)(file, &block, &place, 4, 14));
    printf("bad handle: %lX\n",
           BYTES(NtReadFile)((HANDLE)0xBAD0, NULL, NULL, NULL, &block, bytes, 3, NULL, NULL));
}

/* A file by its ways to be opened; its bytes, where it has been made. */
static void check_opening(void)
{
    HANDLE file = NULL;
    struct block block = {0};
    printf("not there: %lX\n", open(&file, L"\\??\\C:\\nt_file.txt", 1, &block));
    printf("no folder: %lX\n", open(&file, L"\\??\\C:\\no_folder\\x", 3, &block));
    printf("no path: %lX\n", open(&file, L"nt_file.txt", 3, &block));
    printf("made: %lX", open(&file, L"\\??\\C:\\nt_file.txt", 3, &block));
    printf(" %lu\n", block.information);
    check_bytes(file);
    printf("again: %lX\n", open(&file, L"\\??\\C:\\nt_file.txt", 2, &block));
    NtClose(file);
    printf("over: %lX", open(&file, L"\\??\\C:\\NT_FILE.TXT", 5, &block));
    printf(" %lu, size %lu\n", block.information, GetFileSize(file, NULL));
    NtClose(file);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_opening();
    check_paths();
    return 0;
}
