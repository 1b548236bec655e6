// Streams of files, over the C library's.
#include <cerrno>
#include <cstdio>
#include <fstream>

#include "crt_stream_parts.h"

namespace std {

// The C library's words for a mode; NULL for one that means nothing.
static const char *words_of(ios_base::openmode mode)
{
    enum { IN = ios_base::in, OUT = ios_base::out, TRUNC = ios_base::trunc, APP = ios_base::app };
    static const struct {
        int mode;
        const char *text, *binary;
    } rows[] = {
        {OUT, "w", "wb"},
        {OUT | TRUNC, "w", "wb"},
        {APP, "a", "ab"},
        {OUT | APP, "a", "ab"},
        {IN, "r", "rb"},
        {IN | OUT, "r+", "r+b"},
        {IN | OUT | TRUNC, "w+", "w+b"},
        {IN | APP, "a+", "a+b"},
        {IN | OUT | APP, "a+", "a+b"},
    };
    for (auto &row : rows)
        if (row.mode == (mode & (IN | OUT | TRUNC | APP)))
            return mode & ios_base::binary ? row.binary : row.text;
    return nullptr;
}

using file = __basic_file<char>;

file::__basic_file(__c_lock *) throw() : _M_cfile(), _M_cfile_created() {}
file::~__basic_file() { close(); }
bool file::is_open() const throw() { return _M_cfile; }
__c_file *file::file() throw() { return _M_cfile; }
int file::fd() throw() { return fileno(_M_cfile); }

file *file::open(const char *name, ios_base::openmode mode, int)
{
    const char *words = words_of(mode);
    if (!words || is_open() || !(_M_cfile = fopen(name, words)))
        return nullptr;
    _M_cfile_created = true;
    return this;
}

file *file::open(const wchar_t *name, ios_base::openmode mode)
{
    wchar_t wide[4] = {};
    const char *words = words_of(mode);
    if (!words || is_open())
        return nullptr;
    for (int i = 0; words[i]; i++)
        wide[i] = words[i];
    if (!(_M_cfile = _wfopen(name, wide)))
        return nullptr;
    _M_cfile_created = true;
    return this;
}

file *file::close()
{
    if (!is_open())
        return nullptr;
    int failed = _M_cfile_created && fclose(_M_cfile);
    _M_cfile = nullptr;
    return failed ? nullptr : this;
}

streamsize file::xsputn(const char *bytes, streamsize count) { return fwrite(bytes, 1, count, _M_cfile); }
streamsize file::xsgetn(char *bytes, streamsize count) { return fread(bytes, 1, count, _M_cfile); }
int file::sync() { return fflush(_M_cfile); }
streamsize file::showmanyc() { return 0; }

streamsize file::xsputn_2(const char *first, streamsize first_count, const char *bytes, streamsize count)
{
    streamsize written = first_count ? xsputn(first, first_count) : 0;
    return written == first_count ? written + xsputn(bytes, count) : written;
}

streamoff file::seekoff(streamoff offset, ios_base::seekdir way) throw()
{
    if (_fseeki64(_M_cfile, offset, way))
        return -1;
    return _ftelli64(_M_cfile);
}

FILE_STREAMS(char)

} // namespace std
