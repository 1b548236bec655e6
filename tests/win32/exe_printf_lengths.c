/* The words for lengths of arguments in msvcrt.dll's formats.
   flags: -D__USE_MINGW_ANSI_STDIO=0 -Wno-format -Wno-format-extra-args */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

static int gives(const char *text, const char *format, ...)
{
    char room[64];
    va_list args;
    va_start(args, format);
    int length = vsprintf(room, format, args);
    va_end(args);
    return length == (int)strlen(text) && !strcmp(room, text);
}

int main(void)
{
    const long long big = 0x123456789ll;
    claim(gives("4886718345 4886718345 591751049", "%I64d %lld %I32d", big, big, 591751049),
          "64 and 32 bits");
    claim(gives("123", "%Ix", 0x123) && gives("I", "%I") && gives("Iq", "%Iq", 1) &&
              gives("I0d", "%I0d", 1) && gives("Ihd", "%Ihd", 1),
          "I needs the letter of an integer behind it");
    claim(gives("-1 1", "%hd %hhu", 0xFFFF, 1) && gives("258", "%hhd", 258), "h, and no hh");
    claim(gives("-1", "%hld", 0xFFFF) && gives("-1 7", "%hlld %d", -1ll, 7), "h and l together");
    claim(gives("wide", "%#+ -03whlls", L"wide") && gives("wide", "%hls", L"wide"),
          "a text is wide with one w or l");
    claim(gives("not wide", "%Ls", "not wide") && gives("5 6", "%Ld %d", 5, 6), "L says nothing");
    claim(gives("00000039 00000039", "%Fp %Np", 57, 57), "F and N neither");
    claim(gives("0s", "%w0s", 1) && gives("-s", "%w-s", 1), "no flag stands behind a length");
    claim(gives("", "%3h") && gives("", "%w") && gives("a", "a%"), "a format may end at once");
    claim(gives("kmz", "%k%m%z"), "letters that mean nothing are themselves");
    return 0;
}
