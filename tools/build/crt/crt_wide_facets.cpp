// Facets of wide characters in the locale "C": their kinds, texts around numbers, and their bytes, which are those up to 255.
#include <cwchar>
#include <cwctype>
#include <locale>

#include "crt_facets.h"
#include "crt_stream_parts.h"

#pragma init_seg(compiler)

namespace std {

locale::id ctype<wchar_t>::id;
locale::id codecvt<wchar_t, char, mbstate_t>::id;

ctype<wchar_t>::ctype(size_t references) : __ctype_abstract_base<wchar_t>(references), _M_c_locale_ctype() {}
ctype<wchar_t>::ctype(__c_locale, size_t references) : ctype(references) {}
ctype<wchar_t>::~ctype() {}

static ctype_base::mask kinds_of(wchar_t c)
{
    using kinds = ctype_base;
    static const struct {
        int (*is)(wint_t);
        ctype_base::mask kind;
    } rows[] = {
        {iswupper, kinds::upper}, {iswlower, kinds::lower}, {iswalpha, kinds::alpha}, {iswdigit, kinds::digit}, {iswxdigit, kinds::xdigit},
        {iswspace, kinds::space}, {iswprint, kinds::print}, {iswcntrl, kinds::cntrl}, {iswpunct, kinds::punct},
    };
    ctype_base::mask found = c == L' ' || c == L'\t' ? kinds::blank + 0 : 0;
    for (auto &row : rows)
        found |= row.is(c) ? row.kind : 0;
    return found;
}

bool ctype<wchar_t>::do_is(mask wanted, wchar_t c) const { return kinds_of(c) & wanted; }

const wchar_t *ctype<wchar_t>::do_is(const wchar_t *from, const wchar_t *end, mask *kinds) const
{
    transform(from, end, kinds, kinds_of);
    return end;
}

const wchar_t *ctype<wchar_t>::do_scan_is(mask wanted, const wchar_t *from, const wchar_t *end) const
{
    return find_if(from, end, [=](wchar_t c) { return do_is(wanted, c); });
}

const wchar_t *ctype<wchar_t>::do_scan_not(mask wanted, const wchar_t *from, const wchar_t *end) const
{
    return find_if(from, end, [=](wchar_t c) { return !do_is(wanted, c); });
}

wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const { return towupper(c); }
wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const { return towlower(c); }

const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *from, const wchar_t *end) const
{
    transform(from, const_cast<wchar_t *>(end), from, [=](wchar_t c) { return do_toupper(c); });
    return end;
}

const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *from, const wchar_t *end) const
{
    transform(from, const_cast<wchar_t *>(end), from, [=](wchar_t c) { return do_tolower(c); });
    return end;
}

wchar_t ctype<wchar_t>::do_widen(char c) const { return static_cast<unsigned char>(c); }
char ctype<wchar_t>::do_narrow(wchar_t c, char other) const { return c <= 0xFF ? static_cast<char>(c) : other; }

const char *ctype<wchar_t>::do_widen(const char *from, const char *end, wchar_t *to) const
{
    transform(from, end, to, [=](char c) { return do_widen(c); });
    return end;
}

const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *from, const wchar_t *end, char other, char *to) const
{
    transform(from, end, to, [=](wchar_t c) { return do_narrow(c, other); });
    return end;
}

using bytes = codecvt<wchar_t, char, mbstate_t>;

bytes::codecvt(size_t references) : __codecvt_abstract_base(references), _M_c_locale_codecvt() {}
bytes::codecvt(__c_locale, size_t references) : codecvt(references) {}
bytes::~codecvt() {}

codecvt_base::result bytes::do_out(state_type &, const wchar_t *from, const wchar_t *end, const wchar_t *&next, char *to, char *to_end, char *&to_next) const
{
    for (next = from, to_next = to; next < end && to_next < to_end; next++, to_next++) {
        if (*next > 0xFF)
            return error;
        *to_next = static_cast<char>(*next);
    }
    return next < end ? partial : ok;
}

codecvt_base::result bytes::do_in(state_type &, const char *from, const char *end, const char *&next, wchar_t *to, wchar_t *to_end, wchar_t *&to_next) const
{
    for (next = from, to_next = to; next < end && to_next < to_end; next++, to_next++)
        *to_next = static_cast<unsigned char>(*next);
    return next < end ? partial : ok;
}

codecvt_base::result bytes::do_unshift(state_type &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}

int bytes::do_encoding() const throw() { return 1; }
bool bytes::do_always_noconv() const throw() { return false; }
int bytes::do_max_length() const throw() { return 1; }
int bytes::do_length(state_type &, const char *from, const char *end, size_t most) const { return static_cast<int>(min(most, static_cast<size_t>(end - from))); }

template <> void numpunct<wchar_t>::_M_initialize_numpunct(__c_locale) { set_numbers(_M_data, L"true", L"false"); }
template <> numpunct<wchar_t>::~numpunct() { delete _M_data; }

template class numpunct<wchar_t>;
template class numpunct_byname<wchar_t>;
template struct __numpunct_cache<wchar_t>;
template class num_get<wchar_t>;
template class num_put<wchar_t>;
FACET(ctype<wchar_t>)
FACET(bytes)
FACET(numpunct<wchar_t>)
FACET(num_get<wchar_t>)
FACET(num_put<wchar_t>)

static classic_facets<ctype<wchar_t>, bytes, numpunct<wchar_t>, num_get<wchar_t>, num_put<wchar_t>> put;

} // namespace std
