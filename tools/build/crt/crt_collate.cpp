// The order of texts in the locale "C", which is that of their characters. Regular expressions ask for it.
#include <locale>

#include "crt_facets.h"
#include "crt_stream_parts.h"

#pragma init_seg(compiler)

namespace std {

// A text's own characters are what is compared. The call gives the length of all, of which at most `room` are written.
template <class type> static size_t transformed(type *to, const type *from, size_t room)
{
    size_t length = char_traits<type>::length(from);
    if (room)
        char_traits<type>::copy(to, from, min(length + 1, room));
    return length;
}

template <class type> static int compared(const type *one, const type *other)
{
    size_t length = min(char_traits<type>::length(one), char_traits<type>::length(other)) + 1; // an end is compared as a character
    int way = char_traits<type>::compare(one, other, length);
    return (way > 0) - (way < 0);
}

template <> int collate<char>::_M_compare(const char *one, const char *other) const throw() { return compared(one, other); }
template <> int collate<wchar_t>::_M_compare(const wchar_t *one, const wchar_t *other) const throw() { return compared(one, other); }
template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t room) const throw() { return transformed(to, from, room); }
template <> size_t collate<wchar_t>::_M_transform(wchar_t *to, const wchar_t *from, size_t room) const throw() { return transformed(to, from, room); }

template class collate<char>;
template class collate<wchar_t>;
template class collate_byname<char>;
template class collate_byname<wchar_t>;
FACET(collate<char>)
FACET(collate<wchar_t>)

static classic_facets<collate<char>, collate<wchar_t>> put;

} // namespace std
