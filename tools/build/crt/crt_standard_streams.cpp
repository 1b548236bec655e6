// cin, cout, cerr and clog. Each character goes through the C library's stream, so both may be used in turn.
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>


#pragma init_seg(lib) // before the program's own, and their ends behind them

using buffer = __gnu_cxx::stdio_sync_filebuf<char>;

template class __gnu_cxx::stdio_sync_filebuf<char>;

static buffer input(stdin), output(stdout), errors(stderr);

namespace std {

istream cin(&input);
ostream cout(&output);
ostream cerr(&errors);
ostream clog(&errors);

// Each source that includes <iostream> has one of these. The first one comes behind the streams, in whatever order the compiler makes them.
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

} // namespace std
