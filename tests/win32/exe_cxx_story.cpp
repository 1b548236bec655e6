/* The story and the report of a run name the types of C++ that are thrown, and the catch blocks that take them. */
#include "cxx/program.h"

namespace std {
class exception {
public:
    const char *text;
    bool frees = false;
    explicit exception(const char *text) : text(text) {}
    virtual ~exception() {}
    virtual const char *what() const { return text; }
};
struct runtime_error : exception {
    using exception::exception;
};
} // namespace std

template <class T> struct disk_error : std::runtime_error {
    using runtime_error::runtime_error;
};

int main()
{
    D d(1);
    try {
        D e(2);
        throw 3;
    } catch (const int &) {
    }
    try {
        throw std::runtime_error("caught");
    } catch (...) {
    }
    line("begin");
    throw disk_error<unsigned char>("no disk");
}
