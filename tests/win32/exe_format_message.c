/* FormatMessage: escapes, inserts with formats, lines of a width, tables of messages, errors. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#define STRING     FORMAT_MESSAGE_FROM_STRING
#define TABLE      FORMAT_MESSAGE_FROM_HMODULE
#define NO_INSERTS FORMAT_MESSAGE_IGNORE_INSERTS

/* Prints a result: its length and its text, or the last error. */
static void tell(const char *name, DWORD length, const char *text)
{
    printf("%s: ", name);
    if (!length) {
        printf("error %lu\n", GetLastError());
        return;
    }
    printf("%lu '", length);
    for (; *text; text++)
        if (*text == '\r')
            printf("\\r");
        else if (*text == '\n')
            printf("\\n");
        else if (*text == '\t')
            printf("\\t");
        else
            putchar(*text);
    printf("'\n");
}

/* The call by both letters. Its texts are the same, if no insert is a text. */
static void both(const char *name, DWORD flags, const char *source, ...)
{
    char narrow[200] = "", text[200] = "";
    wchar_t wide[200] = L"", from[200] = L"";
    va_list list;
    MultiByteToWideChar(CP_ACP, 0, source, -1, from, 200);
    SetLastError(0);
    va_start(list, source);
    DWORD length = FormatMessageA(flags | STRING, source, 0, 0, narrow, sizeof narrow, &list);
    va_end(list);
    tell(name, length, narrow);
    DWORD error = GetLastError();
    SetLastError(0);
    va_start(list, source);
    DWORD wide_length = FormatMessageW(flags | STRING, from, 0, 0, wide, 200, &list);
    va_end(list);
    WideCharToMultiByte(CP_ACP, 0, wide, -1, text, sizeof text, NULL, NULL);
    if (wide_length != length || strcmp(narrow, text) || (!length && GetLastError() != error))
        tell("  and wide", wide_length, text);
}

static void escapes(void)
{
    both("percent signs", 0, "%%% %.%!");
    both("ends of lines", 0, "a%nb%rc%td%be%0f");
    both("in the text", 0, "a\nb\r\nc\rd");
    both("at the end", 0, "a%%%");
    both("no text", 0, "");
    both("ignored", NO_INSERTS, "%1%2!*.*s!%99 %% %. a%nb%tc%0d");
    both("ignored at the end", NO_INSERTS, "a%");
    both("ignored lines", NO_INSERTS, "a\nb\r\nc");
}

