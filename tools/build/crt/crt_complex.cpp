// Complex numbers in streams.
#include <complex>

#define COMPLEX(number, type)                                                                                                            \
    template basic_ostream<type> &operator<<(basic_ostream<type> &, const complex<number> &);                                            \
    template basic_istream<type> &operator>>(basic_istream<type> &, complex<number> &);

namespace std {

COMPLEX(float, char)
COMPLEX(double, char)
COMPLEX(long double, char)
COMPLEX(float, wchar_t)
COMPLEX(double, wchar_t)
COMPLEX(long double, wchar_t)

} // namespace std
