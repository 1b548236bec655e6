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

/* The system takes a path as it is: each answer, and the file is closed. */
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
    HANDLE file;
    struct block block;
    CreateDirectoryA("C:\\nt_folder", NULL);
    CloseHandle(CreateFileA("C:\\nt_folder\\x", GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL));
    printf("paths:");
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        LONG status = open(&file, paths[i], 1, &block);
        printf(" %lX", status);
        if (!status)
            NtClose(file);
    }
    folder = CreateFileA("C:\\nt_folder", GENERIC_READ, 7, NULL, OPEN_EXISTING,
                         FILE_FLAG_BACKUP_SEMANTICS, NULL);
    printf("\nin a folder:");
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        LONG status = open(&file, parts[i], 1, &block);
        printf(" %lX", status);
        if (!status)
            NtClose(file);
    }
    CloseHandle(folder);
    folder = NULL;
    printf("\n");
}

/* The beginnings of names, and the names of devices. */
static void check_names(void)
{
    static const wchar_t *const names[] = {L"//server", L"c:/x",  L"c:x",   L"/x",
                                           L"x",        L"//./x", L"\\\\?", L"\\\\.x"};
    static const wchar_t *const devices[] = {L"c:\\Nul.txt", L"lpt1:", L"c:com2  ", L"nul\\x",
                                             L"\\\\server\\nul"};
    static const wchar_t *const wholes[] = {
        L"c:x",         L"//./y/..",     L"\\\\.\\z",  L"//server/share", L"\\\\server\\share\\f",
        L"\\??\\a\\..", L"\\\\?\\b\\..", L"//?/b\\..", L"c\\nul"};
    UNICODE_STRING path;
    wchar_t *part;
    printf("kinds:");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        printf(" %lu", CALL(ULONG, RtlDetermineDosPathNameType_U, const wchar_t *)(names[i]));
    printf("\ndevices:");
    for (unsigned i = 0; i < sizeof devices / sizeof devices[0]; i++)
        printf(" %lX", CALL(ULONG, RtlIsDosDeviceName_U, const wchar_t *)(devices[i]));
    printf("\n");
    for (unsigned i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        CALL(BOOLEAN, RtlDosPathNameToNtPathName_U, const wchar_t *, UNICODE_STRING *, wchar_t **,
             void *)
        (wholes[i], &path, &part, NULL);
        printf("%ls: %ls, last %ls\n", wholes[i], path.Buffer, part ? part : L"none");
        RtlFreeUnicodeString(&path);
    }
}

int main(void)
{
    HANDLE file = NULL;
    struct block block = {0};
    char bytes[8] = "";
    LARGE_INTEGER place = {.QuadPart = 1};
    struct {
        LARGE_INTEGER allocated, end;
        ULONG links;
        BOOLEAN goes, is_folder;
    } standard;
    ntdll = GetModuleHandleA("ntdll.dll");
    printf("not there: %lX\n", open(&file, L"\\??\\C:\\nt_file.txt", 1, &block));
    printf("no folder: %lX\n", open(&file, L"\\??\\C:\\no_folder\\x", 3, &block));
    printf("no path: %lX\n", open(&file, L"nt_file.txt", 3, &block));
    printf("made: %lX", open(&file, L"\\??\\C:\\nt_file.txt", 3, &block));
    printf(" %lu\n", block.information);
#define BYTES(name)                                                                                \
    CALL(LONG, name, HANDLE, HANDLE, void *, void *, struct block *, void *, ULONG,                \
         LARGE_INTEGER *, ULONG *)
#define FACTS(name) CALL(LONG, name, HANDLE, struct block *, void *, ULONG, ULONG)
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
    printf("again: %lX\n", open(&file, L"\\??\\C:\\nt_file.txt", 2, &block));
    NtClose(file);
    printf("over: %lX", open(&file, L"\\??\\C:\\NT_FILE.TXT", 5, &block));
    printf(" %lu, size %lu\n", block.information, GetFileSize(file, NULL));
    printf("bad handle: %lX\n",
           BYTES(NtReadFile)((HANDLE)0xBAD0, NULL, NULL, NULL, &block, bytes, 3, NULL, NULL));
    NtClose(file);

    UNICODE_STRING path;
    wchar_t whole[40], *part = NULL;
    ULONG length = CALL(ULONG, RtlGetFullPathName_U, const wchar_t *, ULONG, wchar_t *,
                        wchar_t **)(L"a\\..\\b.txt", sizeof whole, whole, &part);
    printf("whole: %lu %ls, last %ls\n", length, whole, part);
    BOOLEAN(NTAPI * to_path)
    (const wchar_t *, UNICODE_STRING *, wchar_t **, void *) =
        CALL(BOOLEAN, RtlDosPathNameToNtPathName_U, const wchar_t *, UNICODE_STRING *, wchar_t **,
             void *);
    printf("path: %d", to_path(L"b.txt", &path, &part, NULL));
    printf(" %ls %u, last %ls\n", path.Buffer, path.Length, part);
    RtlFreeUnicodeString(&path);
    printf("whole already: %d", to_path(L"\\\\?\\C:\\b.txt", &path, NULL, NULL));
    printf(" %ls, none: %d", path.Buffer, to_path(L"", &path, NULL, NULL));
    printf(" %d\n", to_path(NULL, &path, NULL, NULL));
    check_names();
    check_paths();

    HANDLE process = NULL, second = NULL;
    ULONG_PTR id[2] = {GetCurrentProcessId(), 0}, none[2] = {0x7FFFFFF0, 0};
    OBJECT_ATTRIBUTES attributes = {.Length = sizeof attributes};
    LONG(NTAPI * open_process)
    (HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG_PTR *) =
        CALL(LONG, NtOpenProcess, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG_PTR *);
    printf("process: %lX", open_process(&process, PROCESS_ALL_ACCESS, &attributes, id));
    printf(" %d, none %lX\n", GetProcessId(process) == id[0],
           open_process(&process, PROCESS_ALL_ACCESS, &attributes, none));
    printf("second: %lX", CALL(LONG, NtDuplicateObject, HANDLE, HANDLE, HANDLE, HANDLE *, ULONG,
                               ULONG, ULONG)(GetCurrentProcess(), process, GetCurrentProcess(),
                                             &second, 0, 0, DUPLICATE_SAME_ACCESS));
    printf(" %d, code %lX\n", GetProcessId(second) == id[0],
           CALL(LONG, NtFlushInstructionCache, HANDLE, void *, SIZE_T)(second, NULL, 0));
    return 0;
}
