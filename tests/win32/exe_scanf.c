/* Texts that scanf of msvcrt.dll takes and C leaves open, and where it ends.
   flags: -D__USE_MINGW_ANSI_STDIO=0 -Wno-format -Wno-format-extra-args */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

typedef int scan(const char *text, const char *format, ...);
typedef int wide_scan(const wchar_t *text, const wchar_t *format, ...);

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

static void *msvcrt(const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA("msvcrt.dll"), name);
}

int main(void)
{
    scan *scanned = msvcrt("sscanf"), *sized = msvcrt("sscanf_s");
    wide_scan *wide = msvcrt("swscanf");
    void *pointer = &pointer;
    unsigned number = 0xDEADBEEF;
    char text[16], letter = 0;
    wchar_t wide_text[16], wide_letter = 0;

    claim(scanned("0x12", "%p", &pointer) == 1 && !pointer, "%p takes no 0x");
    claim(scanned("-12", "%P", &pointer) == 1 && pointer == (void *)-0x12, "%P is %p");
    claim(scanned("12 17", "%D %O", &number, &pointer) == 2 && number == 12 &&
              pointer == (void *)15,
          "so are other capitals");

    number = 0xDEADBEEF;
    claim(scanned("123456", "%h03d", &number) == 1 && number == 0xDEAD007B,
          "a width behind the length");
    number = 0xDEADBEEF;
    claim(scanned("123456", "%2h0d", &number) == 1 && number == 0xDEADE240,
          "digits on both sides are one number");
    claim(scanned("70000", "%hhd", &number) == 1 && number == 70000, "two h are none");

    claim(scanned("cabz", "%[c-a]%c", text, &letter) == 2 && !strcmp(text, "cab") && letter == 'z',
          "a set's range turned round");
    claim(scanned("a\x81z", "a%\x81%c", &letter) == 1 && letter == 'z',
          "another letter stands for itself");
    claim(scanned("5", "%*d%d", &number) == 0, "a dropped value was one: no EOF");
    claim(scanned("", "%d", &number) == EOF && scanned("  ", "%s", text) == EOF, "EOF without any");

    memset(text, '.', sizeof text);
    errno = 0;
    claim(sized("123", "%s", text, 3u) == 0 && !text[0] && text[1] == '2' && text[2] == '.' &&
              errno == ENOMEM,
          "a text without room is emptied");
    memset(text, '.', sizeof text);
    claim(sized("123", "%3c", text, 2u) == 0 && !text[0] && text[1] == '2' && text[2] == '.',
          "so are characters");
    claim(sized("123", "%3c", text, 3u) == 1 && text[2] == '3' && text[3] == '.',
          "and three have room in three");

    claim(wide(L" \t\n", L"%s", wide_text) == 0, "a wide text of blanks: 0");
    claim(wide(L"", L"%s", wide_text) == EOF, "an empty one: EOF");
    claim(wide(L"a\x1234z", L"a%\x1234%c", &wide_letter) == 1 && wide_letter == L'z',
          "a wide letter for itself");
    return 0;
}
