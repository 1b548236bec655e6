// Facets that only some programs need. A program that needs one gets it with the file that has it,
// and the file puts it into the locale "C".
#ifndef CRT_FACETS_H
#define CRT_FACETS_H

#include <algorithm>
#include <locale>

namespace std
{

// Made in the segment "compiler", before any locale of the program's.
template <class... kinds> struct classic_facets {
    classic_facets()
    {
        (void)locale::classic();
        (locale::_S_classic->_M_init_facet(new kinds(1)), ...);
    }
};

// The signs around numbers in "C".
template <class type>
void set_numbers(__numpunct_cache<type> *&data, const type *yes, const type *no)
{
    if (!data)
        data = new __numpunct_cache<type>;
    data->_M_grouping = "";
    data->_M_decimal_point = '.';
    data->_M_thousands_sep = ',';
    data->_M_truename = yes;
    data->_M_truename_size = char_traits<type>::length(yes);
    data->_M_falsename = no;
    data->_M_falsename_size = char_traits<type>::length(no);
    copy_n(__num_base::_S_atoms_out, __num_base::_S_oend + 0, data->_M_atoms_out);
    copy_n(__num_base::_S_atoms_in, __num_base::_S_iend + 0, data->_M_atoms_in);
}

} // namespace std

#endif
