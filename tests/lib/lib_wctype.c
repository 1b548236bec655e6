/* Classes of wide characters.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <ctype.h>
#include <wctype.h>

#include "tests/harness/tap.h"

static const struct class
{
    const char *name;
    int (*wide)(wint_t character);
    int (*narrow)(int character);
} classes[] = {
    {"alnum", iswalnum, isalnum}, {"alpha", iswalpha, isalpha}, {"blank", iswblank, isblank},
    {"cntrl", iswcntrl, iscntrl}, {"digit", iswdigit, isdigit}, {"graph", iswgraph, isgraph},
    {"lower", iswlower, islower}, {"print", iswprint, isprint}, {"punct", iswpunct, ispunct},
    {"space", iswspace, isspace}, {"upper", iswupper, isupper}, {"xdigit", iswxdigit, isxdigit},
};

int main(void)
{
    for (const struct class *row = classes; row < classes + sizeof classes / sizeof *row; row++) {
        unsigned differs = 0;
        for (int c = 0; c < 0x80; c++)
            differs += !row->wide((wint_t)c) != !row->narrow(c) ||
                       !iswctype((wint_t)c, wctype(row->name)) != !row->narrow(c);
        is_dec(differs, 0, "isw%s is is%s for ASCII, and has its name", row->name, row->name);
        ok(!row->wide(WEOF), "isw%s(WEOF) is 0", row->name);
    }
    ok(iswalpha(0xE9) && iswlower(0xE9) && iswalpha(0x416) && iswupper(0x416) && iswalpha(0x4E2D) &&
           !iswalpha(0xD800) && iswpunct(0x20AC),
       "letters of other alphabets");
    ok(towupper(0xE9) == 0xC9 && towlower(0x416) == 0x436 && towupper(L'a') == L'A' &&
           towupper(0xDF) == 0xDF,
       "and their capitals");
    ok(towctrans(0x3B1, wctrans("toupper")) == 0x391 && !wctrans("x") && !wctype("x"),
       "classes and conversions have names");
    return tap_done();
}
