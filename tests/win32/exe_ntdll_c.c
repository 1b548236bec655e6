/* The C functions of ntdll, and what compilers call on their own: 64-bit arithmetic, large frames.
 */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

static HMODULE ntdll;

#define FUNCTION(type, name, ...) ((type(*)(__VA_ARGS__))(void *)GetProcAddress(ntdll, #name))
#define ARITHMETIC(name)          ((int64_t(NTAPI *)(int64_t, int64_t))(void *)GetProcAddress(ntdll, #name))

static void show(const char *name, int64_t value)
{
    printf("%s %08lX%08lX\n", name, (DWORD)(value >> 32), (DWORD)value);
}

/* Kinds of characters come from a table of its own. */
static void characters(void)
{
    static const char *const names[] = {"isalnum", "isalpha", "iscntrl", "isdigit",
                                        "isgraph", "islower", "isprint", "ispunct",
                                        "isspace", "isupper", "isxdigit"};
    static const unsigned letters[] = {'\t', 'A', 0xB2, 0xE9, 0xFF, 0x3B1};
    int (*kind)(unsigned, unsigned short) = FUNCTION(int, iswctype, unsigned, unsigned short);
    printf("kinds");
    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
        printf(" %X", kind(letters[i], 0xFFFF));
    printf("\nA, tab, E9:");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        int (*is)(int) = (void *)GetProcAddress(ntdll, names[i]);
        printf(" %s %X %X %X", names[i] + 2, is('A'), is('\t'), is(0xE9));
    }
    printf("\nwide: %X %X %X %X %X\n", FUNCTION(int, iswalpha, int)(0xE9),
           FUNCTION(int, iswdigit, int)(0xB2), FUNCTION(int, iswlower, int)(0xE9),
           FUNCTION(int, iswspace, int)(0xA0), FUNCTION(int, iswxdigit, int)('F'));
    printf("cases: %X %X %X %X %X %X\n", FUNCTION(int, toupper, int)(0x161),
           FUNCTION(int, toupper, int)(0xA9C3), FUNCTION(int, tolower, int)(0x141),
           FUNCTION(int, towlower, int)(0xC0), FUNCTION(int, towlower, int)(0x391),
           FUNCTION(int, towupper, int)(0x3B1));
}

/* The result is in edx:eax, and the rest in ebx:ecx. */
static void divide_both(const char *name, int64_t dividend, int64_t divisor)
{
    void *function = (void *)GetProcAddress(ntdll, name);
    int64_t words[2] = {dividend, divisor};
    uint32_t low, high, rest_low, rest_high;
    __asm__ volatile("pushl 12(%%esi)\n\tpushl 8(%%esi)\n\tpushl 4(%%esi)\n\tpushl (%%esi)\n\t"
                     "call *%%edi"
                     : "=a"(low), "=d"(high), "=c"(rest_low), "=b"(rest_high)
                     : "S"(words), "D"(function)
                     : "memory", "cc");
    printf("%s %08X%08X rest %08X%08X\n", name, high, low, rest_high, rest_low);
}

static void shift(const char *name, int64_t value, int count)
{
    void *function = (void *)GetProcAddress(ntdll, name);
    printf("%s by %d ", name, count);
    __asm__ volatile("call *%2" : "+A"(value), "+c"(count) : "r"(function) : "cc");
    show("is", value);
}

