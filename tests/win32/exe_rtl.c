/* ntdll's numbers, texts, dates and maps of bits. */

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

static void check_numbers(void)
{
    LONG(NTAPI * to_char)
    (ULONG, ULONG, ULONG, char *) = CALL(LONG, RtlIntegerToChar, ULONG, ULONG, ULONG, char *);
    LONG(NTAPI * to_integer)
    (const char *, ULONG, ULONG *) = CALL(LONG, RtlCharToInteger, const char *, ULONG, ULONG *);
    static const struct {
        const char *text;
        ULONG base;
    } rows[] = {{"12", 0},  {" -12", 0}, {"0x1fG", 0}, {"0b101", 0}, {"0o17", 0},       {"08", 0},
                {"ff", 16}, {"12", 8},   {"", 10},     {"12", 7},    {"4294967297", 10}};
    char text[40] = "";
    ULONG value;
    printf("%lX %s", to_char(255, 16, 40, text), text);
    printf(", %lX %s", to_char(255, 2, 40, text), text);
    printf(", %lX %s", to_char(0, 0, 40, text), text);
    printf(", room %lX, base %lX\n", to_char(255, 10, 2, text), to_char(255, 3, 40, text));
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        value = 77;
        LONG status = to_integer(rows[i].text, rows[i].base, &value);
        printf("\"%s\" by %lu: %lX %ld\n", rows[i].text, rows[i].base, status, value);
    }
    wchar_t room[12];
    UNICODE_STRING made = {0, sizeof room, room};
    LONG status =
        CALL(LONG, RtlIntegerToUnicodeString, ULONG, ULONG, UNICODE_STRING *)(54321, 10, &made);
    printf("wide: %lX %ls %u", status, room, made.Length);
    made.MaximumLength = 10;
    printf(", no room %lX\n",
           CALL(LONG, RtlIntegerToUnicodeString, ULONG, ULONG, UNICODE_STRING *)(54321, 10, &made));
    UNICODE_STRING number = wide(L"0x1234");
    status =
        CALL(LONG, RtlUnicodeStringToInteger, UNICODE_STRING *, ULONG, ULONG *)(&number, 0, &value);
    printf("read: %lX %lX\n", status, value);
    ULONG(NTAPI * sum)
    (ULONG, const void *, ULONG) = CALL(ULONG, RtlComputeCrc32, ULONG, const void *, ULONG);
    printf("sums: %lX %lX\n", sum(0, "123456789", 9), sum(sum(0, "1234", 4), "56789", 5));
}

static void check_guids(void)
{
    GUID guid;
    UNICODE_STRING text = wide(L"{01234567-89ab-cdef-1122-334455667788}"),
                   bad = wide(L"{01234567}"), made;
    LONG status = CALL(LONG, RtlGUIDFromString, UNICODE_STRING *, GUID *)(&text, &guid);
    printf("guid: %lX %lX %X %X %X", status, guid.Data1, guid.Data2, guid.Data3, guid.Data4[7]);
    printf(", bad %lX\n", CALL(LONG, RtlGUIDFromString, UNICODE_STRING *, GUID *)(&bad, &guid));
    CALL(LONG, RtlStringFromGUID, GUID *, UNICODE_STRING *)(&guid, &made);
    printf("back: %ls\n", made.Buffer);
    CALL(void, RtlFreeUnicodeString, UNICODE_STRING *)(&made);
}

static void check_times(void)
{
    SHORT fields[8];
    LARGE_INTEGER time = {.QuadPart = 0};
    void(NTAPI * to_fields)(LARGE_INTEGER *, SHORT *) =
        CALL(void, RtlTimeToTimeFields, LARGE_INTEGER *, SHORT *);
    BOOLEAN(NTAPI * to_time)
    (SHORT *, LARGE_INTEGER *) = CALL(BOOLEAN, RtlTimeFieldsToTime, SHORT *, LARGE_INTEGER *);
    to_fields(&time, fields);
    printf("the first day: %d-%d-%d, day %d\n", fields[0], fields[1], fields[2], fields[7]);
    SHORT leap[8] = {2012, 2, 29, 23, 59, 58, 987, 0};
    printf("made: %d", to_time(leap, &time));
    to_fields(&time, fields);
    printf(" %d-%d-%d %d:%d:%d.%d, day %d\n", fields[0], fields[1], fields[2], fields[3], fields[4],
           fields[5], fields[6], fields[7]);
    leap[0] = 2011;
    printf("no such day: %d\n", to_time(leap, &time));
}

