/* Texts in other characters: digits, wide forms, letters with marks, ligatures. */

#include <stdio.h>
#include <windows.h>

static void show(const char *what, DWORD flags, const wchar_t *text)
{
    WCHAR to[20];
    int asked = FoldStringW(flags, text, -1, NULL, 0), count = FoldStringW(flags, text, -1, to, 20);
    printf("%s: %d %d:", what, asked, count);
    for (int i = 0; i < count; i++)
        printf(" %X", to[i]);
    printf("\n");
}

static void fails(const char *what, int result)
{
    printf("%s: %d %lu\n", what, result, GetLastError());
}

int main(void)
{
    WCHAR to[8];
    char narrow[20];
    show("digits", MAP_FOLDDIGITS, L"1\x00B2\x0663\x096F\x2460\xFF15x");
    show("digits of other scripts", MAP_FOLDDIGITS,
         L"\x07C1\x136A\x3007\xD835\xDFCF\xD835\xDFFF\xD835x\xDFCF");
    show("wide forms", MAP_FOLDCZONE, L"\xFF21\xFF5E\x3000z");
    show("parts", MAP_COMPOSITE, L"\x00C4\x00E9\x00E7\x00FF\x00D0\x00DF");
    show("whole", MAP_PRECOMPOSED, L"A\x0308y\x0308x\x0301n\x0303");
    show("ligatures", MAP_EXPAND_LIGATURES, L"\x00C6\x00DF\xFB03");
    show("wide digits and parts", MAP_FOLDDIGITS | MAP_COMPOSITE, L"\xFF11\x00F1");
    printf("narrow: %d", FoldStringA(MAP_EXPAND_LIGATURES,
                                     "Stra\xC3\x9F"
                                     "e",
                                     -1, narrow, sizeof narrow));
    printf(" %s\n", narrow);
    printf("without the zero: %d\n", FoldStringW(MAP_FOLDDIGITS, L"12345", 3, to, 8));
    fails("no flags", FoldStringW(0, L"a", 1, to, 8));
    fails("both ways", FoldStringW(MAP_COMPOSITE | MAP_PRECOMPOSED, L"a", 1, to, 8));
    fails("unknown flags", FoldStringW(1, L"a", 1, to, 8));
    fails("no text", FoldStringW(MAP_COMPOSITE, NULL, 1, to, 8));
    fails("no length", FoldStringW(MAP_COMPOSITE, L"a", 0, to, 8));
    fails("in its place", FoldStringW(MAP_FOLDDIGITS, to, 1, to, 8));
    fails("no room", FoldStringW(MAP_COMPOSITE, L"\x00C4", 1, to, 1));
    return 0;
}
