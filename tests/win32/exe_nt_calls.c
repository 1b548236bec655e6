/* More of ntdll: facts and entries of files, sections, threads, texts. flags: -lntdll */

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

static OBJECT_ATTRIBUTES *named(const wchar_t *path)
{
    static UNICODE_STRING name;
    static OBJECT_ATTRIBUTES attributes;
    USHORT length = (USHORT)(wcslen(path) * 2);
    name = (UNICODE_STRING){length, length + 2, (wchar_t *)path};
    attributes = (OBJECT_ATTRIBUTES){sizeof attributes, NULL, &name, 0x40, NULL, NULL};
    return &attributes;
}

static LONG open(HANDLE *file, const wchar_t *path, ULONG disposition, ULONG options)
{
    struct block block;
    return CALL(LONG, NtCreateFile, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, struct block *, void *,
                ULONG, ULONG, ULONG, ULONG, void *,
                ULONG)(file, GENERIC_READ | GENERIC_WRITE | SYNCHRONIZE | DELETE, named(path),
                       &block, NULL, FILE_ATTRIBUTE_NORMAL, 7, disposition, options, NULL, 0);
}

/* ---------------------------------------------------------------- files */

static HANDLE file;
static LONG wrong;
#define BYTES(name)                                                                                \
    CALL(LONG, name, HANDLE, HANDLE, void *, void *, struct block *, void *, ULONG,                \
         LARGE_INTEGER *, ULONG *)
#define FACTS(name) CALL(LONG, name, HANDLE, struct block *, void *, ULONG, ULONG)

/* Reads one place again and again. */
static DWORD WINAPI reads(void *parameter)
{
    int at = (int)parameter;
    char byte;
    struct block block;
    for (int i = 0; i < 20000; i++) {
        LARGE_INTEGER place = {.QuadPart = at};
        BYTES(NtReadFile)(file, NULL, NULL, NULL, &block, &byte, 1, &place, NULL);
        if (byte != 'a' + at)
            InterlockedIncrement(&wrong);
    }
    return 0;
}