/* Bytes that the stack grows by. */
static DWORD probe(const char *name, DWORD size)
{
    void *function = (void *)GetProcAddress(ntdll, name);
    DWORD before, after;
    __asm__ volatile("movl %%esp, %%esi\n\tmovl %%esp, %0\n\tcall *%3\n\tmovl %%esp, %1\n\t"
                     "movl %%esi, %%esp"
                     : "=&b"(before), "=&D"(after), "+a"(size)
                     : "d"(function)
                     : "esi", "ecx", "memory", "cc");
    (void)before;
    return name[0] == '_' && strlen(name) > 14 ? after & 15 : before - after;
}

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    int64_t large = 0x123456789ABCDEF0;
    show("multiply", ARITHMETIC(_allmul)(large, -3));
    show("divide", ARITHMETIC(_alldiv)(-large, 1000000007));
    show("rest", ARITHMETIC(_allrem)(-large, 1000000007));
    show("unsigned", ARITHMETIC(_aulldiv)(-large, 0x100000001));
    show("unsigned rest", ARITHMETIC(_aullrem)(-large, 0x100000001));
    divide_both("_alldvrm", -large, 1000000007);
    divide_both("_alldvrm", large, -0x123456789A);
    divide_both("_aulldvrm", -large, 0x100000001);
    divide_both("_aulldvrm", 5, large);
    shift("_allshl", large, 36);
    shift("_allshr", -large, 4);
    shift("_aullshr", -large, 33);
    printf("frames: %lu %lu, rest %lu %lu\n", probe("_chkstk", 20000), probe("_alloca_probe", 12),
           probe("_alloca_probe_8", 5001) & 7, probe("_alloca_probe_16", 9001));

    char text[40], letters[] = "trapline";
    wchar_t wide[40];
    FUNCTION(int, sprintf, char *, const char *, ...)(text, "%d %s %I64X", 7, "seven", large);
    printf("sprintf %s", text);
    printf(", too long %d",
           FUNCTION(int, _snprintf, char *, size_t, const char *, ...)(text, 4, "%s", "abcdef"));
    printf(" %.4s\n", text);
    FUNCTION(int, swprintf, wchar_t *, const wchar_t *, ...)(wide, L"%ls-%d", L"wide", 5);
    printf("swprintf %ls, length %u\n", wide, FUNCTION(size_t, wcslen, const wchar_t *)(wide));
    FUNCTION(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *))
    (letters, 8, 1, compare);
    printf("qsort %s, bsearch %s\n", letters,
           FUNCTION(char *, bsearch, const void *, const void *, size_t, size_t,
                    int (*)(const void *, const void *))("p", letters, 8, 1, compare));
    printf("_wcsicmp %d %d, _wcsnicmp %d %d\n",
           FUNCTION(int, _wcsicmp, const wchar_t *, const wchar_t *)(L"\xC4", L"\xE4"),
           FUNCTION(int, _wcsicmp, const wchar_t *, const wchar_t *)(L"Zb", L"ze"),
           FUNCTION(int, _wcsnicmp, const wchar_t *, const wchar_t *, size_t)(L"AbX", L"aBy", 2),
           FUNCTION(int, _wcsnicmp, const wchar_t *, const wchar_t *, size_t)(L"\x100", L"a", 2));
    printf("_wcsicmp %d, _stricmp %d, strtoul %lu, _wtoi %d\n",
           FUNCTION(int, _wcsicmp, const wchar_t *, const wchar_t *)(L"ABC", L"abc"),
           FUNCTION(int, _stricmp, const char *, const char *)("x", "Y") < 0,
           FUNCTION(DWORD, strtoul, const char *, char **, int)("0x1F", NULL, 0),
           FUNCTION(int, _wtoi, const wchar_t *)(L"-42"));
    printf("memmove %s, strstr %s, sqrt %.1f\n",
           (char *)FUNCTION(void *, memmove, void *, const void *, size_t)(letters + 1, letters, 4),
           FUNCTION(char *, strstr, const char *, const char *)("a needle", "need"),
           FUNCTION(double, sqrt, double)(6.25));
#define NUMBER(text) FUNCTION(int, atoi, const char *)(text)
    printf("numbers %d %d %d %d, atol %ld\n", NUMBER(" -17x"), NUMBER("2147483648"),
           NUMBER("-9999999999"), NUMBER("+"), FUNCTION(long, atol, const char *)("4294967297"));
    printf("nowhere %d %d %d\n",
           FUNCTION(int, _snprintf, char *, size_t, const char *, ...)(NULL, 0, "%d", 12345),
           FUNCTION(int, _snprintf, char *, size_t, const char *, ...)(NULL, 1, "%d", 12345),
           FUNCTION(int, _snwprintf, wchar_t *, size_t, const wchar_t *, ...)(NULL, 1, L"abc"));
    printf("in ntdll: %d, none %d\n",
           (BYTE *)GetProcAddress(ntdll, "memcpy") - (BYTE *)ntdll < 0x100000,
           GetProcAddress(ntdll, "fopen") == NULL);
    characters();
    return 0;
}