static void check_bits(void)
{
    struct {
        ULONG size, *words;
    } map;
    ULONG words[3] = {0};
    CALL(void, RtlInitializeBitMap, void *, ULONG *, ULONG)(&map, words, 70);
    CALL(void, RtlSetBits, void *, ULONG, ULONG)(&map, 30, 5);
    printf("set: %lX %lX %lX, ", words[0], words[1], words[2]);
    printf("count %lu %lu\n", CALL(ULONG, RtlNumberOfSetBits, void *)(&map),
           CALL(ULONG, RtlNumberOfClearBits, void *)(&map));
    printf("are: %d %d %d %d\n", CALL(BOOLEAN, RtlAreBitsSet, void *, ULONG, ULONG)(&map, 30, 5),
           CALL(BOOLEAN, RtlAreBitsSet, void *, ULONG, ULONG)(&map, 30, 6),
           CALL(BOOLEAN, RtlAreBitsClear, void *, ULONG, ULONG)(&map, 0, 30),
           CALL(BOOLEAN, RtlAreBitsClear, void *, ULONG, ULONG)(&map, 60, 11));
    printf("find: %ld %ld %ld\n", CALL(ULONG, RtlFindClearBits, void *, ULONG, ULONG)(&map, 35, 0),
           CALL(ULONG, RtlFindClearBits, void *, ULONG, ULONG)(&map, 36, 0),
           CALL(ULONG, RtlFindSetBits, void *, ULONG, ULONG)(&map, 2, 0));
    printf("take: %ld", CALL(ULONG, RtlFindClearBitsAndSet, void *, ULONG, ULONG)(&map, 10, 0));
    printf(" %lX", words[0]);
    printf(", give: %ld", CALL(ULONG, RtlFindSetBitsAndClear, void *, ULONG, ULONG)(&map, 10, 0));
    printf(" %lX, bit %d\n", words[0], CALL(BOOLEAN, RtlTestBit, void *, ULONG)(&map, 31));
    CALL(void, RtlClearBits, void *, ULONG, ULONG)(&map, 31, 2);
    printf("cleared: %lX %lX\n", words[0], words[1]);
    CALL(void, RtlSetAllBits, void *)(&map);
    printf("all: %lu", CALL(ULONG, RtlNumberOfSetBits, void *)(&map));
    CALL(void, RtlClearAllBits, void *)(&map);
    printf(" %lu\n", CALL(ULONG, RtlNumberOfSetBits, void *)(&map));
    printf("ends: %d %d %d\n", CALL(CHAR, RtlFindMostSignificantBit, ULONGLONG)(0x1000000001),
           CALL(CHAR, RtlFindLeastSignificantBit, ULONGLONG)(0x1000000000),
           CALL(CHAR, RtlFindMostSignificantBit, ULONGLONG)(0));
}

