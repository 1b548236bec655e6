// How words and lines are read from a stream.
#include <istream>
#include <limits>
#include <locale>
#include <string>

namespace std {

// Runs `read` behind the stream's sentry. It returns what becomes of the state; an exception of the buffer is badbit.
template <class reader> static istream &reading(istream &from, bool keeps_blanks, reader read)
{
    ios_base::iostate state = ios_base::goodbit;
    istream::sentry sentry(from, keeps_blanks);
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

using kind = char_traits<char>;
enum { END = -1 };

template <> istream &operator>>(istream &from, string &text)
{
    bool was_ready = from.good();
    if (was_ready)
        text.erase();
    return reading(from, false, [&](streambuf &buffer) -> ios_base::iostate {
        const ctype<char> &characters = use_facet<ctype<char>>(from.getloc());
        size_t most = from.width() > 0 ? static_cast<size_t>(from.width()) : text.max_size();
        int c = buffer.sgetc();
        for (; c != END && text.size() < most && !characters.is(ctype_base::space, kind::to_char_type(c)); c = buffer.snextc())
            text += kind::to_char_type(c);
        from.width(0);
        return (c == END ? ios_base::eofbit : ios_base::goodbit) | (text.empty() ? ios_base::failbit : ios_base::goodbit);
    });
}

// A word into an array: with its end it has room for so many characters, or for the stream's width.
void __istream_extract(istream &from, char *text, streamsize room)
{
    reading(from, false, [&](streambuf &buffer) -> ios_base::iostate {
        const ctype<char> &characters = use_facet<ctype<char>>(from.getloc());
        streamsize width = from.width(), most = (width > 0 ? min(width, room) : room) - 1, count = 0;
        int c = buffer.sgetc();
        for (; count < most && c != END && !characters.is(ctype_base::space, kind::to_char_type(c)); c = buffer.snextc())
            text[count++] = kind::to_char_type(c);
        text[count] = 0;
        from.width(0);
        return (count < most && c == END ? ios_base::eofbit : ios_base::goodbit) | (count ? ios_base::goodbit : ios_base::failbit);
    });
}

template <> istream &getline(istream &from, string &text, char end)
{
    if (from.good())
        text.erase();
    return reading(from, true, [&](streambuf &buffer) -> ios_base::iostate {
        int c = buffer.sgetc();
        for (; c != END && kind::to_char_type(c) != end; c = buffer.snextc())
            text += kind::to_char_type(c);
        if (c == END)
            return ios_base::eofbit | (text.empty() ? ios_base::failbit : ios_base::goodbit);
        buffer.sbumpc();
        return ios_base::goodbit;
    });
}

template <> istream &istream::getline(char *line, streamsize room, char end)
{
    _M_gcount = 0;
    reading(*this, true, [&](streambuf &buffer) -> ios_base::iostate {
        int c = buffer.sgetc();
        for (; _M_gcount + 1 < room && c != END && kind::to_char_type(c) != end; c = buffer.snextc())
            line[_M_gcount++] = kind::to_char_type(c);
        if (c != END && kind::to_char_type(c) != end)
            return ios_base::failbit; // there is no room
        if (room > 0)
            line[_M_gcount] = 0;
        room = 0;
        if (c == END)
            return ios_base::eofbit | (_M_gcount ? ios_base::goodbit : ios_base::failbit);
        buffer.sbumpc();
        _M_gcount++;
        return ios_base::goodbit;
    });
    if (room > 0)
        line[_M_gcount] = 0;
    return *this;
}

template <> istream &istream::ignore(streamsize count, int_type end)
{
    _M_gcount = 0;
    return reading(*this, true, [&](streambuf &buffer) -> ios_base::iostate {
        while (count == numeric_limits<streamsize>::max() || _M_gcount < count) {
            int c = buffer.sbumpc();
            if (c == END)
                return ios_base::eofbit;
            _M_gcount++;
            if (c == end)
                break;
        }
        return ios_base::goodbit;
    });
}

template <> istream &istream::ignore(streamsize count) { return ignore(count, END); }

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &is_at_end)
{
    streamsize copied = 0;
    int c = from->sgetc();
    is_at_end = true;
    for (; c != END; c = from->snextc(), copied++)
        if (to->sputc(kind::to_char_type(c)) == END) {
            is_at_end = false;
            break;
        }
    return copied;
}

} // namespace std
