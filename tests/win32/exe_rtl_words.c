/* ntdll's words of memory, tables of handles, timers, and rows of relocations. */

#include <stdio.h>
#include <windows.h>

static HMODULE ntdll;
#define CALL(result, name, ...)  ((result(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))
#define FAST(result, name, type) ((result(__fastcall *)(type))(void *)GetProcAddress(ntdll, #name))

static void check_words(void)
{
    ULONG words[4] = {7, 7, 9, 7};
    SIZE_T(NTAPI * same)
    (const void *, SIZE_T, ULONG) =
        CALL(SIZE_T, RtlCompareMemoryUlong, const void *, SIZE_T, ULONG);
    printf("same %lu %lu %lu", (DWORD)same(words, 16, 7), (DWORD)same(words, 7, 7),
           (DWORD)same(words, 16, 8));
    CALL(void, RtlFillMemoryUlong, void *, SIZE_T, ULONG)(words, 11, 0x12345678);
    printf(", filled %lX %lX %lX\n", words[0], words[1], words[2]);
    printf("swapped %X", FAST(USHORT, RtlUshortByteSwap, USHORT)(0x1234));
    printf(" %lX", FAST(ULONG, RtlUlongByteSwap, ULONG)(0x12345678));
    printf(" %llX\n", FAST(ULONGLONG, RtlUlonglongByteSwap, ULONGLONG)(0x123456789ABCDEF0));
    ULONG seed = 0;
    ULONG(NTAPI * uniform)(ULONG *) = CALL(ULONG, RtlUniform, ULONG *);
    printf("uniform %lX", uniform(&seed));
    seed = 2;
    printf(" %lX", uniform(&seed));
    ULONG(NTAPI * by_chance)(ULONG *) = CALL(ULONG, RtlRandom, ULONG *);
    ULONG one = by_chance(&seed), other = by_chance(&seed);
    printf(", by chance %d\n", one != other && one != seed && one < 0x7FFFFFFF);
    printf("rights %d %d", CALL(BOOLEAN, RtlAreAllAccessesGranted, ULONG, ULONG)(6, 2),
           CALL(BOOLEAN, RtlAreAllAccessesGranted, ULONG, ULONG)(6, 3));
    printf(" %d %d\n", CALL(BOOLEAN, RtlAreAnyAccessesGranted, ULONG, ULONG)(6, 3),
           CALL(BOOLEAN, RtlAreAnyAccessesGranted, ULONG, ULONG)(6, 0));
}

/* ---------------------------------------------------------------- handles */

struct record {
    ULONG_PTR in_use;
    ULONG value;
};

static void check_handles(void)
{
    ULONG_PTR table[8];
    struct record *first, *second, *found = NULL;
    ULONG indices[2] = {9, 9};
#define ALLOCATE(index) CALL(struct record *, RtlAllocateHandle, void *, ULONG *)(table, index)
#define IS_VALID(index)                                                                            \
    CALL(BOOLEAN, RtlIsValidIndexHandle, void *, ULONG, void *)(table, index, &found)
#define FREE(record) CALL(BOOLEAN, RtlFreeHandle, void *, void *)(table, record)
    CALL(void, RtlInitializeHandleTable, ULONG, ULONG, void *)(2, sizeof *first, table);
    first = ALLOCATE(&indices[0]);
    second = ALLOCATE(&indices[1]);
    printf("handles %lu %lu, no more %d", indices[0], indices[1], ALLOCATE(NULL) == NULL);
    printf(", not in use %d", IS_VALID(0));
    first->in_use |= 1;
    second->in_use |= 1;
    printf(", valid %d", IS_VALID(1));
    printf(" %d", found == second);
    printf(" %d %d", CALL(BOOLEAN, RtlIsValidHandle, void *, void *)(table, first),
           CALL(BOOLEAN, RtlIsValidHandle, void *, void *)(table, (char *)first + 1));
    printf(", beyond %d", IS_VALID(2));
    printf(", freed %d", FREE(first));
    printf(" %d", FREE(first));
    printf(", again %d", ALLOCATE(NULL) == first);
    printf(", end %lX\n", CALL(LONG, RtlDestroyHandleTable, void *)(table));
}

/* ---------------------------------------------------------------- timers, sections, groups, rows
 */

static HANDLE rung;
static void CALLBACK ring(void *context, BOOLEAN is_timer) { SetEvent(context); }

static void check_timers(void)
{
    HANDLE queue, timer;
    printf("queue %lX", CALL(LONG, RtlCreateTimerQueue, HANDLE *)(&queue));
    printf(", timer %lX", CALL(LONG, RtlCreateTimer, HANDLE, HANDLE *, void *, void *, ULONG, ULONG,
                               ULONG)(queue, &timer, ring, rung, 1000000, 0, 0));
    printf(", changed %lX",
           CALL(LONG, RtlUpdateTimer, HANDLE, HANDLE, ULONG, ULONG)(queue, timer, 5, 0));
    printf(", rung %lX", WaitForSingleObject(rung, 5000));
    printf(", deleted %lX %lX",
           CALL(LONG, RtlDeleteTimer, HANDLE, HANDLE, HANDLE)(queue, timer, INVALID_HANDLE_VALUE),
           CALL(LONG, RtlDeleteTimer, HANDLE, HANDLE, HANDLE)(queue, NULL, NULL));
    printf(" %lX", CALL(LONG, RtlDeleteTimerQueueEx, HANDLE, HANDLE)(queue, INVALID_HANDLE_VALUE));
    CALL(LONG, RtlCreateTimerQueue, HANDLE *)(&queue);
    printf(" %lX\n", CALL(LONG, RtlDeleteTimerQueue, HANDLE)(queue));
}