static void check_texts(void)
{
    wchar_t room[8];
    UNICODE_STRING text = {0, sizeof room, room}, some = wide(L"Some"),
                   capitals = wide(L"SOMETHING"), made;
    CALL(void, RtlCopyUnicodeString, UNICODE_STRING *, UNICODE_STRING *)(&text, &some);
    printf("copy: %ls %u", room, text.Length);
    LONG(NTAPI * append)
    (UNICODE_STRING *, const wchar_t *) =
        CALL(LONG, RtlAppendUnicodeToString, UNICODE_STRING *, const wchar_t *);
    printf(", append %lX", append(&text, L"thi"));
    printf(" %ls, too long %lX %u", room, append(&text, L"ng"), text.Length);
    printf(", %lX\n", CALL(LONG, RtlAppendUnicodeStringToString, UNICODE_STRING *,
                           UNICODE_STRING *)(&text, &some));
    printf("begins: %d %d %d\n",
           CALL(BOOLEAN, RtlPrefixUnicodeString, UNICODE_STRING *, UNICODE_STRING *,
                BOOLEAN)(&some, &capitals, TRUE),
           CALL(BOOLEAN, RtlPrefixUnicodeString, UNICODE_STRING *, UNICODE_STRING *,
                BOOLEAN)(&some, &capitals, FALSE),
           CALL(BOOLEAN, RtlPrefixUnicodeString, UNICODE_STRING *, UNICODE_STRING *,
                BOOLEAN)(&capitals, &some, TRUE));
    CALL(LONG, RtlUpcaseUnicodeString, UNICODE_STRING *, UNICODE_STRING *, BOOLEAN)
    (&made, &some, TRUE);
    printf("large: %.4ls", made.Buffer);
    CALL(LONG, RtlDowncaseUnicodeString, UNICODE_STRING *, UNICODE_STRING *, BOOLEAN)
    (&made, &some, FALSE);
    printf(", small: %.4ls", made.Buffer);
    printf(", no room %lX\n", CALL(LONG, RtlUpcaseUnicodeString, UNICODE_STRING *, UNICODE_STRING *,
                                   BOOLEAN)(&made, &capitals, FALSE));
    STRING one = {3, 4, "abc"}, other = {3, 4, "ABD"};
    printf("narrow: %d %d %c\n",
           CALL(LONG, RtlCompareString, STRING *, STRING *, BOOLEAN)(&one, &other, TRUE) < 0,
           CALL(BOOLEAN, RtlEqualString, STRING *, STRING *, BOOLEAN)(&one, &other, TRUE),
           CALL(CHAR, RtlUpperChar, CHAR)('x'));
    ULONG length = 0, versions[3];
    char bytes[8] = "";
    CALL(LONG, RtlUnicodeToMultiByteN, char *, ULONG, ULONG *, const wchar_t *, ULONG)
    (bytes, 3, &length, L"abcdef", 12);
    printf("bytes: %.3s %lu", bytes, length);
    CALL(LONG, RtlMultiByteToUnicodeN, wchar_t *, ULONG, ULONG *, const char *, ULONG)
    (room, 4, &length, "xyz", 3);
    printf(", units: %.2ls %lu", room, length);
    const char *euro = "\xE2\x82\xACx";
    printf(", one: %X", CALL(wchar_t, RtlAnsiCharToUnicodeChar, const char **)(&euro));
    printf(" %s", euro);
    euro = "\xE2x";
    printf(", none: %X", CALL(wchar_t, RtlAnsiCharToUnicodeChar, const char **)(&euro));
    printf(" %s\n", euro);
    CALL(void, RtlGetNtVersionNumbers, ULONG *, ULONG *, ULONG *)
    (versions, versions + 1, versions + 2);
    printf("version: %lu.%lu %lX\n", versions[0], versions[1], versions[2]);
    CALL(void, RtlSetLastWin32Error, ULONG)(1234);
    printf("error: %lu %lu\n", GetLastError(), CALL(ULONG, RtlGetLastWin32Error, void)());
}

static void CALLBACK call_me(ULONG_PTR value) { printf("called with %lu\n", value); }

