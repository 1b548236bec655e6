// Reads values from streams of narrow characters.
#include "crt_input.h"

namespace std {

INPUT(char)
template <> istream &operator>>(istream &from, string &text) { return read_word(from, text); }
void __istream_extract(istream &from, char *text, streamsize room) { read_word(from, text, room); }

} // namespace std
