// Dates and times in streams, in the locale "C".
#include <cstdio>
#include <ctime>
#include <locale>

#include "crt_facets.h"
#include "crt_stream_parts.h"

#pragma init_seg(compiler)

namespace std {

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};
enum { SHORT = 3, ALL = 100, EPOCH = 1900 }; // letters of a name; the year 0 of struct tm

// A text as it is kept for ever, in either kind of characters.
template <class type> static const type *kept(const char *text, size_t most = ALL)
{
    size_t length = min(char_traits<char>::length(text), most);
    type *made = new type[length + 1]();
    copy_n(text, length, made);
    return made;
}

// The cache has a member for each name, one behind the other.
template <class type> static void set_names(const type **first, const char *const *names, size_t count, size_t most)
{
    for (size_t i = 0; i < count; i++)
        first[i] = kept<type>(names[i], most);
}

template <class type> static __timepunct_cache<type> *made()
{
    __timepunct_cache<type> *data = new __timepunct_cache<type>(1);
    data->_M_date_format = data->_M_date_era_format = kept<type>("%m/%d/%y");
    data->_M_time_format = data->_M_time_era_format = kept<type>("%H:%M:%S");
    data->_M_date_time_format = data->_M_date_time_era_format = kept<type>("%a %b %e %H:%M:%S %Y");
    data->_M_am = kept<type>("AM");
    data->_M_pm = kept<type>("PM");
    data->_M_am_pm_format = kept<type>("%I:%M:%S %p");
    set_names(&data->_M_day1, days, size(days), ALL);
    set_names(&data->_M_aday1, days, size(days), SHORT);
    set_names(&data->_M_month01, months, size(months), ALL);
    set_names(&data->_M_amonth01, months, size(months), SHORT);
    return data;
}

template <class type> static __timepunct_cache<type> *texts()
{
    static __timepunct_cache<type> *data = made<type>();
    data->_M_add_reference();
    return data;
}

// Names of time zones may be read, and mean nothing.
#define ZONES(prefix)                                                                                                                    \
    {                                                                                                                                    \
        prefix##"GMT", prefix##"HST", prefix##"AKST", prefix##"PST", prefix##"MST", prefix##"CST", prefix##"EST", prefix##"AST",         \
            prefix##"NST", prefix##"CET", prefix##"IST", prefix##"EET", prefix##"CST", prefix##"JST"                                     \
    }
template <> const char *__timepunct_cache<char>::_S_timezones[] = ZONES();
template <> const wchar_t *__timepunct_cache<wchar_t>::_S_timezones[] = ZONES(L);

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale) { _M_data = texts<char>(); }
template <> void __timepunct<wchar_t>::_M_initialize_timepunct(__c_locale) { _M_data = texts<wchar_t>(); }

// The number of the week that has most of its days in the year, from 1 on; `year` becomes the year that it belongs to.
static int week_of(const tm &time, int &year)
{
    auto is_leap = [](int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); };
    enum { WEEK = 7, YEAR = 365, THURSDAY = 3 };
    year = time.tm_year + EPOCH;
    int thursday = time.tm_yday - (time.tm_wday + WEEK - 1) % WEEK + THURSDAY;
    if (thursday < 0)
        thursday += YEAR + is_leap(--year);
    else if (thursday >= YEAR + is_leap(year))
        thursday -= YEAR + is_leap(year++);
    return thursday / WEEK + 1;
}

