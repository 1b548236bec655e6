/* Facts about the locale, which is English of the United States. */
#include "lib/utf16.h"
#include "win32/locale/invariant_facts.h"
#include "win32/locale/locale_changes.h"
#include "win32/locale/locale_names.h"

#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static const struct locale_fact rows[] = {
    {LOCALE_ILANGUAGE, "0409"},
    {LOCALE_SLANGUAGE, "English (United States)"},
    {LOCALE_SABBREVLANGNAME, "ENU"},
    {LOCALE_SNATIVELANGNAME, "English"},
    {LOCALE_ICOUNTRY, "1"},
    {LOCALE_SCOUNTRY, "United States"},
    {LOCALE_SABBREVCTRYNAME, "USA"},
    {LOCALE_SNATIVECTRYNAME, "United States"},
    {LOCALE_IDEFAULTLANGUAGE, "0409"},
    {LOCALE_IDEFAULTCOUNTRY, "1"},
    {LOCALE_IDEFAULTCODEPAGE, "437"},
    {LOCALE_IDEFAULTANSICODEPAGE, "1252"},
    {LOCALE_SLIST, ","},
    {LOCALE_IMEASURE, "1"},
    {LOCALE_SDECIMAL, "."},
    {LOCALE_STHOUSAND, ","},
    {LOCALE_SGROUPING, "3;0"},
    {LOCALE_IDIGITS, "2"},
    {LOCALE_ILZERO, "1"},
    {LOCALE_INEGNUMBER, "1"},
    {LOCALE_SNATIVEDIGITS, "0123456789"},
    {LOCALE_SCURRENCY, "$"},
    {LOCALE_SINTLSYMBOL, "USD"},
    {LOCALE_SMONDECIMALSEP, "."},
    {LOCALE_SMONTHOUSANDSEP, ","},
    {LOCALE_SMONGROUPING, "3;0"},
    {LOCALE_ICURRDIGITS, "2"},
    {LOCALE_IINTLCURRDIGITS, "2"},
    {LOCALE_ICURRENCY, "0"},
    {LOCALE_INEGCURR, "0"},
    {LOCALE_SDATE, "/"},
    {LOCALE_STIME, ":"},
    {LOCALE_SSHORTDATE, "M/d/yyyy"},
    {LOCALE_SLONGDATE, "dddd, MMMM dd, yyyy"},
    {LOCALE_STIMEFORMAT, "h:mm:ss tt"},
    {LOCALE_IDATE, "0"},
    {LOCALE_ITIME, "0"},
    {LOCALE_ITLZERO, "0"},
    {LOCALE_S1159, "AM"},
    {LOCALE_S2359, "PM"},
    {LOCALE_SPOSITIVESIGN, ""},
    {LOCALE_SNEGATIVESIGN, "-"},
    {LOCALE_SISO639LANGNAME, "en"},
    {LOCALE_SISO3166CTRYNAME, "US"},
    {LOCALE_SNAME, "en-US"},
    {LOCALE_SENGLANGUAGE, "English"},
    {LOCALE_SENGCOUNTRY, "United States"},
    {LOCALE_ICALENDARTYPE, "1"},
    {LOCALE_IFIRSTDAYOFWEEK, "6"},
    {LOCALE_ILDATE, "0"},
    {LOCALE_ICENTURY, "1"},
    {LOCALE_IDAYLZERO, "0"},
    {LOCALE_IMONLZERO, "0"},
    {LOCALE_IPOSSIGNPOSN, "3"},
    {LOCALE_INEGSIGNPOSN, "0"},
    {LOCALE_IPOSSYMPRECEDES, "1"},
    {LOCALE_IPOSSEPBYSPACE, "0"},
    {LOCALE_INEGSYMPRECEDES, "1"},
    {LOCALE_INEGSEPBYSPACE, "0"},
    {LOCALE_IGEOID, "244"},
    {LOCALE_SDURATION, "h:mm:ss"},
    {LOCALE_SKEYBOARDSTOINSTALL, "0409:00000409"},
    {LOCALE_SISO639LANGNAME2, "eng"},
    {LOCALE_SISO3166CTRYNAME2, "USA"},
    {LOCALE_SNAN, "NaN"},
    {LOCALE_SPOSINFINITY, "Infinity"},
    {LOCALE_SNEGINFINITY, "-Infinity"},
    {LOCALE_SSCRIPTS, "Latn;"},
    {LOCALE_SPARENT, "en"},
    {LOCALE_SCONSOLEFALLBACKNAME, "en-US"},
    {LOCALE_SLANGDISPLAYNAME, "English"},
    {LOCALE_IREADINGLAYOUT, "0"},
    {LOCALE_INEUTRAL, "0"},
    {LOCALE_SENGLISHDISPLAYNAME, "English (United States)"},
    {LOCALE_SNATIVEDISPLAYNAME, "English (United States)"},
    {LOCALE_INEGATIVEPERCENT, "0"},
    {LOCALE_IPOSITIVEPERCENT, "0"},
    {LOCALE_SPERCENT, "%"},
    {LOCALE_SPERMILLE, "\xE2\x80\xB0"},
    {LOCALE_SMONTHDAY, "MMMM dd"},
    {LOCALE_SSHORTTIME, "h:mm tt"},
    {LOCALE_SOPENTYPELANGUAGETAG, "ENG "},
    {LOCALE_SSORTLOCALE, "en-US"},
    {LOCALE_ITIMEMARKPOSN, "0"},
    {LOCALE_SYEARMONTH, "MMMM, yyyy"},
    {LOCALE_SENGCURRNAME, "US Dollar"},
    {LOCALE_SNATIVECURRNAME, "US Dollar"},
    {LOCALE_IPAPERSIZE, "1"},
    {LOCALE_IOPTIONALCALENDAR, "0"},
    {LOCALE_IFIRSTWEEKOFYEAR, "0"},
    {LOCALE_SMONTHNAME13, ""},
    {LOCALE_SABBREVMONTHNAME13, ""},
    {LOCALE_IDEFAULTMACCODEPAGE, "10000"},
    {LOCALE_IDEFAULTEBCDICCODEPAGE, "037"},
    {LOCALE_SSORTNAME, "Default"},
    {LOCALE_IDIGITSUBSTITUTION, "1"},
    {LOCALE_SSHORTESTDAYNAME1, "Mo"},
    {LOCALE_SSHORTESTDAYNAME1 + 1, "Tu"},
    {LOCALE_SSHORTESTDAYNAME1 + 2, "We"},
    {LOCALE_SSHORTESTDAYNAME1 + 3, "Th"},
    {LOCALE_SSHORTESTDAYNAME1 + 4, "Fr"},
    {LOCALE_SSHORTESTDAYNAME1 + 5, "Sa"},
    {LOCALE_SSHORTESTDAYNAME1 + 6, "Su"},
};

