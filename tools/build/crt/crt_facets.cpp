// Facets of the locale "C": kinds of characters, texts around numbers, characters as bytes.
#include <cctype>
#include <cstring>
#include <locale>

#include "crt_facets.h"
#include "crt_stream_parts.h"

namespace std {

locale::id ctype<char>::id;
locale::id codecvt<char, char, mbstate_t>::id;

const ctype_base::mask *ctype<char>::classic_table() throw()
{
    static mask table[table_size];
    static const struct {
        int (*is)(int);
        mask kind;
    } kinds[] = {
        {isupper, upper}, {islower, lower}, {isalpha, alpha}, {isdigit, digit}, {isxdigit, xdigit}, {isspace, space}, {isprint, print}, {iscntrl, cntrl}, {ispunct, punct},
    };
    if (!(table[+' '] & space)) {
        for (int c = '\0'; c < 128; c++)
            for (auto &row : kinds)
                table[c] |= row.is(c) ? row.kind : 0;
        table[+'\t'] |= blank;
        table[+' '] |= blank;
    }
    return table;
}

ctype<char>::ctype(const mask *table, bool owns, size_t references)
    : facet(references), _M_c_locale_ctype(), _M_del(table && owns), _M_toupper(), _M_tolower(), _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_widen(),
      _M_narrow(), _M_narrow_ok(0)
{
}

ctype<char>::~ctype()
{
    if (_M_del)
        delete[] _M_table;
}

char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

const char *ctype<char>::do_toupper(char *at, const char *end) const
{
    for (; at < end; at++)
        *at = do_toupper(*at);
    return end;
}

const char *ctype<char>::do_tolower(char *at, const char *end) const
{
    for (; at < end; at++)
        *at = do_tolower(*at);
    return end;
}

// Both tables are as the virtual functions are; a program's own may change nothing.
void ctype<char>::_M_widen_init() const
{
    char all[sizeof _M_widen];
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = static_cast<char>(i);
    do_widen(all, all + sizeof all, _M_widen);
    _M_widen_ok = memcmp(all, _M_widen, sizeof all) ? 2 : 1;
}

void ctype<char>::_M_narrow_init() const
{
    char all[sizeof _M_narrow];
    for (size_t i = 0; i < sizeof all; i++)
        all[i] = static_cast<char>(i);
    do_narrow(all, all + sizeof all, 0, _M_narrow);
    _M_narrow_ok = memcmp(all, _M_narrow, sizeof all) ? 2 : 1;
}

codecvt<char, char, mbstate_t>::codecvt(size_t references) : __codecvt_abstract_base(references), _M_c_locale_codecvt() {}
codecvt<char, char, mbstate_t>::~codecvt() {}

codecvt_base::result codecvt<char, char, mbstate_t>::do_out(state_type &, const char *from, const char *, const char *&from_next, char *to, char *, char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_in(state_type &, const char *from, const char *, const char *&from_next, char *to, char *, char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(state_type &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}

int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

int codecvt<char, char, mbstate_t>::do_length(state_type &, const char *from, const char *end, size_t most) const
{
    return static_cast<int>(min(most, static_cast<size_t>(end - from)));
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) { set_numbers(_M_data, "true", "false"); }
template <> numpunct<char>::~numpunct() { delete _M_data; }

template class numpunct<char>;
template class numpunct_byname<char>;
template struct __numpunct_cache<char>;
FACET(ctype<char>)
using bytes = codecvt<char, char, mbstate_t>;
FACET(bytes)
FACET(numpunct<char>)

} // namespace std