static void files(void)
{
    struct block block;
    char bytes[256] = "";
    LARGE_INTEGER place = {.QuadPart = -1}, size = {.QuadPart = 2};
    HANDLE threads[2], other;
    printf("made %lX\n", open(&file, L"\\??\\C:\\nt_calls.txt", 2, 0x20));
    printf("write %lX", BYTES(NtWriteFile)(file, NULL, NULL, NULL, &block, "abc", 3, NULL, NULL));
    printf(" %lX", BYTES(NtWriteFile)(file, NULL, NULL, NULL, &block, "def", 3, &place, NULL));
    printf(" %lu\n", GetFileSize(file, NULL));
    for (int i = 0; i < 2; i++)
        threads[i] = CreateThread(NULL, 0, reads, (void *)(i * 4), 0, NULL);
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    printf("read at two places by two threads: %ld wrong\n", wrong);
    printf("flush %lX, cancel %lX\n",
           CALL(LONG, NtFlushBuffersFile, HANDLE, struct block *)(file, &block),
           CALL(LONG, NtCancelIoFile, HANDLE, struct block *)(file, &block));
    printf("times %lX", FACTS(NtQueryInformationFile)(file, &block, bytes, 40, 4));
    printf(" attributes %lX, %lu bytes\n", *(DWORD *)(bytes + 32), block.information);
    printf("name %lX", FACTS(NtQueryInformationFile)(file, &block, bytes, sizeof bytes, 9));
    printf(" %.*ls, %lu bytes\n", (int)*(DWORD *)bytes / 2, (wchar_t *)(bytes + 4),
           block.information);
    printf("all %lX", FACTS(NtQueryInformationFile)(file, &block, bytes, 56, 34));
    printf(" size %lu, attributes %lX\n", *(DWORD *)(bytes + 40), *(DWORD *)(bytes + 48));
    printf("class %lX, length %lX\n",
           FACTS(NtQueryInformationFile)(file, &block, bytes, sizeof bytes, 999),
           FACTS(NtQueryInformationFile)(file, &block, bytes, 20, 5));
    printf("device %lX", FACTS(NtQueryVolumeInformationFile)(file, &block, bytes, 8, 4));
    printf(" %lX\n", *(DWORD *)bytes);

    open(&other, L"\\??\\C:\\nt_calls.txt", 1, 0x20);
    place.QuadPart = 1;
#define LOCK(handle)                                                                               \
    CALL(LONG, NtLockFile, HANDLE, HANDLE, void *, void *, struct block *, LARGE_INTEGER *,        \
         LARGE_INTEGER *, ULONG, BOOLEAN, BOOLEAN)                                                 \
    (handle, NULL, NULL, NULL, &block, &place, &size, 0, TRUE, TRUE)
#define UNLOCK(handle)                                                                             \
    CALL(LONG, NtUnlockFile, HANDLE, struct block *, LARGE_INTEGER *, LARGE_INTEGER *, ULONG)      \
    (handle, &block, &place, &size, 0)
    printf("lock %lX", LOCK(file));
    printf(", the other %lX", LOCK(other));
    printf(", read %lX",
           BYTES(NtReadFile)(other, NULL, NULL, NULL, &block, bytes, 1, &place, NULL));
    printf(", unlock %lX", UNLOCK(file));
    printf(" %lX\n", UNLOCK(file));
    NtClose(other);

    BOOLEAN goes = TRUE;
    printf("goes %lX\n", FACTS(NtSetInformationFile)(file, &block, &goes, 1, 13));
    NtClose(file);
#define OF_NAME(name, path) CALL(LONG, name, OBJECT_ATTRIBUTES *, void *)(named(path), bytes)
    printf("is gone %lX\n", OF_NAME(NtQueryAttributesFile, L"\\??\\C:\\nt_calls.txt"));
}

/* ---------------------------------------------------------------- folders */

static void folders(void)
{
    struct block block;
    HANDLE folder, made;
    char entries[512];
    UNICODE_STRING mask = {10, 12, L"*.txt"}, none = {8, 10, L"*.no"};
    printf("folder %lX", open(&folder, L"\\??\\C:\\nt_folder", 2, 0x21));
    for (int i = 0; i < 3; i++) {
        wchar_t path[40];
        wsprintfW(path, L"\\??\\C:\\nt_folder\\%c.%ls", 'a' + i, i == 1 ? L"bin" : L"txt");
        open(&made, path, 2, 0x20);
        BYTES(NtWriteFile)(made, NULL, NULL, NULL, &block, "123456789", i + 1, NULL, NULL);
        NtClose(made);
    }
    char bytes[64];
    printf(", of the name %lX", OF_NAME(NtQueryFullAttributesFile, L"\\??\\C:\\nt_folder\\c.txt"));
    printf(" %lu\n", *(DWORD *)(bytes + 40));
#define ENTRIES(handle, room, which, single, mask, restart)                                        \
    CALL(LONG, NtQueryDirectoryFile, HANDLE, HANDLE, void *, void *, struct block *, void *,       \
         ULONG, ULONG, BOOLEAN, UNICODE_STRING *, BOOLEAN)                                         \
    (handle, NULL, NULL, NULL, &block, entries, room, which, single, mask, restart)
    printf("entries %lX", ENTRIES(folder, sizeof entries, 1, FALSE, &mask, FALSE));
    for (char *at = entries;; at += *(DWORD *)at) {
        printf(" %.*ls of %lu", (int)*(DWORD *)(at + 60) / 2, (wchar_t *)(at + 64),
               *(DWORD *)(at + 40));
        if (!*(DWORD *)at)
            break;
    }
    printf("\nno more %lX", ENTRIES(folder, sizeof entries, 1, FALSE, NULL, FALSE));
    printf(", again %lX", ENTRIES(folder, sizeof entries, 12, TRUE, NULL, TRUE));
    printf(" %.*ls", (int)*(DWORD *)(entries + 8) / 2, (wchar_t *)(entries + 12));
    printf(", next %lX", ENTRIES(folder, sizeof entries, 3, TRUE, NULL, FALSE));
    printf(" %.*ls\n", (int)*(DWORD *)(entries + 60) / 2, (wchar_t *)(entries + 94));
    NtClose(folder);
    open(&folder, L"\\??\\C:\\nt_folder", 1, 0x21);
    printf("cut %lX, class %lX", ENTRIES(folder, 72, 1, TRUE, &mask, FALSE),
           ENTRIES(folder, 512, 99, TRUE, NULL, FALSE));
    printf(", short %lX\n", ENTRIES(folder, 71, 1, TRUE, &mask, FALSE));
    NtClose(folder);
    open(&folder, L"\\??\\C:\\nt_folder", 1, 0x21);
    block.status = 5;
    printf("none %lX", ENTRIES(folder, 512, 1, TRUE, &none, FALSE));
    printf(" %lX,", block.status);
    printf(" then %lX", ENTRIES(folder, 512, 1, TRUE, NULL, TRUE));
    printf(" %lX\n", block.status);
    NtClose(folder);
#define DELETE_FILE(path) CALL(LONG, NtDeleteFile, OBJECT_ATTRIBUTES *)(named(path))
    printf("delete %lX", DELETE_FILE(L"\\??\\C:\\nt_folder"));
    printf(" %lX %lX %lX", DELETE_FILE(L"\\??\\C:\\nt_folder\\a.txt"),
           DELETE_FILE(L"\\??\\C:\\nt_folder\\b.bin"), DELETE_FILE(L"\\??\\C:\\nt_folder\\c.txt"));
    printf(" %lX", DELETE_FILE(L"\\??\\C:\\nt_folder"));
    printf(" %lX\n", DELETE_FILE(L"\\??\\C:\\nt_folder"));
}

