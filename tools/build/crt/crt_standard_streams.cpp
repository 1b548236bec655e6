// cin, cout, cerr and clog. Each character goes through the C library's stream, so both may be used in turn.
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>

#pragma init_seg(lib) // before the program's own, and their ends behind them
#pragma comment(linker, "/include:_streams_tied")

using buffer = __gnu_cxx::stdio_sync_filebuf<char>;

template class __gnu_cxx::stdio_sync_filebuf<char>;

static buffer input(stdin), output(stdout), errors(stderr);

// <iostream> of libstdc++ 13 names it, so that a program with these streams has them.
extern "C" void library_streams(void) __asm__("_ZSt21ios_base_library_initv");
void library_streams(void)
{
}

namespace std {

istream cin(&input);
ostream cout(&output);
ostream cerr(&errors);
ostream clog(&errors);

} // namespace std
