// An object of the library's that is made without a call and never destroyed: destructors of the
// program's own objects may still use it.
#ifndef CRT_KEPT_H
#define CRT_KEPT_H

namespace std
{

template <class type> union kept {
    type made;
    template <class... given> constexpr explicit kept(given... values) : made(values...)
    {
    }
    ~kept()
    {
    }
};

} // namespace std

#endif