static void check_objects(void)
{
    HANDLE event = NULL, semaphore = NULL, mutant = NULL;
    LARGE_INTEGER none = {.QuadPart = 0}, late = {.QuadPart = -100000000};
    LONG before = 9;
    LONG(NTAPI * wait)
    (HANDLE, BOOLEAN, LARGE_INTEGER *) =
        CALL(LONG, NtWaitForSingleObject, HANDLE, BOOLEAN, LARGE_INTEGER *);
    printf("event: %lX", CALL(LONG, NtCreateEvent, HANDLE *, ULONG, void *, ULONG,
                              BOOLEAN)(&event, EVENT_ALL_ACCESS, NULL, 1, TRUE));
    printf(" %lX", wait(event, FALSE, &none));
    printf(" %lX, type %lX\n", wait(event, FALSE, &none),
           CALL(LONG, NtCreateEvent, HANDLE *, ULONG, void *, ULONG,
                BOOLEAN)(&event, EVENT_ALL_ACCESS, NULL, 2, TRUE));
    printf("semaphore: %lX", CALL(LONG, NtCreateSemaphore, HANDLE *, ULONG, void *, LONG,
                                  LONG)(&semaphore, SEMAPHORE_ALL_ACCESS, NULL, 1, 2));
    LONG status = CALL(LONG, ZwReleaseSemaphore, HANDLE, LONG, LONG *)(semaphore, 1, &before);
    printf(" %lX %ld, too many %lX\n", status, before,
           CALL(LONG, ZwReleaseSemaphore, HANDLE, LONG, LONG *)(semaphore, 1, &before));
    printf("mutant: %lX", CALL(LONG, NtCreateMutant, HANDLE *, ULONG, void *,
                               BOOLEAN)(&mutant, MUTANT_ALL_ACCESS, NULL, TRUE));
    printf(" %lX", CALL(LONG, NtReleaseMutant, HANDLE, LONG *)(mutant, &before));
    printf(", not owned %lX\n", CALL(LONG, NtReleaseMutant, HANDLE, LONG *)(mutant, &before));
    HANDLE both[2] = {event, semaphore};
    printf("any: %lX", CALL(LONG, NtWaitForMultipleObjects, ULONG, HANDLE *, ULONG, BOOLEAN,
                            LARGE_INTEGER *)(2, both, 1, FALSE, &none));
    printf(", all: %lX, bad %lX\n",
           CALL(LONG, NtWaitForMultipleObjects, ULONG, HANDLE *, ULONG, BOOLEAN,
                LARGE_INTEGER *)(2, both, 0, FALSE, &none),
           wait((HANDLE)0xBAD0, FALSE, &none));
    QueueUserAPC(call_me, GetCurrentThread(), 5);
    printf("alertable: %lX\n", wait(event, TRUE, &late));
    HANDLE thread =
        CreateThread(NULL, 0, (LPTHREAD_START_ROUTINE)(void *)Sleep, NULL, CREATE_SUSPENDED, NULL);
    ULONG count = 9;
    CALL(LONG, NtSuspendThread, HANDLE, ULONG *)(thread, &count);
    printf("suspended before: %lu", count);
    CALL(LONG, NtResumeThread, HANDLE, ULONG *)(thread, &count);
    printf(", %lu", count);
    CALL(LONG, NtResumeThread, HANDLE, ULONG *)(thread, NULL);
    printf(", ends %lX\n", wait(thread, FALSE, NULL));
}

/* The refusals of counted texts, and their results where there is too little room. */
static void check_little_room(void)
{
    char bytes[12] = "TestS------";
    STRING text = {5, 10, bytes}, none = {0, 0, NULL}, capital = {0, 4, bytes};
    UNICODE_STRING source = wide(L"abcdef"), wrong = {4, 2, (wchar_t *)L"ab"};
    LONG(NTAPI * narrow)
    (STRING *, UNICODE_STRING *, BOOLEAN) =
        CALL(LONG, RtlUnicodeStringToAnsiString, STRING *, UNICODE_STRING *, BOOLEAN);
    LONG(NTAPI * append)
    (STRING *, const char *) = CALL(LONG, RtlAppendAsciizToString, STRING *, const char *);
    printf("append %lX", append(&text, "tring"));
    printf(" %.11s %u, none %lX", bytes, text.Length, append(&text, NULL));
    printf(", full %lX", append(&text, "x"));
    text.MaximumLength = 0;
    printf(", no room %lX", append(&text, "x"));
    printf(", nothing %lX\n",
           CALL(LONG, RtlAppendStringToString, STRING *, STRING *)(&text, &none));
    text = (STRING){8, 4, bytes};
    printf("cut %lX", narrow(&text, &source, FALSE));
    printf(" %s %u", bytes, text.Length);
    text.MaximumLength = 0;
    printf(", only asked %lX", narrow(&text, &source, FALSE));
    printf(" %u\n", text.Length);
    text = (STRING){3, 4, (char *)"abc"};
    CALL(void, RtlUpperString, STRING *, STRING *)(&capital, &text);
    printf("capitals %.3s", bytes);
    printf(", begins %d %d",
           CALL(BOOLEAN, RtlPrefixString, STRING *, STRING *, BOOLEAN)(&text, &capital, TRUE),
           CALL(BOOLEAN, RtlPrefixString, STRING *, STRING *, BOOLEAN)(&text, &capital, FALSE));
    printf(", valid %lX %lX",
           CALL(LONG, RtlValidateUnicodeString, ULONG, UNICODE_STRING *)(0, &source),
           CALL(LONG, RtlValidateUnicodeString, ULONG, UNICODE_STRING *)(0, &wrong));
    wchar_t secret[4] = L"abc";
    UNICODE_STRING erased = wide(secret);
    CALL(void, RtlEraseUnicodeString, UNICODE_STRING *)(&erased);
    printf(", erased %u %d\n", erased.Length, secret[0] | secret[1] | secret[2]);
}

