// UTF-8 and the wider forms of characters: std::codecvt_utf8 and its kin, as wstring_convert and the names of files want them.
#include <codecvt>
#include <locale>

#include "crt_facets.h"
#include "crt_stream_parts.h"

#pragma init_seg(compiler)

namespace std {

namespace {

using result = codecvt_base::result;
enum : char32_t { LAST = 0x10FFFF, PAIRS = 0xD800, LOW = 0xDC00, PAIRS_END = 0xE000, ABOVE = 0x10000, MARK = 0xFEFF };
enum { PAIR_BITS = 10, NEXT_BITS = 6, NEXT = 0x80, NEXT_MASK = 0xC0, LONGEST = 4 };

// The meaning of a character's first byte: its own bits, and the bytes behind it. Below `least` there is a shorter form.
const struct {
    unsigned char mask, begin;
    char32_t least;
} forms[LONGEST] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, ABOVE}};

// One character from bytes; `from` goes behind it if that is ok.
result get(const char *&from, const char *end, char32_t &made)
{
    if (from == end)
        return codecvt_base::partial;
    unsigned char first = *from;
    int more = 0;
    while (more < LONGEST && (first & forms[more].mask) != forms[more].begin)
        more++;
    if (more == LONGEST)
        return codecvt_base::error;
    made = first & ~forms[more].mask;
    for (int i = 1; i <= more; i++) {
        if (from + i == end)
            return codecvt_base::partial;
        if ((from[i] & NEXT_MASK) != NEXT)
            return codecvt_base::error;
        made = made << NEXT_BITS | (static_cast<unsigned char>(from[i]) & ~NEXT_MASK);
    }
    if (made < forms[more].least || made > LAST || (made >= PAIRS && made < PAIRS_END))
        return codecvt_base::error;
    from += more + 1;
    return codecvt_base::ok;
}

// One character to bytes.
result put(char32_t given, char *&to, char *end)
{
    int more = LONGEST - 1;
    while (given < forms[more].least)
        more--;
    if (end - to <= more)
        return codecvt_base::partial;
    for (int i = more; i; i--, given >>= NEXT_BITS)
        to[i] = static_cast<char>((given & ~NEXT_MASK) | NEXT);
    *to = static_cast<char>(given | forms[more].begin);
    to += more + 1;
    return codecvt_base::ok;
}

// One character from units, which may be a pair.
template <class unit> result get_units(const unit *&from, const unit *end, bool has_pairs, char32_t &made)
{
    made = static_cast<char32_t>(*from);
    if (made > LAST || (made >= PAIRS && made < PAIRS_END && (!has_pairs || made >= LOW)))
        return codecvt_base::error;
    if (made < PAIRS || made >= PAIRS_END) {
        from++;
        return codecvt_base::ok;
    }
    if (from + 1 == end)
        return codecvt_base::partial;
    char32_t low = static_cast<char32_t>(from[1]);
    if (low < LOW || low >= PAIRS_END)
        return codecvt_base::error;
    made = ABOVE + ((made - PAIRS) << PAIR_BITS) + (low - LOW);
    from += 2;
    return codecvt_base::ok;
}

template <class unit> result put_units(char32_t given, unit *&to, unit *end, bool has_pairs)
{
    if (given >= ABOVE && has_pairs) {
        if (end - to < 2)
            return codecvt_base::partial;
        *to++ = static_cast<unit>(PAIRS + ((given - ABOVE) >> PAIR_BITS));
        *to++ = static_cast<unit>(LOW + ((given - ABOVE) & ((1 << PAIR_BITS) - 1)));
        return codecvt_base::ok;
    }
    if (given >= ABOVE && sizeof(unit) == sizeof(char16_t))
        return codecvt_base::error;
    if (to == end)
        return codecvt_base::partial;
    *to++ = static_cast<unit>(given);
    return codecvt_base::ok;
}

// How characters are written: whether units make pairs, the largest character, and marks at the beginning.
struct way {
    bool has_pairs;
    char32_t most = LAST;
    int mode = 0;
};

template <class unit>
result to_bytes(const way &way, const unit *from, const unit *end, const unit *&next, char *to, char *to_end, char *&to_next)
{
    result done = codecvt_base::ok;
    if (way.mode & generate_header)
        done = put(MARK, to, to_end);
    while (done == codecvt_base::ok && from < end) {
        const unit *behind = from;
        char32_t c;
        done = get_units(behind, end, way.has_pairs, c);
        if (done == codecvt_base::ok)
            done = c > way.most ? codecvt_base::error : put(c, to, to_end);
        if (done == codecvt_base::ok)
            from = behind;
    }
    next = from;
    to_next = to;
    return done;
}