/* ---------------------------------------------------------------- sections */

static void sections(void)
{
    HANDLE section = NULL, opened = NULL, again = NULL;
    LARGE_INTEGER size = {.QuadPart = 5000}, zero = {.QuadPart = 0};
    char *one = NULL, *two = NULL;
    SIZE_T length = 0, second = 4096;
#define CREATE(place, attributes, size, protect, kind)                                             \
    CALL(LONG, NtCreateSection, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, LARGE_INTEGER *, ULONG,      \
         ULONG, HANDLE)                                                                            \
    (place, 0xF001F, attributes, size, protect, kind, NULL)
#define MAP(section, base, offset, length, protect)                                                \
    CALL(LONG, NtMapViewOfSection, HANDLE, HANDLE, void *, ULONG, SIZE_T, LARGE_INTEGER *,         \
         SIZE_T *, ULONG, ULONG, ULONG)                                                            \
    (section, (HANDLE)-1, base, 0, 0, offset, length, 2, 0, protect)
#define UNMAP(base) CALL(LONG, NtUnmapViewOfSection, HANDLE, void *)((HANDLE)-1, base)
    printf("section %lX", CREATE(&section, named(L"\\BaseNamedObjects\\nt_section"), &size,
                                 PAGE_READWRITE, SEC_COMMIT));
    printf(", again %lX", CREATE(&again, named(L"\\BaseNamedObjects\\nt_section"), &size,
                                 PAGE_READWRITE, SEC_COMMIT));
    printf(", opened %lX", CALL(LONG, NtOpenSection, HANDLE *, ULONG,
                                OBJECT_ATTRIBUTES *)(&opened, SECTION_MAP_WRITE | SECTION_MAP_READ,
                                                     named(L"\\BaseNamedObjects\\nt_section")));
    printf(", none %lX\n", CALL(LONG, NtOpenSection, HANDLE *, ULONG, OBJECT_ATTRIBUTES *)(
                               &again, 4, named(L"\\BaseNamedObjects\\none")));
    printf("size %lX, kind %lX, protection %lX\n",
           CREATE(&again, NULL, &zero, PAGE_READWRITE, SEC_COMMIT),
           CREATE(&again, NULL, &size, PAGE_READWRITE, 0),
           CREATE(&again, NULL, &size, 0x123, SEC_COMMIT));
    printf("map %lX", MAP(section, &one, NULL, &length, PAGE_READWRITE));
    printf(" %lu bytes, by the other handle %lX", length,
           MAP(opened, &two, &zero, &second, PAGE_READWRITE));
    strcpy(one, "shared");
    printf(" %s\n", two);
    zero.QuadPart = 100;
    char *bad = NULL;
    length = 0;
    printf("offset %lX", MAP(section, &bad, &zero, &length, PAGE_READWRITE));
    printf(", unmap %lX %lX %lX, heap %lX\n", UNMAP(one), UNMAP(two), UNMAP((void *)0x20000000),
           UNMAP(GetProcessHeap()));
    NtClose(section);
    NtClose(opened);
}