/* Names that follow one another: the whole ones, and behind them as many of three letters. */
static const struct {
    LCTYPE first;
    LCTYPE count;
    const char *names[12];
} names[] = {
    {LOCALE_SDAYNAME1,
     7,
     {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}},
    {LOCALE_SMONTHNAME1,
     12,
     {"January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December"}},
};
enum { LONGEST = 24, SHORT_NAME = 3 };

/* Returns the text, in a buffer if it is cut; NULL, with the last error: there is no such type. */
static const char *find_text(LCTYPE type, char cut[LONGEST])
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].type == type)
            return rows[i].text;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        LCTYPE at = type - names[i].first;
        if (at < names[i].count)
            return names[i].names[at];
        if (at < 2 * names[i].count) {
            memcpy(cut, names[i].names[at - names[i].count], SHORT_NAME);
            cut[SHORT_NAME] = 0;
            return cut;
        }
    }
    SetLastError(ERROR_INVALID_FLAGS);
    return NULL;
}

/* Reads a number. FALSE, with the last error: the text is none. */
static BOOL read_number(LCTYPE type, const char *text, DWORD *number)
{
    char *end;
    const bool is_language = type == LOCALE_ILANGUAGE || type == LOCALE_IDEFAULTLANGUAGE;
    *number = strtoul(text, &end, is_language ? 16 : 10);
    if (*text && !*end)
        return TRUE;
    SetLastError(ERROR_INVALID_FLAGS);
    return FALSE;
}

/* Stores an answer of count units. */
static int tell(const void *answer, int unit, int count, void *buffer, int size)
{
    if (size < 0 || (size && !buffer)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return 0;
    }
    if (size && size < count) {
        SetLastError(ERROR_INSUFFICIENT_BUFFER);
        return 0;
    }
    if (size)
        memcpy(buffer, answer, (size_t)count * (size_t)unit);
    return count;
}

/* The answer that only the locale of no country gives so; NULL: it answers like the others. */
static const char *find_invariant(const struct locale_row *locale, LCTYPE type)
{
    if (locale->number == LOCALE_INVARIANT && locale_invariant_facts)
        for (const struct locale_fact *fact = locale_invariant_facts; fact->text; fact++)
            if (fact->type == type)
                return fact->text;
    return NULL;
}

/* Finds the text that the user has made of it. The locale of no country is no user's. */
static bool find_change(const struct locale_row *locale, LCTYPE wish, LCTYPE type,
                        char text[LOCALE_TEXT_ROOM])
{
    return locale->number != LOCALE_INVARIANT && !(wish & LOCALE_NOUSEROVERRIDE) &&
           locale_find_change(type, text);
}

/* Tells it in units of one byte or two; a number in the units that it takes. */
static int get_info(const struct locale_row *locale, LCTYPE wish, void *buffer, int size, int unit)
{
    LCTYPE type = wish & ~(LOCALE_NOUSEROVERRIDE | LOCALE_USE_CP_ACP | LOCALE_RETURN_NUMBER);
    char own[LOCALE_TEXT_ROOM];
    wchar_t wide[LOCALE_UNITS_MOST];
    DWORD number;
    if (!locale)
        return 0;
    const char *text = find_invariant(locale, type);
    if (!text)
        text = find_change(locale, wish, type, own) ? own : find_text(type, own);
    if (!text)
        return 0;
    if (wish & LOCALE_RETURN_NUMBER)
        return read_number(type, text, &number)
                   ? tell(&number, unit, (int)sizeof number / unit, buffer, size)
                   : 0;
    int units = (int)wide_widen(text, wide), count = (unit == 1 ? (int)strlen(text) : units) + 1;
    return tell(unit == 1 ? (const void *)text : wide, unit, count, buffer, size);
}

int WINAPI GetLocaleInfoA(LCID locale, LCTYPE type, LPSTR buffer, int size)
{
    return get_info(locale_told(locale), type, buffer, size, sizeof *buffer);
}

int WINAPI GetLocaleInfoW(LCID locale, LCTYPE type, LPWSTR buffer, int size)
{
    return get_info(locale_told(locale), type, buffer, size, sizeof *buffer);
}

int WINAPI GetLocaleInfoEx(LPCWSTR name, LCTYPE type, LPWSTR buffer, int size)
{
    return get_info(locale_name_told(name), type, buffer, size, sizeof *buffer);
}
