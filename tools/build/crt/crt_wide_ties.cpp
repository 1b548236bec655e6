// The output of wcout is written before a read of wcin, and before the output of wcerr.
#include <iostream>

#pragma init_seg(".CRT$XCM") // behind the streams, which compilers make in any order, before the program's own

extern "C" {
extern const char wide_streams_tied;
const char wide_streams_tied = 0;
}

namespace std {

static const struct ties {
    ties()
    {
        wcin.tie(&wcout);
        wcerr.tie(&wcout);
        wcerr.setf(ios_base::unitbuf);
    }
} tied;

} // namespace std
