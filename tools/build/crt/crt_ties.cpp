// The output of cout is written before a read of cin, and before the output of cerr.
#include <iostream>

#pragma init_seg(".CRT$XCM") // behind the streams, which compilers make in any order, before the program's own

extern "C" {
extern const char streams_tied;
const char streams_tied = 0;
}

namespace std {

// Sources that include an older <iostream> have one of these each.
ios_base::Init::Init()
{
    static bool is_done;
    if (is_done)
        return;
    is_done = true;
    cin.tie(&cout);
    cerr.tie(&cout);
    cerr.setf(ios_base::unitbuf);
}

ios_base::Init::~Init() {}

static ios_base::Init tied;

} // namespace std
