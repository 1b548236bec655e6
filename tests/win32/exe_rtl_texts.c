/* ntdll's counted texts, also where there is no room for them; UTF-8; texts of messages. */

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
    ULONG length = 0;
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

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_texts();
    check_little_room();
    check_utf8();
    check_messages();
    return 0;
}
