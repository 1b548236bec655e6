// Texts in memory by C++20, which has other members for them than the standards before.
#include <sstream>

namespace std {

template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;
template class basic_stringbuf<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_stringstream<wchar_t>;

} // namespace std
