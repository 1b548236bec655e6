// Streams of wide characters.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "crt_stream_parts.h"

namespace std {

STREAMS(wchar_t)
FILE_STREAMS(wchar_t)
template wostream &operator<<(wostream &, char);
template wostream &operator<<(wostream &, const char *);

} // namespace std
