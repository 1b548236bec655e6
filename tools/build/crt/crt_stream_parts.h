// The parts of the library's streams that a program does not compile itself, for one type of
// characters.
#ifndef CRT_STREAM_PARTS_H
#define CRT_STREAM_PARTS_H

#define STREAMS(type)                                                                              \
    template class basic_streambuf<type>;                                                          \
    template class basic_ios<type>;                                                                \
    template class basic_ostream<type>;                                                            \
    template class basic_istream<type>;                                                            \
    template class basic_iostream<type>;                                                           \
    template class basic_stringbuf<type>;                                                          \
    template class basic_ostringstream<type>;                                                      \
    template class basic_istringstream<type>;                                                      \
    template class basic_stringstream<type>;                                                       \
    NUMBER_READ(type, unsigned short)                                                              \
    NUMBER_READ(type, unsigned)                                                                    \
    NUMBER_READ(type, long)                                                                        \
    NUMBER_READ(type, unsigned long)                                                               \
    NUMBER_READ(type, long long)                                                                   \
    NUMBER_READ(type, unsigned long long)                                                          \
    NUMBER_READ(type, bool)                                                                        \
    NUMBER_READ(type, float)                                                                       \
    NUMBER_READ(type, double)                                                                      \
    NUMBER_READ(type, long double)                                                                 \
    NUMBER_READ(type, void *)                                                                      \
    NUMBER_WRITTEN(type, long)                                                                     \
    NUMBER_WRITTEN(type, unsigned long)                                                            \
    NUMBER_WRITTEN(type, long long)                                                                \
    NUMBER_WRITTEN(type, unsigned long long)                                                       \
    NUMBER_WRITTEN(type, bool)                                                                     \
    NUMBER_WRITTEN(type, double)                                                                   \
    NUMBER_WRITTEN(type, long double)                                                              \
    NUMBER_WRITTEN(type, const void *)                                                             \
    template basic_ostream<type> &__ostream_insert(basic_ostream<type> &, const type *,            \
                                                   streamsize);                                    \
    template basic_ostream<type> &endl(basic_ostream<type> &);                                     \
    template basic_ostream<type> &ends(basic_ostream<type> &);                                     \
    template basic_ostream<type> &flush(basic_ostream<type> &);                                    \
    template basic_istream<type> &ws(basic_istream<type> &);                                       \
    template basic_ostream<type> &operator<<(basic_ostream<type> &, type);                         \
    template basic_ostream<type> &operator<<(basic_ostream<type> &, const type *);                 \
    template basic_ostream<type> &operator<<(basic_ostream<type> &, const basic_string<type> &);   \
    template basic_istream<type> &operator>>(basic_istream<type> &, type &);                       \
    template basic_istream<type> &getline(basic_istream<type> &, basic_string<type> &);            \
    MANIPULATOR(type, _Setfill<type>)                                                              \
    MANIPULATOR(type, _Setiosflags)                                                                \
    MANIPULATOR(type, _Resetiosflags)                                                              \
    MANIPULATOR(type, _Setbase)                                                                    \
    MANIPULATOR(type, _Setprecision)                                                               \
    MANIPULATOR(type, _Setw)

#define NUMBER_READ(type, number)                                                                  \
    template basic_istream<type> &basic_istream<type>::_M_extract(number &);
#define NUMBER_WRITTEN(type, number)                                                               \
    template basic_ostream<type> &basic_ostream<type>::_M_insert(number);
#define MANIPULATOR(type, manipulator)                                                             \
    template basic_ostream<type> &operator<<(basic_ostream<type> &, manipulator);                  \
    template basic_istream<type> &operator>>(basic_istream<type> &, manipulator);

#define FILE_STREAMS(type)                                                                         \
    template class basic_filebuf<type>;                                                            \
    template class basic_ifstream<type>;                                                           \
    template class basic_ofstream<type>;                                                           \
    template class basic_fstream<type>;

// A kind of facets, and how a locale gives one.
#define FACET(kind)                                                                                \
    template const kind &use_facet<kind>(const locale &);                                          \
    template bool has_facet<kind>(const locale &) throw();

#endif
