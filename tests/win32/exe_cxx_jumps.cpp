/* longjmp in C++: objects of the functions on the way are left as they are, and those of the function that it comes to are destroyed
   back to the setjmp.
   flags: -fno-inline */
#include "cxx/program.h"

extern "C" int _setjmp(int *buffer) __attribute__((returns_twice));
extern "C" [[noreturn]] void longjmp(int *buffer, int value);

static int buffer[16];

static void jumps()
{
    D d(2);
    longjmp(buffer, 0);
}

static void comes_back()
{
    D d(1);
    if (_setjmp(buffer) == 0) {
        D e(3);
        jumps();
    }
    tell("back");
}

static void out_of_a_catch_block()
{
    D d(1);
    if (_setjmp(buffer) == 0) {
        try {
            D e(2);
            throw X(3);
        } catch (X x) {
            D f(4);
            longjmp(buffer, 1);
        }
    }
    tell("back");
}

int main()
{
    comes_back();
    line("back");
    out_of_a_catch_block();
    line("out of a catch block");
    try {
        throw X(5);
    } catch (X &) {
        tell("[X]");
    }
    line("afterwards");
    return 0;
}
