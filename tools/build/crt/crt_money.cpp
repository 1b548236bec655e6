// Amounts of money and catalogs of messages, in the locale "C", which has no currency and no catalogs.
#include <locale>

#include "crt_facets.h"
#include "crt_stream_parts.h"

#pragma init_seg(compiler)

namespace std {

template <class type, bool is_international> static void set_money(__moneypunct_cache<type, is_international> *&data)
{
    static const type none[1] = {};
    if (!data)
        data = new __moneypunct_cache<type, is_international>;
    data->_M_decimal_point = '.';
    data->_M_thousands_sep = ',';
    data->_M_grouping = "";
    data->_M_curr_symbol = data->_M_positive_sign = data->_M_negative_sign = none;
    data->_M_pos_format = data->_M_neg_format = money_base::_S_default_pattern;
    copy_n(money_base::_S_atoms, money_base::_S_end + 0, data->_M_atoms);
}

const money_base::pattern money_base::_S_default_pattern = {{symbol, sign, none, value}};
const char *money_base::_S_atoms = "-0123456789";

#define MONEY_FORM(type, is_international)                                                                                               \
    template <> void moneypunct<type, is_international>::_M_initialize_moneypunct(__c_locale, const char *) { set_money(_M_data); }      \
    template <> moneypunct<type, is_international>::~moneypunct() { delete _M_data; }

MONEY_FORM(char, false)
MONEY_FORM(char, true)
MONEY_FORM(wchar_t, false)
MONEY_FORM(wchar_t, true)

template <> string messages<char>::do_get(catalog, int, int, const string &other) const { return other; }
template <> wstring messages<wchar_t>::do_get(catalog, int, int, const wstring &other) const { return other; }

#define MONEY(type, national, international)                                                                                             \
    using national = moneypunct<type, false>;                                                                                            \
    using international = moneypunct<type, true>;                                                                                        \
    template class moneypunct<type, false>;                                                                                              \
    template class moneypunct<type, true>;                                                                                               \
    template class moneypunct_byname<type, false>;                                                                                       \
    template class moneypunct_byname<type, true>;                                                                                        \
    template class money_get<type>;                                                                                                      \
    template class money_put<type>;                                                                                                      \
    template class messages<type>;                                                                                                       \
    template class messages_byname<type>;                                                                                                \
    FACET(national)                                                                                                                      \
    FACET(international)                                                                                                                 \
    FACET(money_get<type>)                                                                                                               \
    FACET(money_put<type>)                                                                                                               \
    FACET(messages<type>)                                                                                                                \
    static classic_facets<national, international, money_get<type>, money_put<type>, messages<type>> national##_put;

MONEY(char, narrow_money, narrow_foreign_money)
MONEY(wchar_t, wide_money, wide_foreign_money)

} // namespace std
