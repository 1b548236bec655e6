// How words and lines are read from a stream, of narrow or of wide characters.
#ifndef CRT_INPUT_H
#define CRT_INPUT_H

#include <istream>
#include <limits>
#include <locale>
#include <string>

namespace std
{

// Runs `read` behind the stream's sentry. It returns what becomes of the state; an exception of the
// buffer is badbit.
template <class type, class reader>
basic_istream<type> &reading(basic_istream<type> &from, bool keeps_blanks, reader read)
{
    ios_base::iostate state = ios_base::goodbit;
    typename basic_istream<type>::sentry sentry(from, keeps_blanks);
    if (sentry) {
        try {
            state = read(*from.rdbuf());
        } catch (...) {
            if (from.exceptions() & ios_base::badbit)
                throw;
            state = ios_base::badbit;
        }
    }
    if (state)
        from.setstate(state);
    return from;
}

// The result of a buffer: a character or its end.
template <class type> struct from_buffer {
    using number = typename char_traits<type>::int_type;

    static type character(number c)
    {
        return char_traits<type>::to_char_type(c);
    }
    static bool is_end(number c)
    {
        return char_traits<type>::eq_int_type(c, char_traits<type>::eof());
    }
    static bool is_in_word(const ctype<type> &kinds, number c)
    {
        return !is_end(c) && !kinds.is(ctype_base::space, character(c));
    }
};

template <class type>
basic_istream<type> &read_word(basic_istream<type> &from, basic_string<type> &text)
{
    using given = from_buffer<type>;
    if (from.good())
        text.erase();
    return reading(from, false, [&](basic_streambuf<type> &buffer) -> ios_base::iostate {
        const ctype<type> &kinds = use_facet<ctype<type>>(from.getloc());
        size_t most = from.width() > 0 ? static_cast<size_t>(from.width()) : text.max_size();
        typename given::number c = buffer.sgetc();
        for (; text.size() < most && given::is_in_word(kinds, c); c = buffer.snextc())
            text += given::character(c);
        from.width(0);
        return (given::is_end(c) ? ios_base::eofbit : ios_base::goodbit) |
               (text.empty() ? ios_base::failbit : ios_base::goodbit);
    });
}

// A word into an array: with its end it has room for so many characters, or for the stream's width.
template <class type> void read_word(basic_istream<type> &from, type *text, streamsize room)
{
    using given = from_buffer<type>;
    reading(from, false, [&](basic_streambuf<type> &buffer) -> ios_base::iostate {
        const ctype<type> &kinds = use_facet<ctype<type>>(from.getloc());
        streamsize width = from.width(), most = (width > 0 ? min(width, room) : room) - 1,
                   count = 0;
        typename given::number c = buffer.sgetc();
        for (; count < most && given::is_in_word(kinds, c); c = buffer.snextc())
            text[count++] = given::character(c);
        text[count] = 0;
        from.width(0);
        return (count < most && given::is_end(c) ? ios_base::eofbit : ios_base::goodbit) |
               (count ? ios_base::goodbit : ios_base::failbit);
    });
}

template <class type>
basic_istream<type> &read_line(basic_istream<type> &from, basic_string<type> &text, type end)
{
    using given = from_buffer<type>;
    if (from.good())
        text.erase();
    return reading(from, true, [&](basic_streambuf<type> &buffer) -> ios_base::iostate {
        typename given::number c = buffer.sgetc();
        for (; !given::is_end(c) && given::character(c) != end; c = buffer.snextc())
            text += given::character(c);
        if (given::is_end(c))
            return ios_base::eofbit | (text.empty() ? ios_base::failbit : ios_base::goodbit);
        buffer.sbumpc();
        return ios_base::goodbit;
    });
}

// A line into an array with room for so many characters, its end among them. `count`: how many were
// read.
template <class type>
basic_istream<type> &read_line(basic_istream<type> &from, type *line, streamsize room, type end,
                               streamsize &count)
{
    using given = from_buffer<type>;
    count = 0;
    reading(from, true, [&](basic_streambuf<type> &buffer) -> ios_base::iostate {
        typename given::number c = buffer.sgetc();
        for (; count + 1 < room && !given::is_end(c) && given::character(c) != end;
             c = buffer.snextc())
            line[count++] = given::character(c);
        if (!given::is_end(c) && given::character(c) != end)
            return ios_base::failbit; // there is no room
        if (room > 0)
            line[count] = 0;
        room = 0;
        if (given::is_end(c))
            return ios_base::eofbit | (count ? ios_base::goodbit : ios_base::failbit);
        buffer.sbumpc();
        count++;
        return ios_base::goodbit;
    });
    if (room > 0)
        line[count] = 0;
    return from;
}

template <class type>
basic_istream<type> &skip(basic_istream<type> &from, streamsize most,
                          typename char_traits<type>::int_type end, streamsize &count)
{
    count = 0;
    return reading(from, true, [&](basic_streambuf<type> &buffer) -> ios_base::iostate {
        while (most == numeric_limits<streamsize>::max() || count < most) {
            typename from_buffer<type>::number c = buffer.sbumpc();
            if (from_buffer<type>::is_end(c))
                return ios_base::eofbit;
            count++;
            if (c == end)
                break;
        }
        return ios_base::goodbit;
    });
}

template <class type>
streamsize copy_all(basic_streambuf<type> *from, basic_streambuf<type> *to, bool &is_at_end)
{
    using given = from_buffer<type>;
    streamsize copied = 0;
    typename given::number c = from->sgetc();
    is_at_end = true;
    for (; !given::is_end(c); c = from->snextc(), copied++)
        if (given::is_end(to->sputc(given::character(c)))) {
            is_at_end = false;
            break;
        }
    return copied;
}

// The library's names for these.
#define INPUT(type)                                                                                \
    template <>                                                                                    \
    basic_istream<type> &getline(basic_istream<type> &from, basic_string<type> &text, type end)    \
    {                                                                                              \
        return read_line(from, text, end);                                                         \
    }                                                                                              \
    template <>                                                                                    \
    basic_istream<type> &basic_istream<type>::getline(type *line, streamsize room, type end)       \
    {                                                                                              \
        return read_line(*this, line, room, end, _M_gcount);                                       \
    }                                                                                              \
    template <> basic_istream<type> &basic_istream<type>::ignore(streamsize most, int_type end)    \
    {                                                                                              \
        return skip(*this, most, end, _M_gcount);                                                  \
    }                                                                                              \
    template <> basic_istream<type> &basic_istream<type>::ignore(streamsize most)                  \
    {                                                                                              \
        return ignore(most, traits_type::eof());                                                   \
    }                                                                                              \
    template <>                                                                                    \
    streamsize __copy_streambufs_eof(basic_streambuf<type> *from, basic_streambuf<type> *to,       \
                                     bool &is_at_end)                                              \
    {                                                                                              \
        return copy_all(from, to, is_at_end);                                                      \
    }

} // namespace std

#endif