// The text for the letter behind a %. The C library knows the letters of its older standard.
static string text_of(char letter, const tm &time)
{
    static const struct {
        char letter;
        const char *format;
    } rows[] = {
        {'c', "%a %b %e %H:%M:%S %Y"}, {'D', "%m/%d/%y"}, {'x', "%m/%d/%y"}, {'F', "%Y-%m-%d"}, {'h', "%b"},
        {'n', "\n"},                   {'R', "%H:%M"},    {'r', "%I:%M:%S %p"}, {'T', "%H:%M:%S"}, {'X', "%H:%M:%S"}, {'t', "\t"},
    };
    enum { CENTURY = 100, WEEK = 7 };
    auto number = [](const char *format, int value) {
        char text[16];
        snprintf(text, sizeof text, format, value);
        return string(text);
    };
    for (auto &row : rows)
        if (row.letter == letter) {
            string all;
            for (const char *at = row.format; *at; at++)
                all += *at == '%' ? text_of(*++at, time) : string(1, *at);
            return all;
        }
    int year, week = week_of(time, year);
    switch (letter) {
    case 'C': return number("%02d", (time.tm_year + EPOCH) / CENTURY);
    case 'e': return number("%2d", time.tm_mday);
    case 'G': return number("%d", year);
    case 'g': return number("%02d", year % CENTURY);
    case 'u': return number("%d", time.tm_wday ? time.tm_wday : WEEK);
    case 'V': return number("%02d", week);
    }
    char format[] = {'%', letter, 0}, text[ALL];
    return string(text, strftime(text, sizeof text, format, &time));
}

// The format is a % and a letter, with an E or O between the two.
template <class type> static void put_text(type *to, size_t room, const type *format, const tm &time)
{
    while (format[1])
        format++;
    string text = text_of(static_cast<char>(*format), time);
    size_t length = min(text.size(), room - 1);
    copy_n(text.begin(), length, to);
    to[length] = 0;
}

template <> void __timepunct<char>::_M_put(char *to, size_t room, const char *format, const tm *time) const throw() { put_text(to, room, format, *time); }
template <> void __timepunct<wchar_t>::_M_put(wchar_t *to, size_t room, const wchar_t *format, const tm *time) const throw() { put_text(to, room, format, *time); }

#if _GLIBCXX_RELEASE >= 12
// The fields that were read become one date. By this compiler the library reads each letter of a
// format alone, so the half of a day finds the hour before it; it does so for composed letters,
// too.
void __time_get_state::_M_finalize_state(tm *time)
{
    enum { HALF = 12, CENTURY = 100, FIRST_CENTURY = EPOCH / CENTURY };
    if (_M_is_pm && time->tm_hour < HALF)
        time->tm_hour += HALF;
    if (_M_have_century)
        time->tm_year = (_M_want_century ? time->tm_year % CENTURY : 0) + (_M_century - FIRST_CENTURY) * CENTURY;
    if (!_M_want_xday)
        return;
    auto completed = [&](int month, int day) {
        tm whole = {};
        whole.tm_year = time->tm_year;
        whole.tm_mon = month;
        whole.tm_mday = day;
        _mkgmtime(&whole);
        return whole;
    };
    bool by_day = _M_have_yday && !(_M_have_mon && _M_have_mday);
    tm whole = by_day ? completed(0, time->tm_yday + 1) : completed(time->tm_mon, time->tm_mday);
    if (by_day) {
        time->tm_mon = whole.tm_mon;
        time->tm_mday = whole.tm_mday;
    }
    time->tm_wday = whole.tm_wday;
    time->tm_yday = whole.tm_yday;
}
#endif

template class __timepunct<char>;
template struct __timepunct_cache<char>;
template class time_put<char>;
template class time_put_byname<char>;
template class time_get<char>;
template class time_get_byname<char>;
FACET(__timepunct<char>)
FACET(time_put<char>)
FACET(time_get<char>)
template class __timepunct<wchar_t>;
template struct __timepunct_cache<wchar_t>;
template class time_put<wchar_t>;
template class time_put_byname<wchar_t>;
template class time_get<wchar_t>;
template class time_get_byname<wchar_t>;
FACET(__timepunct<wchar_t>)
FACET(time_put<wchar_t>)
FACET(time_get<wchar_t>)

static classic_facets<__timepunct<char>, time_put<char>, time_get<char>, __timepunct<wchar_t>, time_put<wchar_t>, time_get<wchar_t>> put;

} // namespace std
