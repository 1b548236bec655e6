// Reads values from streams of wide characters.
#include "crt_input.h"

namespace std {

INPUT(wchar_t)
template wistream &operator>>(wistream &, wstring &);
template void __istream_extract(wistream &, wchar_t *, streamsize);

} // namespace std
