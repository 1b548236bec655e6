/* Locales by handles. There is "C", under each name that setlocale takes. */
#include "win32/msvcrt/call.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>

extern const unsigned short *_pctype;

/* The data of the locale that functions read which are compiled into programs. */
static struct locale_data {
    const unsigned short *classes;
    int longest; /* bytes of a character */
    unsigned code_page;
} data = {.longest = 1};

static struct locale_pointers {
    struct locale_data *data;
    void *multibyte;
} c = {.data = &data};

CALL(struct locale_pointers *, _get_current_locale, void)
{
    data.classes = _pctype;
    return &c;
}

CALL(struct locale_pointers *, _create_locale, int category, const char *name)
{
    return name && setlocale(category, name) ? _get_current_locale() : NULL;
}

CALL(void, _free_locale, struct locale_pointers *locale)
{
    (void)locale;
}

/* The names of the categories' locales; "C" has none. */
CALL(wchar_t **, ___lc_locale_name_func, void)
{
    enum { CATEGORIES = 6 };
    static wchar_t *names[CATEGORIES];
    return names;
}

enum { ONE_EACH = 1, ONE_FOR_ALL = 2 };

/* Whether each thread has a locale of its own: there is but one. Returns what it was. */
CALL(int, _configthreadlocale, int type)
{
    static int now = ONE_FOR_ALL;
    int before = now;
    if (type < -1 || type > ONE_FOR_ALL)
        return -1;
    if (type == ONE_EACH || type == ONE_FOR_ALL)
        now = type;
    return before;
}

CALL(int, __lconv_init, void)
{
    return 0;
}