template <class unit>
result from_bytes(const way &way, const char *from, const char *end, const char *&next, unit *to, unit *to_end, unit *&to_next)
{
    result done = codecvt_base::ok;
    bool is_first = way.mode & consume_header;
    for (; done == codecvt_base::ok && from < end; is_first = false) {
        const char *behind = from;
        char32_t c;
        done = get(behind, end, c);
        if (done == codecvt_base::ok && !(is_first && c == MARK))
            done = c > way.most ? codecvt_base::error : put_units(c, to, to_end, way.has_pairs);
        if (done == codecvt_base::ok)
            from = behind;
    }
    next = from;
    to_next = to;
    return done;
}

// The bytes that make at most so many units.
template <class unit> int bytes_of(const way &way, const char *from, const char *end, size_t most)
{
    const char *at = from;
    for (unit one[2], *made; at < end && most; most -= made - one) {
        const char *behind = at;
        char32_t c;
        made = one;
        if (get(behind, end, c) != codecvt_base::ok || c > way.most || put_units(c, made, one + min<size_t>(most, 2), way.has_pairs) != codecvt_base::ok)
            break;
        at = behind;
    }
    return static_cast<int>(at - from);
}

} // namespace

#define CODEC(kind, unit, longest, ...)                                                                                                  \
    result kind::do_out(state_type &, const unit *from, const unit *end, const unit *&next, char *to, char *to_end, char *&to_next) const \
    {                                                                                                                                    \
        return to_bytes(way{__VA_ARGS__}, from, end, next, to, to_end, to_next);                                                         \
    }                                                                                                                                    \
    result kind::do_in(state_type &, const char *from, const char *end, const char *&next, unit *to, unit *to_end, unit *&to_next) const \
    {                                                                                                                                    \
        return from_bytes(way{__VA_ARGS__}, from, end, next, to, to_end, to_next);                                                       \
    }                                                                                                                                    \
    result kind::do_unshift(state_type &, char *to, char *, char *&to_next) const                                                        \
    {                                                                                                                                    \
        to_next = to;                                                                                                                    \
        return noconv;                                                                                                                   \
    }                                                                                                                                    \
    int kind::do_encoding() const throw() { return 0; }                                                                                  \
    bool kind::do_always_noconv() const throw() { return false; }                                                                        \
    int kind::do_length(state_type &, const char *from, const char *end, size_t most) const { return bytes_of<unit>(way{__VA_ARGS__}, from, end, most); } \
    int kind::do_max_length() const throw() { return longest; }

#define CHOSEN(has_pairs) has_pairs, static_cast<char32_t>(min<unsigned long>(_M_maxcode, LAST)), _M_mode
#define END(kind, name) kind::~name() {}
END(__codecvt_utf8_base<char16_t>, __codecvt_utf8_base)
END(__codecvt_utf8_base<char32_t>, __codecvt_utf8_base)
END(__codecvt_utf8_base<wchar_t>, __codecvt_utf8_base)
END(__codecvt_utf8_utf16_base<char16_t>, __codecvt_utf8_utf16_base)
END(__codecvt_utf8_utf16_base<char32_t>, __codecvt_utf8_utf16_base)
END(__codecvt_utf8_utf16_base<wchar_t>, __codecvt_utf8_utf16_base)
CODEC(__codecvt_utf8_base<char16_t>, char16_t, LONGEST - 1, CHOSEN(false))
CODEC(__codecvt_utf8_base<char32_t>, char32_t, LONGEST, CHOSEN(false))
CODEC(__codecvt_utf8_base<wchar_t>, wchar_t, LONGEST - 1, CHOSEN(false))
CODEC(__codecvt_utf8_utf16_base<char16_t>, char16_t, LONGEST, CHOSEN(true))
CODEC(__codecvt_utf8_utf16_base<char32_t>, char32_t, LONGEST, CHOSEN(true))
CODEC(__codecvt_utf8_utf16_base<wchar_t>, wchar_t, LONGEST, CHOSEN(true))

using utf16 = codecvt<char16_t, char, mbstate_t>;
using utf32 = codecvt<char32_t, char, mbstate_t>;
locale::id utf16::id, utf32::id;
END(utf16, codecvt)
END(utf32, codecvt)
CODEC(utf16, char16_t, LONGEST, true)
CODEC(utf32, char32_t, LONGEST, false)
FACET(utf16)
FACET(utf32)

static classic_facets<utf16, utf32> put_facets;

} // namespace std
