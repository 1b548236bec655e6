/* ntdll's numbers, GUIDs and dates, and texts of them; its version and the last error. */

#include <stdio.h>
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

static void check_facts(void)
{
    ULONG versions[3];
    CALL(void, RtlGetNtVersionNumbers, ULONG *, ULONG *, ULONG *)
    (versions, versions + 1, versions + 2);
    printf("version: %lu.%lu %lX\n", versions[0], versions[1], versions[2]);
    CALL(void, RtlSetLastWin32Error, ULONG)(1234);
    printf("error: %lu %lu\n", GetLastError(), CALL(ULONG, RtlGetLastWin32Error, void)());
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_numbers();
    check_guids();
    check_times();
    check_facts();
    return 0;
}