/* UTF-8 that is none, and half a unit. */
static void check_utf8(void)
{
    wchar_t units[8];
    char bytes[8];
    ULONG size;
    LONG(NTAPI * widen)
    (wchar_t *, ULONG, ULONG *, const char *, ULONG) =
        CALL(LONG, RtlUTF8ToUnicodeN, wchar_t *, ULONG, ULONG *, const char *, ULONG);
    LONG(NTAPI * narrow)
    (char *, ULONG, ULONG *, const wchar_t *, ULONG) =
        CALL(LONG, RtlUnicodeToUTF8N, char *, ULONG, ULONG *, const wchar_t *, ULONG);
    printf("half of a pair %lX", widen(units, sizeof units, &size, "\xED\xA0\x80", 3));
    printf(" %lu", size);
    printf(", cut %lX", widen(units, sizeof units, &size, "\xF0\x90\x80", 3));
    printf(" %lu", size);
    printf(", the replacement itself %lX", widen(units, sizeof units, &size, "\xEF\xBF\xBD", 3));
    printf(" %lu", size);
    printf(", half a unit %lX", narrow(bytes, sizeof bytes, &size, L"ab", 3));
    printf(", asked %lX", narrow(NULL, 0, &size, L"ab", 3));
    printf(" %lu\n", size);
}

static LONG format(wchar_t *buffer, ULONG size, ULONG *length, const wchar_t *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    LONG status = CALL(LONG, RtlFormatMessage, const wchar_t *, ULONG, BOOLEAN, BOOLEAN, BOOLEAN,
                       va_list *, wchar_t *, ULONG,
                       ULONG *)(text, 0, FALSE, FALSE, FALSE, &arguments, buffer, size, length);
    va_end(arguments);
    return status;
}

static void check_messages(void)
{
    wchar_t text[32] = L"";
    ULONG length = 0;
    printf("message %lX", format(text, sizeof text, &length, L"%2!u! of %1", L"seven", 3));
    printf(" \"%ls\" %lu", text, length);
    printf(", room %lX", format(text, 8, NULL, L"%1", L"seven"));
    DWORD_PTR array[] = {(DWORD_PTR) "narrow", 9};
    printf(", array %lX",
           CALL(LONG, RtlFormatMessage, const wchar_t *, ULONG, BOOLEAN, BOOLEAN, BOOLEAN, void *,
                wchar_t *, ULONG,
                ULONG *)(L"%1 %2!d!", 0, FALSE, TRUE, TRUE, array, text, sizeof text, &length));
    printf(" \"%ls\"", text);
    printf(", as it is %lX", CALL(LONG, RtlFormatMessage, const wchar_t *, ULONG, BOOLEAN, BOOLEAN,
                                  BOOLEAN, void *, wchar_t *, ULONG, ULONG *)(
                                 L"%1 x", 0, TRUE, FALSE, FALSE, NULL, text, sizeof text, &length));
    printf(" \"%ls\", none %lX\n", text,
           CALL(LONG, RtlFormatMessage, const wchar_t *, ULONG, BOOLEAN, BOOLEAN, BOOLEAN, void *,
                wchar_t *, ULONG,
                ULONG *)(L"%1 x", 0, FALSE, FALSE, FALSE, NULL, text, sizeof text, &length));
}

/* Older locks of ntdll: the locks that another thread may have meanwhile. */
static BYTE resource[0x38];
#define ACQUIRE(name, waits) CALL(BOOLEAN, name, void *, BOOLEAN)(resource, waits)
#define RELEASE()            CALL(void, RtlReleaseResource, void *)(resource)

