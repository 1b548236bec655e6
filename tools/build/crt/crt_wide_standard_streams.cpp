// wcin, wcout, wcerr and wclog, through the C library's streams.
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>

#pragma init_seg(lib) // before the program's own, and their ends behind them
#pragma comment(linker, "/include:_wide_streams_tied")

using buffer = __gnu_cxx::stdio_sync_filebuf<wchar_t>;

template class __gnu_cxx::stdio_sync_filebuf<wchar_t>;

static buffer input(stdin), output(stdout), errors(stderr);

namespace std {

wistream wcin(&input);
wostream wcout(&output);
wostream wcerr(&errors);
wostream wclog(&errors);

} // namespace std
