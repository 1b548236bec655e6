// The strings that every program shares.
#include <string>

template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
