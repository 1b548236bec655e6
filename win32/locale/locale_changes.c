#include "win32/locale/locale_changes.h"

#include "lib/lock.h"
#include "lib/utf16.h"
#include "win32/fails.h"
#include "win32/locale/locale_names.h"

#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>

/* The rows of a locale that can be changed: texts of fewer units than `most`, and numbers up to
 * `last`. */
enum { FORMAT = LOCALE_UNITS_MOST, SIGN = 4, SIGN_OF_NUMBER = 5, HALF_OF_DAY = 15, GROUPING = 10 };
static struct row {
    LCTYPE type;
    unsigned short most, last; /* one of them */
    char *text;                /* from malloc, of the lock; NULL: as it was */
} rows[] = {
    {LOCALE_ICALENDARTYPE, .last = 23},
    {LOCALE_ICURRDIGITS, .last = 99},
    {LOCALE_ICURRENCY, .last = 3},
    {LOCALE_IDIGITS, .last = 9},
    {LOCALE_IDIGITSUBSTITUTION, .last = 2},
    {LOCALE_IFIRSTDAYOFWEEK, .last = 6},
    {LOCALE_IFIRSTWEEKOFYEAR, .last = 2},
    {LOCALE_ILZERO, .last = 1},
    {LOCALE_IMEASURE, .last = 1},
    {LOCALE_INEGCURR, .last = 15},
    {LOCALE_INEGNUMBER, .last = 4},
    {LOCALE_IPAPERSIZE, .last = 9},
    {LOCALE_ITIME, .last = 1},
    {LOCALE_S1159, .most = HALF_OF_DAY},
    {LOCALE_S2359, .most = HALF_OF_DAY},
    {LOCALE_SCURRENCY, .most = 13},
    {LOCALE_SDATE, .most = SIGN},
    {LOCALE_SDECIMAL, .most = SIGN},
    {LOCALE_SGROUPING, .most = GROUPING},
    {LOCALE_SLIST, .most = SIGN},
    {LOCALE_SLONGDATE, .most = FORMAT},
    {LOCALE_SMONDECIMALSEP, .most = SIGN},
    {LOCALE_SMONGROUPING, .most = GROUPING},
    {LOCALE_SMONTHOUSANDSEP, .most = SIGN},
    {LOCALE_SNATIVEDIGITS, .most = 11},
    {LOCALE_SNEGATIVESIGN, .most = SIGN_OF_NUMBER},
    {LOCALE_SPOSITIVESIGN, .most = SIGN_OF_NUMBER},
    {LOCALE_SSHORTDATE, .most = FORMAT},
    {LOCALE_SSHORTTIME, .most = FORMAT},
    {LOCALE_STHOUSAND, .most = SIGN},
    {LOCALE_STIME, .most = SIGN},
    {LOCALE_STIMEFORMAT, .most = FORMAT},
    {LOCALE_SYEARMONTH, .most = FORMAT},
};
static struct lock changes_lock; /* of all texts */

static struct row *find_row(LCTYPE type)
{
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type)
            return &rows[i];
    return NULL;
}

bool locale_find_change(LCTYPE type, char text[LOCALE_TEXT_ROOM])
{
    const struct row *row = find_row(type);
    if (!row)
        return false;
    lock_take(&changes_lock);
    const bool is_changed = row->text != NULL;
    if (is_changed)
        strcpy(text, row->text);
    lock_release(&changes_lock);
    return is_changed;
}

static bool fits(const struct row *row, LPCWSTR text)
{
    if (row->most)
        return wcslen(text) < row->most;
    wchar_t *end;
    return *text >= L'0' && *text <= L'9' && wcstoul(text, &end, 10) <= row->last && !*end;
}

BOOL WINAPI SetLocaleInfoW(LCID locale, LCTYPE type, LPCWSTR text)
{
    if (!locale_is_known(locale))
        return FALSE;
    if (!text)
        return fails(ERROR_INVALID_PARAMETER);
    struct row *row = find_row(type & ~(LOCALE_NOUSEROVERRIDE | LOCALE_USE_CP_ACP));
    if (!row)
        return fails(ERROR_INVALID_FLAGS);
    if (!fits(row, text))
        return fails(ERROR_INVALID_PARAMETER);
    char *copy = wide_narrow_copy(text);
    if (!copy)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    lock_take(&changes_lock);
    char *before = row->text;
    row->text = copy;
    lock_release(&changes_lock);
    free(before);
    return TRUE;
}

BOOL WINAPI SetLocaleInfoA(LCID locale, LCTYPE type, LPCSTR text)
{
    wchar_t wide[LOCALE_UNITS_MOST];
    if (!text || !MultiByteToWideChar(CP_ACP, 0, text, -1, wide, LOCALE_UNITS_MOST))
        return fails(ERROR_INVALID_PARAMETER);
    return SetLocaleInfoW(locale, type, wide);
}