static void inserts(void)
{
    both("numbers", 0, "%1!d! %2!u! %3!x! %4!08X! %5!i!", -1, 7, 255, 0xABC, 5);
    both("flags", 0, "[%1!-6d!] [%2!+d!] [%3!06d!] [%4!#x!] [%5! d!]", 42, 42, 42, 42, 42);
    both("characters", 0, "%1!c!%2!c!%3!c!", 'a', 'b', 'c');
    both("stars", 0, "%1!*.*u!", 4, 2, 1);
    both("stars again", 0, "%1!*.*u!,%1!*.*u!", 4, 2, 1, 4, 2);
    both("one star", 0, "%1!*u!,%3!u!", 5, 6, 7);
    both("eight bytes", 0, "%1!I64u!.", 0x123456789ull);
    both("behind", 0, "%2!u!%1!u!0", 1, 2);
    both("two digits", 0, "%11!u!%1!u!", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    both("no end", 0, "%1!u", 1);
    both("texts of both kinds", 0, "%1!hs! %2!ls! %3!ws!", "narrow", L"long", L"wide");
    both("parts of texts", 0, "[%1!.3hs!] [%2!6.2hs!] [%3!-6hs!]", "abcdef", "abcdef", "abc");
}

static void arrays(void)
{
    char text[100];
    wchar_t wide[100];
    DWORD_PTR words[] = {(DWORD_PTR) "one", (DWORD_PTR) "two", 3};
    DWORD_PTR wides[] = {(DWORD_PTR)L"one", (DWORD_PTR)L"two", 3};
    DWORD flags = STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY;
    tell("array", FormatMessageA(flags, "%1 %2!s! %3!d!", 0, 0, text, 100, (va_list *)words), text);
    DWORD length = FormatMessageW(flags, L"%1 %2!s! %3!d!", 0, 0, wide, 100, (va_list *)wides);
    printf("wide array: %lu %d\n", length, !wcscmp(wide, L"one two 3"));
    tell("no array", FormatMessageA(flags, "%1", 0, 0, text, 100, NULL), text);
}

static void widths(void)
{
    both("blank for a line", 255, "a\nb\r\nc%nd");
    both("at blanks", 6, "short long line");
    both("exactly", 4, "word");
    both("one less", 5, "word");
    both("no blank", 4, "abcdefghij");
    both("a hard line", 8, "ab%ncd efgh ij");
    both("a soft line", 8, "ab\ncd efgh ij");
    both("inserts", 6, "%1!d! %2!d! %3!d!", 123, 456, 789);
    both("a long insert", 3, "%1!d!", 1234567);
    both("between words", 3, "test abcdef %1!d! foobar", 12345);
    both("tabs beside blanks", 4, "\t \t\t\t");
    both("a tab between words", 11, "short long\tline");
    both("their escape ends a line", 9, "a%tb%t%tc");
    both("hard blanks", 4, "a% %bcdef");
    both("letters of two bytes", 4, "\xC3\xA9 \xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9 \xC3\xA9");
}

static void tables(void)
{
    char text[100];
    DWORD_PTR words[] = {(DWORD_PTR) "one"};
    HMODULE kernel = GetModuleHandleA("kernel32.dll"), program = GetModuleHandleA(NULL);
    DWORD array = FORMAT_MESSAGE_ARGUMENT_ARRAY, system = FORMAT_MESSAGE_FROM_SYSTEM;
    DWORD length = FormatMessageA(TABLE | array, NULL, 100, 0, text, sizeof text, (va_list *)words);
    tell("table", length, text);
    tell("a module's", FormatMessageA(TABLE, program, 101, 0, text, sizeof text, NULL), text);
    tell("no message", FormatMessageA(TABLE, NULL, 102, 0, text, sizeof text, NULL), text);
    tell("or the system's", FormatMessageA(TABLE | system, NULL, 5, 0, text, 100, NULL), text);
    tell("kernel32's", FormatMessageA(TABLE, kernel, 5, 0, text, sizeof text, NULL), text);
    tell("with an insert", FormatMessageA(TABLE, kernel, 193, 0, text, sizeof text, NULL), text);
    tell("a result", FormatMessageA(TABLE, kernel, 0x80070005, 0, text, 100, NULL), text);
    tell("another language", FormatMessageA(system, NULL, 5, 0x407, text, 100, NULL), text);
    tell("none", FormatMessageA(system, NULL, 0x20000001, 0, text, sizeof text, NULL), text);
}

static void buffers(void)
{
    char text[100], *made = (char *)1;
    DWORD flags = STRING | FORMAT_MESSAGE_ALLOCATE_BUFFER;
    tell("no flags", FormatMessageA(0, NULL, 5, 0, text, 100, NULL), text);
    tell("no source", FormatMessageA(STRING, NULL, 5, 0, text, 100, NULL), text);
    tell("no room", FormatMessageA(STRING, "four", 0, 0, text, 4, NULL), text);
    tell("room", FormatMessageA(STRING, "four", 0, 0, text, 5, NULL), text);
    tell("no buffer", FormatMessageA(STRING, "four", 0, 0, NULL, 5, NULL), text);
    tell("failed", FormatMessageA(flags, "%1", 0, 0, (char *)&made, 5, NULL), made);
    printf("none is allocated: %d\n", made == NULL);
    DWORD length = FormatMessageA(flags, "four", 0, 0, (char *)&made, 20, NULL);
    tell("allocated", length, made);
    printf("size: %d\n", LocalSize(made) >= 20);
    LocalFree(made);
}

int main(void)
{
    escapes();
    inserts();
    arrays();
    widths();
    tables();
    buffers();
    return 0;
}