static DWORD WINAPI looks(void *section)
{
    return CALL(BOOLEAN, RtlIsCriticalSectionLocked, void *)(section) * 10 +
           CALL(BOOLEAN, RtlIsCriticalSectionLockedByThread, void *)(section);
}

static void check_sections(void)
{
    CRITICAL_SECTION section;
    DWORD other;
    InitializeCriticalSection(&section);
    printf("section %02lu", looks(&section));
    EnterCriticalSection(&section);
    HANDLE thread = CreateThread(NULL, 0, looks, &section, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &other);
    printf(", own %02lu, another's %02lu\n", looks(&section), other);
    LeaveCriticalSection(&section);
}

static void check_ids(void)
{
    SID_IDENTIFIER_AUTHORITY authority = {{0, 0, 0, 0, 0, 5}};
    PSID id = NULL, second = NULL;
    LONG(NTAPI * make)
    (SID_IDENTIFIER_AUTHORITY *, BYTE, DWORD, DWORD, DWORD, DWORD, DWORD, DWORD, DWORD, DWORD,
     PSID *) = (void *)GetProcAddress(ntdll, "RtlAllocateAndInitializeSid");
    printf("id %lX", make(&authority, 2, 32, 544, 0, 0, 0, 0, 0, 0, &id));
    printf(" %lX, too many %lX", make(&authority, 2, 32, 544, 0, 0, 0, 0, 0, 0, &second),
           make(&authority, 9, 1, 2, 3, 4, 5, 6, 7, 8, &second));
    printf(", length %lu, valid %d, equal %d", CALL(ULONG, RtlLengthSid, PSID)(id),
           CALL(BOOLEAN, RtlValidSid, PSID)(id) != 0,
           CALL(BOOLEAN, RtlEqualSid, PSID, PSID)(id, second) != 0);
    CALL(void *, RtlFreeSid, PSID)(second);
    printf(", freed %d\n", CALL(void *, RtlFreeSid, PSID)(id) == NULL);
}

static void check_relocations(void)
{
    struct {
        DWORD word;
        WORD low, high;
    } page = {0x50005, 0x505, 0x505};
    WORD rows[] = {0, 3 << 12, 2 << 12 | 4, 1 << 12 | 6, 9 << 12};
    WORD *(NTAPI * relocate)(void *, ULONG, WORD *, LONG_PTR) =
        CALL(WORD *, LdrProcessRelocationBlock, void *, ULONG, WORD *, LONG_PTR);
    printf("relocated %d", relocate(&page, 4, rows, 0x500060) == rows + 4);
    printf(" %lX %X %X", page.word, page.low, page.high);
    printf(", unknown %d\n", relocate(&page, 1, rows + 4, 0) == NULL);
}

/* A descriptor that a text says, and the parts of it. */
static void check_descriptor_texts(void)
{
    typedef BOOL(WINAPI * convert)(const char *, DWORD, BYTE **, ULONG *);
    convert call = (convert)(void *)GetProcAddress(
        GetModuleHandleA("advapi32.dll"), "ConvertStringSecurityDescriptorToSecurityDescriptorA");
    static const struct {
        const char *text;
        DWORD revision;
    } wrong[] = {{"D:(A;;GA;;;WD", 1}, {"D:(Q;;GA;;;WD)", 1}, {"O:QQ", 1}, {"X:SY", 1}, {"D:", 2},
                 {"O:SYO:SY", 1},      {"O:S-1-5", 1}};
    BYTE *made = NULL;
    ULONG size = 0;
    printf("text %d",
           call("O:BAG:S-1-5-21-7D:PAI(A;OICI;GRFW;;;WD)(D;;0x1234;;;SY)S:AR(AU;SAFA;KA;;;LW)", 1,
                &made, &size));
    const DWORD *parts = (const DWORD *)made;
    printf(" %lu bytes, %lX", size, parts[0]);
    for (int i = 1; i < 5; i++) {
        const DWORD *part = (const DWORD *)(made + parts[i]);
        printf(i < 3 ? ", id %08lX %08lX %ld %ld" : ", list %08lX %08lX %08lX %08lX", part[0],
               part[1], part[2], part[3]);
    }
    const DWORD *list = (const DWORD *)(made + parts[4]);
    printf(", second %08lX %08lX %08lX %08lX %lu\n", list[7], list[8], list[9], list[10], list[11]);
    LocalFree(made);
    printf("empty %d", call("", 1, &made, &size));
    printf(" %lu %lX", size, *(DWORD *)made);
    LocalFree(made);
    printf(", wrong");
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        SetLastError(0);
        BOOL done = call(wrong[i].text, wrong[i].revision, &made, NULL);
        printf(" %d-%lu", done, GetLastError());
    }
    BOOL(WINAPI * wide)
    (const wchar_t *, DWORD, BYTE **, ULONG *) = (void *)GetProcAddress(
        GetModuleHandleA("advapi32.dll"), "ConvertStringSecurityDescriptorToSecurityDescriptorW");
    BOOL(WINAPI * act)
    (ULONG) = (void *)GetProcAddress(GetModuleHandleA("advapi32.dll"), "ImpersonateSelf");
    printf(", own user %d %d", act(2), act(4));
    printf(", wide %d", wide(L"D:(A;;GA;;;AN)", 1, &made, &size));
    printf(" %lu\n", size);
    LocalFree(made);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    LoadLibraryA("advapi32.dll");
    check_descriptor_texts();
    rung = CreateEventA(NULL, FALSE, FALSE, NULL);
    check_words();
    check_handles();
    check_timers();
    check_sections();
    check_ids();
    check_relocations();
    return 0;
}