static DWORD WINAPI looks(void *parameter)
{
    DWORD shared = ACQUIRE(RtlAcquireResourceShared, FALSE) != 0;
    if (shared)
        RELEASE();
    DWORD exclusive = ACQUIRE(RtlAcquireResourceExclusive, FALSE) != 0;
    if (exclusive)
        RELEASE();
    return shared * 10 + exclusive;
}

static DWORD WINAPI waits_for_it(void *parameter)
{
    if (parameter)
        ACQUIRE(RtlAcquireResourceExclusive, TRUE);
    else
        ACQUIRE(RtlAcquireResourceShared, TRUE);
    RELEASE();
    return 7;
}

static DWORD result_of(LPTHREAD_START_ROUTINE function, void *parameter)
{
    DWORD status = 0;
    HANDLE thread = CreateThread(NULL, 0, function, parameter, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    CloseHandle(thread);
    return status;
}

static void check_resources(void)
{
    CALL(void, RtlInitializeResource, void *)(resource);
    printf("free: %02lu", result_of(looks, NULL));
    ACQUIRE(RtlAcquireResourceShared, TRUE);
    printf(", read: %02lu %d", result_of(looks, NULL), ACQUIRE(RtlAcquireResourceExclusive, FALSE));
    RELEASE();
    printf(", written: %d", ACQUIRE(RtlAcquireResourceExclusive, TRUE));
    printf(" %d %d", ACQUIRE(RtlAcquireResourceExclusive, FALSE),
           ACQUIRE(RtlAcquireResourceShared, FALSE));
    printf(" %02lu", result_of(looks, NULL));
    RELEASE();
    RELEASE();
    printf(" %02lu", result_of(looks, NULL));
    CALL(void, RtlConvertExclusiveToShared, void *)(resource);
    printf(", read again: %02lu", result_of(looks, NULL));
    RELEASE();
    ACQUIRE(RtlAcquireResourceExclusive, TRUE);
    HANDLE waiters[] = {CreateThread(NULL, 0, waits_for_it, NULL, 0, NULL),
                        CreateThread(NULL, 0, waits_for_it, waits_for_it, 0, NULL),
                        CreateThread(NULL, 0, waits_for_it, NULL, 0, NULL)};
    Sleep(20);
    RELEASE();
    printf(", waiters: %lX", WaitForMultipleObjects(3, waiters, TRUE, 5000));
    printf(", free: %02lu\n", result_of(looks, NULL));
    CALL(void, RtlDeleteResource, void *)(resource);
}

#define NAMED(name) (void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), #name)
#define ADDRESS(name, ...)                                                                         \
    ((LONG(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), #name))

/* Addresses of the internet, read and written with what stands behind them. */
static void addresses(void)
{
    static const char *const four[] = {"1.2.3.4:80", "1.2.3.010", "0x7F000001", "1.2",
                                       "1.2.3.256",  "1..2",      "1.2.3.4x"};
    static const char *const six[] = {
        "::1",     "1:2:3:4:5:6:7:8", "fe80::1%5", "[::1]:0x50",      "::FFFF:1.2.3.4",
        "1::2::3", "12345::",         "1:2:",      "::0:5efe:1.2.3.4"};
    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
#define WRITER(name) ((void *(NTAPI *)(const void *, void *))(void *)GetProcAddress(ntdll, #name))
    for (unsigned i = 0; i < sizeof four / sizeof *four; i++) {
        BYTE address[4] = {9, 9, 9, 9};
        WCHAR wide[40];
        const WCHAR *wide_end = NULL;
        const char *end = NULL;
        USHORT port = 0xFFFF;
        char text[40];
        ULONG size = sizeof text, small = 7;
        MultiByteToWideChar(CP_ACP, 0, four[i], -1, wide, 40);
        printf("%s: %lX", four[i],
               ADDRESS(RtlIpv4StringToAddressA, const char *, BOOLEAN, const char **,
                       void *)(four[i], FALSE, &end, address));
        printf(" at %d", (int)(end - four[i]));
        printf(" %lX", ADDRESS(RtlIpv4StringToAddressW, const WCHAR *, BOOLEAN, const WCHAR **,
                               void *)(wide, TRUE, &wide_end, address));
        printf(" at %d, Ex %lX", (int)(wide_end - wide),
               ADDRESS(RtlIpv4StringToAddressExA, const char *, BOOLEAN, void *,
                       USHORT *)(four[i], FALSE, address, &port));
        printf(" %lX %X",
               ADDRESS(RtlIpv4StringToAddressExW, const WCHAR *, BOOLEAN, void *,
                       USHORT *)(wide, TRUE, address, &port),
               port);
        char *behind = WRITER(RtlIpv4AddressToStringA)(address, text);
        printf(" %s %d", text, *behind);
        ADDRESS(RtlIpv4AddressToStringExA, void *, USHORT, char *, ULONG *)
        (address, 0x5000, text, &size);
        printf(" %s %lu", text, size);
        printf(" %lX", ADDRESS(RtlIpv4AddressToStringExW, void *, USHORT, WCHAR *,
                               ULONG *)(address, 0x5000, wide, &small));
        printf(" %lu %d\n", small, *(WCHAR *)WRITER(RtlIpv4AddressToStringW)(address, wide));
    }
    for (unsigned i = 0; i < sizeof six / sizeof *six; i++) {
        BYTE address[16] = {0};
        WCHAR wide[70], *wide_behind;
        const WCHAR *wide_end = NULL;
        const char *end = six[i] + 99;
        USHORT port = 0xFFFF;
        char text[70];
        ULONG size = sizeof text, small = 2, scope = 0xFFFF;
        MultiByteToWideChar(CP_ACP, 0, six[i], -1, wide, 70);
        printf("%s: %lX", six[i],
               ADDRESS(RtlIpv6StringToAddressA, const char *, const char **, void *)(six[i], &end,
                                                                                     address));
        printf(" at %d", (int)(end - six[i]));
        printf(" %lX", ADDRESS(RtlIpv6StringToAddressW, const WCHAR *, const WCHAR **,
                               void *)(wide, &wide_end, address));
        printf(" %d, Ex %lX", wide_end ? (int)(wide_end - wide) : -1,
               ADDRESS(RtlIpv6StringToAddressExA, const char *, void *, ULONG *,
                       USHORT *)(six[i], address, &scope, &port));
        printf(" %lX %lX %X",
               ADDRESS(RtlIpv6StringToAddressExW, const WCHAR *, void *, ULONG *,
                       USHORT *)(wide, address, &scope, &port),
               scope, port);
        WRITER(RtlIpv6AddressToStringA)(address, text);
        wide_behind = WRITER(RtlIpv6AddressToStringW)(address, wide);
        printf(" %s %d", text, wide_behind - wide == (int)strlen(text));
        ADDRESS(RtlIpv6AddressToStringExA, void *, ULONG, USHORT, char *, ULONG *)
        (address, 7, 0x5000, text, &size);
        printf(" %s %lu", text, size);
        printf(" %lX", ADDRESS(RtlIpv6AddressToStringExW, void *, ULONG, USHORT, WCHAR *,
                               ULONG *)(address, 0, 0, wide, &small));
        printf(" %lu\n", small);
    }
}

/* Buffers are packed in chunks of 4,096 bytes, by references to what was there before. */
static void compression(void)
{
    enum { SIZE = 6000 };
    static BYTE text[SIZE], packed[SIZE], back[8192], workspace[0x4000];
    static const BYTE reference[] = {0x06, 0xB0, 0x10, 'a', 'b', 'c', 'd', 0x05, 0x30};
    ULONG to_pack = 0, to_part = 0, used = 0, length = 0;
    for (unsigned i = 0; i < SIZE; i++)
        text[i] = (BYTE)(i % 100 < 90 ? "to and fro, "[i % 12] : i * i / 7);
    printf("sizes: %lX", ADDRESS(RtlGetCompressionWorkSpaceSize, USHORT, ULONG *,
                                 ULONG *)(2, &to_pack, &to_part));
    printf(" %d %lX, %lX %lX\n", to_pack && to_pack <= sizeof workspace, to_part,
           ADDRESS(RtlGetCompressionWorkSpaceSize, USHORT, ULONG *, ULONG *)(1, &used, &used),
           ADDRESS(RtlGetCompressionWorkSpaceSize, USHORT, ULONG *, ULONG *)(9, &used, &used));
#define PACK(room)                                                                                 \
    ADDRESS(RtlCompressBuffer, USHORT, void *, ULONG, void *, ULONG, ULONG, ULONG *, void *)       \
    (2, text, SIZE, packed, room, 4096, &length, workspace)
#define UNPACK(room, from, size)                                                                   \
    ADDRESS(RtlDecompressBuffer, USHORT, void *, ULONG, const void *, ULONG, ULONG *)              \
    (2, back, room, from, size, &used)
#define PART(room, offset)                                                                         \
    ADDRESS(RtlDecompressFragment, USHORT, void *, ULONG, void *, ULONG, ULONG, ULONG *, void *)   \
    (2, back, room, packed, length, offset, &used, workspace)
    printf("packed: %lX", PACK(SIZE));
    printf(" %d", length < SIZE / 2);
    printf(", back: %lX", UNPACK(sizeof back, packed, length));
    printf(" %lu %d", used, memcmp(text, back, SIZE));
    printf(", part: %lX", PART(300, 4000));
    printf(" %lu %d\n", used, memcmp(text + 4000, back, 300));
    printf("short: %lX", PACK(20));
    printf(", reference: %lX", UNPACK(40, reference, 9));
    printf(" %lu %.12s", used, (char *)back);
    printf(", cut off: %lX %lX %lX\n", UNPACK(40, reference, 8), UNPACK(40, reference, 1),
           UNPACK(8, reference, 9));
}

/* Descriptors with their parts behind them, and the end of a list. */
static void descriptors(void)
{
    union {
        ACL list;
        BYTE bytes[32];
    } list = {.list = {2, 0, 32, 1, 0}};
    DWORD made[32], size = 20;
    void *place = NULL;
    SID owner = {1, 1, {{0, 0, 0, 0, 0, 1}}, {0}};
    SECURITY_DESCRIPTOR from = {1, 0, SE_DACL_PRESENT, &owner, NULL, NULL, &list.list};
    list.bytes[10] = 12; /* the entry's size */
    printf("descriptor: %lX",
           ADDRESS(RtlAbsoluteToSelfRelativeSD, void *, void *, ULONG *)(&from, made, &size));
    printf(" %lu", size);
    printf(" %d", MakeSelfRelativeSD(&from, made, &size));
    printf(" %lX %lu %lu %lu", made[0], made[1], made[2], made[4]);
    printf(" %lX",
           ADDRESS(RtlAbsoluteToSelfRelativeSD, void *, void *, ULONG *)(made, made + 16, &size));
    printf(" %lX", ADDRESS(RtlMakeSelfRelativeSD, void *, void *, ULONG *)(made, made + 16, &size));
    printf(" %d\n", memcmp(made, made + 16, size));
    BOOLEAN(NTAPI * first)
    (void *, void **) = (void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), "RtlFirstFreeAce");
    ULONG(__cdecl * words)
    (ULONG, ULONG, const char *, ...) = NAMED(DbgPrintEx);
    printf("words: %lu", words(0, 0, "%d", 1));
    printf(" %lX", ADDRESS(vDbgPrintEx, ULONG, ULONG, const char *, void *)(0, 0, "none", NULL));
    printf(" %lX\n", ADDRESS(vDbgPrintExWithPrefix, const char *, ULONG, ULONG, const char *,
                             void *)("one", 0, 0, "none", NULL));
    void *(NTAPI * create)(ULONG, void *, SIZE_T, SIZE_T, void *, void *) = NAMED(RtlCreateHeap);
    void *heap = create(2, NULL, 0, 0, NULL, NULL);
    printf("heap: %d", HeapAlloc(heap, 0, 100000) != NULL);
    printf(" %lX", ADDRESS(RtlDestroyHeap, void *)(heap));
    printf(" %d\n", ADDRESS(RtlDestroyHeap, void *)(GetProcessHeap()) == (LONG)GetProcessHeap());
    printf("free: %d", first(&list, &place));
    printf(" %d", (int)((BYTE *)place - list.bytes));
    list.list.AclSize = 8;
    printf(", %d", first(&list, &place));
    printf(" %d\n", place == NULL);
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_numbers();
    check_guids();
    check_times();
    check_bits();
    check_texts();
    check_objects();
    check_little_room();
    check_utf8();
    check_messages();
    check_resources();
    addresses();
    compression();
    descriptors();
    return 0;
}
