// The strings that every program shares.
#define _GLIBCXX_DEFINING_STRING_INSTANTIATIONS 1 // with the constructors that older standards want
#include <string>

template class std::allocator<char>;
template class std::allocator<wchar_t>;
template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