/* ---------------------------------------------------------------- threads */

static DWORD WINAPI thread(void *parameter) { return (DWORD)parameter + 1; }

static void threads(void)
{
    HANDLE made = NULL;
    DWORD code;
    ULONG_PTR id[2] = {0};
    struct {
        SIZE_T size;
        ULONG which;
        SIZE_T length;
        void *place;
        SIZE_T *written;
    } attributes = {sizeof attributes, 0x10003, sizeof id, id, NULL};
#define CREATE_THREAD(flags, list)                                                                 \
    CALL(LONG, NtCreateThreadEx, HANDLE *, ULONG, void *, HANDLE, void *, void *, ULONG, ULONG,    \
         SIZE_T, SIZE_T, void *)                                                                   \
    (&made, THREAD_ALL_ACCESS, NULL, GetCurrentProcess(), thread, (void *)41, flags, 0, 0, 0, list)
    printf("thread %lX", CREATE_THREAD(0, &attributes));
    WaitForSingleObject(made, INFINITE);
    GetExitCodeThread(made, &code);
    printf(" %lu, numbers %d %d", code, id[0] == GetCurrentProcessId(), id[1] == GetThreadId(made));
    printf(", suspended %lX", CREATE_THREAD(1, NULL));
    printf(" %lu", WaitForSingleObject(made, 20));
    printf(" %lu", ResumeThread(made));
    printf(" %lu\n", WaitForSingleObject(made, INFINITE));
    printf("user thread %lX",
           CALL(LONG, RtlCreateUserThread, HANDLE, void *, BOOLEAN, ULONG, SIZE_T, SIZE_T, void *,
                void *, HANDLE *, void *)(GetCurrentProcess(), NULL, FALSE, 0, 0x40000, 0x1000,
                                          thread, (void *)6, &made, id));
    WaitForSingleObject(made, INFINITE);
    GetExitCodeThread(made, &code);
    printf(" %lu %d\n", code, id[1] == GetThreadId(made));
}

/* ---------------------------------------------------------------- texts */

