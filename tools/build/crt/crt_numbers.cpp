// Numbers as streams write and read them.
#include <cstdlib>
#include <limits>
#include <locale>

#include "crt_stream_parts.h"

namespace std {

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

// The format for printf of a floating-point number. A long double is a double for this compiler, but not for printf.
void __num_base::_S_format_float(const ios_base &io, char *format, char) throw()
{
    ios_base::fmtflags flags = io.flags(), form = flags & ios_base::floatfield;
    bool is_upper = flags & ios_base::uppercase, is_hex = form == (ios_base::fixed | ios_base::scientific);
    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (!is_hex) {
        *format++ = '.';
        *format++ = '*';
    }
    *format++ = form == ios_base::fixed ? 'f' : form == ios_base::scientific ? (is_upper ? 'E' : 'e') : is_hex ? (is_upper ? 'A' : 'a') : is_upper ? 'G' : 'g';
    *format = 0;
}

// Whether the numbers of digits that were found (from the left) are those that the locale wants (from the right).
bool __verify_grouping(const char *wanted, size_t wanted_count, const string &found) throw()
{
    size_t last = found.size() - 1, most = min(last, wanted_count - 1);
    size_t at = last;
    bool is_right = true;
    for (size_t i = 0; i < most && is_right; i++, at--)
        is_right = found[at] == wanted[i];
    for (; at && is_right; at--)
        is_right = found[at] == wanted[most];
    return is_right && (static_cast<signed char>(wanted[most]) <= 0 || found[0] <= wanted[most]);
}

template <class number> static void convert(const char *text, number &value, ios_base::iostate &state)
{
    char *end;
    double read = strtod(text, &end);
    value = static_cast<number>(read);
    if (end == text || *end) {
        value = 0;
        state = ios_base::failbit;
    } else if (read - read == 0 && value <= numeric_limits<number>::max() && value >= -numeric_limits<number>::max()) {
        return;
    } else {
        value = read > 0 ? numeric_limits<number>::max() : -numeric_limits<number>::max();
        state = ios_base::failbit;
    }
}

template <> void __convert_to_v(const char *text, float &value, ios_base::iostate &state, const __c_locale &) throw() { convert(text, value, state); }
template <> void __convert_to_v(const char *text, double &value, ios_base::iostate &state, const __c_locale &) throw() { convert(text, value, state); }
template <> void __convert_to_v(const char *text, long double &value, ios_base::iostate &state, const __c_locale &) throw() { convert(text, value, state); }

template class num_get<char>;
template class num_put<char>;
FACET(num_get<char>)
FACET(num_put<char>)

} // namespace std
