// Numbers with a point as characters, and back, in the locale "C".
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace std {

static to_chars_result put(char *to, char *end, const char *text, size_t length)
{
    if (static_cast<size_t>(end - to) < length)
        return {end, errc::value_too_large};
    return {copy_n(text, length, to), errc()};
}

static float read_as(const char *text, float) { return strtof(text, nullptr); }
static double read_as(const char *text, double) { return strtod(text, nullptr); }

// A number's shortest text of those that are read as the same one: digits, with a point behind the first, and an exponent.
template <class number> static string shortest(number value)
{
    char text[40];
    for (int digits = 0; digits < numeric_limits<number>::max_digits10; digits++) {
        snprintf(text, sizeof text, "%.*e", digits, static_cast<double>(value));
        if (read_as(text, value) == value)
            break;
    }
    return text;
}

// Writes the number without an exponent.
static string without_exponent(const string &text, double value)
{
    size_t e = text.find('e');
    int exponent = atoi(text.c_str() + e + 1);
    int digits = static_cast<int>(count_if(text.begin(), text.begin() + e, [](char c) { return c >= '0' && c <= '9'; }));
    char made[400];
    snprintf(made, sizeof made, "%.*f", max(0, digits - 1 - exponent), value);
    return made;
}

static string hexadecimal(double value, int precision)
{
    char text[1200];
    if (precision < 0)
        snprintf(text, sizeof text, "%a", value);
    else
        snprintf(text, sizeof text, "%.*a", precision, value);
    string made = text;
    size_t prefix = made.find("0x");
    return prefix == string::npos ? made : made.erase(prefix, strlen("0x"));
}

template <class number> static to_chars_result write(char *to, char *end, number value, bool is_any, chars_format format)
{
    enum { LEAST_EXPONENT = -4, PRECISION = 6 };
    string text = isfinite(value) ? format == chars_format::hex && !is_any ? hexadecimal(value, -1) : shortest(value) : signbit(value) ? "-" : "";
    if (!isfinite(value)) {
        text += isnan(value) ? "nan" : "inf";
    } else if (is_any || format != chars_format::hex) {
        string plain = without_exponent(text, value);
        int exponent = atoi(text.c_str() + text.find('e') + 1);
        bool is_plain = is_any                             ? plain.size() <= text.size()
                        : format == chars_format::general ? exponent >= LEAST_EXPONENT && exponent < PRECISION
                                                           : format == chars_format::fixed;
        if (is_plain)
            text = plain;
    }
    return put(to, end, text.data(), text.size());
}

static to_chars_result write(char *to, char *end, double value, chars_format format, int precision)
{
    char text[1600];
    if (precision < 0)
        precision = 6;
    if (format == chars_format::hex && isfinite(value)) {
        string made = hexadecimal(value, precision);
        return put(to, end, made.data(), made.size());
    }
    const char *form = format == chars_format::fixed ? "%.*f" : format == chars_format::scientific ? "%.*e" : "%.*g";
    int length = snprintf(text, sizeof text, form, min(precision, 1100), value);
    return put(to, end, text, length);
}

// The number's characters at the beginning of a text, as strtod wants them; none is no number.
static string number_at(const char *from, const char *end, chars_format format, size_t &length)
{
    const char *at = from;
    string text;
    bool is_hex = format == chars_format::hex, has_digits = false;
    auto take = [&] { text += *at++; };
    auto take_digits = [&] {
        for (; at < end && (is_hex ? isxdigit(static_cast<unsigned char>(*at)) : isdigit(static_cast<unsigned char>(*at))); has_digits = true)
            take();
    };
    if (at < end && *at == '-')
        take();
    for (const char *word : {"infinity", "inf", "nan"}) {
        size_t letters = strlen(word);
        if (static_cast<size_t>(end - at) >= letters && !strnicmp(at, word, letters)) {
            length = at - from + letters;
            return text + word;
        }
    }
    if (is_hex)
        text += "0x";
    take_digits();
    if (at < end && *at == '.') {
        take();
        take_digits();
    }
    length = at - from;
    if (!has_digits)
        return "";
    bool may = format != chars_format::fixed, must = format == chars_format::scientific;
    size_t before = text.size();
    if (may && at < end && (is_hex ? *at == 'p' || *at == 'P' : *at == 'e' || *at == 'E')) {
        has_digits = false;
        is_hex = false;
        take();
        if (at < end && (*at == '+' || *at == '-'))
            take();
        take_digits();
        if (has_digits) {
            length = at - from;
            return text;
        }
    }
    text.resize(before);
    return must ? "" : text;
}

template <class number> static from_chars_result read(const char *from, const char *end, number &value, chars_format format)
{
    size_t length;
    string text = number_at(from, end, format, length);
    if (text.empty())
        return {from, errc::invalid_argument};
    number made = read_as(text.c_str(), value);
    bool is_zero = text.find_first_of(format == chars_format::hex ? "123456789abcdefABCDEF" : "123456789") >= min(text.find_first_of("eEpP"), text.size());
    bool is_word = text.find_first_of("iInN") != string::npos;
    if (!is_word && (isinf(made) || (made == 0 && !is_zero)))
        return {from + length, errc::result_out_of_range};
    value = made;
    return {from + length, errc()};
}

from_chars_result from_chars(const char *from, const char *end, float &value, chars_format format) noexcept { return read(from, end, value, format); }
from_chars_result from_chars(const char *from, const char *end, double &value, chars_format format) noexcept { return read(from, end, value, format); }

from_chars_result from_chars(const char *from, const char *end, long double &value, chars_format format) noexcept
{
    double made = static_cast<double>(value);
    from_chars_result result = read(from, end, made, format);
    value = made;
    return result;
}

// A long double is a double for this compiler.
#define TO_CHARS(number, as)                                                                                                             \
    to_chars_result to_chars(char *to, char *end, number value) noexcept { return write(to, end, static_cast<as>(value), true, chars_format::general); } \
    to_chars_result to_chars(char *to, char *end, number value, chars_format format) noexcept { return write(to, end, static_cast<as>(value), false, format); } \
    to_chars_result to_chars(char *to, char *end, number value, chars_format format, int precision) noexcept { return write(to, end, static_cast<double>(value), format, precision); }

TO_CHARS(float, float)
TO_CHARS(double, double)
TO_CHARS(long double, double)

} // namespace std
