/* The names that texts of dates are made of, as C++'s library gets them from msvcrt.dll. */
#ifndef WIN32_MSVCRT_DATE_NAMES_H
#define WIN32_MSVCRT_DATE_NAMES_H

#include <wchar.h>

struct date_names {
    char *short_days[7], *days[7], *short_months[12], *months[12];
    char *halves[2]; /* of a day */
    char *short_date, *long_date, *time;
    unsigned language;
    int calendar, users;
    wchar_t *wide_texts[43]; /* the same */
};

/* The layout of these names in ucrtbase.dll. */
struct ucrt_date_names {
    char *texts[43];
    int calendar, users;
    wchar_t *wide_texts[43], *locale;
};

enum { DATE_TEXTS = 43 };
_Static_assert(sizeof(((struct date_names *)0)->wide_texts) == DATE_TEXTS * sizeof(wchar_t *),
               "as many as narrow ones");

/* English ones. */
extern const struct date_names date_names;

#endif