static void texts(void)
{
    UNICODE_STRING text = {12, 14, L"ab\\c\\d"}, slash = {2, 4, L"\\"}, copy = {0},
                   upper = {4, 6, L"AB"}, lower = {4, 6, L"ab"};
    ULONG hash[2];
    USHORT place;
    LONG(NTAPI * find)
    (ULONG, UNICODE_STRING *, UNICODE_STRING *, USHORT *) =
        CALL(LONG, RtlFindCharInUnicodeString, ULONG, UNICODE_STRING *, UNICODE_STRING *, USHORT *);
#define HASH(text, any_case, algorithm, value)                                                     \
    CALL(LONG, RtlHashUnicodeString, UNICODE_STRING *, BOOLEAN, ULONG, ULONG *)                    \
    (text, any_case, algorithm, value)
    printf("hash %lX", HASH(&upper, FALSE, 1, &hash[0]));
    printf(" %lX", hash[0]);
    HASH(&upper, TRUE, 0, &hash[0]), HASH(&lower, TRUE, 0, &hash[1]);
    printf(" %d %lX\n", hash[0] == hash[1], HASH(&upper, FALSE, 7, hash));
    printf("find %lX", find(0, &text, &slash, &place));
    printf(" %u", place);
    printf(", from the end %lX", find(1, &text, &slash, &place));
    printf(" %u", place);
    printf(", another %lX", find(2, &text, &slash, &place));
    printf(" %u", place);
    printf(", none %lX\n", find(0, &upper, &slash, &place));
#define DUPLICATE(flags)                                                                           \
    CALL(LONG, RtlDuplicateUnicodeString, ULONG, UNICODE_STRING *, UNICODE_STRING *)               \
    (flags, &text, &copy)
    printf("copy %lX", DUPLICATE(1));
    printf(" %ls %u %u", copy.Buffer, copy.Length, copy.MaximumLength);
    printf(", flags %lX\n", DUPLICATE(2));

    char narrow[16] = "";
    STRING start = {0, 4, narrow}, more = {3, 4, "xyz"};
#define APPEND CALL(LONG, RtlAppendStringToString, STRING *, STRING *)(&start, &more)
    printf("append %lX", APPEND);
    printf(" %lX %.*s\n", APPEND, start.Length, start.Buffer);

    wchar_t wide[16] = L"";
    ULONG size;
#define WIDEN(text, room, source, length)                                                          \
    CALL(LONG, RtlUTF8ToUnicodeN, wchar_t *, ULONG, ULONG *, const char *, ULONG)                  \
    (text, room, &size, source, length)
#define NARROW(text, room, source, length)                                                         \
    CALL(LONG, RtlUnicodeToUTF8N, char *, ULONG, ULONG *, const wchar_t *, ULONG)                  \
    (text, room, &size, source, length)
    printf("widen %lX", WIDEN(wide, sizeof wide,
                              "a\xC3\xA4"
                              "\xE2\x82\xAC\xF0\x9F\x98\x80",
                              10));
    printf(" %lu: %X %X %X %X %X", size, wide[0], wide[1], wide[2], wide[3], wide[4]);
    printf(", size %lX", WIDEN(NULL, 0, "a\xC3\xA4", 3));
    printf(" %lu", size);
    printf(", no character %lX", WIDEN(wide, sizeof wide,
                                       "\xFF"
                                       "z",
                                       2));
    printf(" %X %X", wide[0], wide[1]);
    printf(", cut %lX", WIDEN(wide, 4, "abc", 3));
    printf(" %lu\n", size);
    printf("narrow %lX", NARROW(narrow, sizeof narrow,
                                L"a\x00E4"
                                L"\x20AC\xD83D\xDE00",
                                10));
    printf(" %lu:", size);
    for (ULONG i = 0; i < size; i++)
        printf(" %02X", narrow[i] & 0xFF);
    printf(", half a pair %lX", NARROW(narrow, sizeof narrow,
                                       L"\xD83D"
                                       L"z",
                                       4));
    printf(" %lu", size);
    printf(", cut %lX", NARROW(narrow, 3, L"a\x20AC", 4));
    printf(" %lu\n", size);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    ntdll = GetModuleHandleA("ntdll.dll");
    files();
    folders();
    sections();
    threads();
    texts();
    ULONGLONG time = 0;
    printf("time %d", CALL(BOOLEAN, RtlQueryUnbiasedInterruptTime, ULONGLONG *)(&time));
    printf(" %d\n", time > 0);
    printf("pipe %lX\n", CALL(LONG, NtCreateNamedPipeFile, void *, ULONG, void *, void *, ULONG,
                              ULONG, ULONG, ULONG, ULONG, ULONG, ULONG, ULONG, ULONG,
                              void *)(NULL, 0, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL));
    return 0;
}
