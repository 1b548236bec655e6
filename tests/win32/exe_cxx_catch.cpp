/* Exceptions of C++: objects are destroyed on the way from throw to catch, and thrown objects when no catch block needs them. */
#include "cxx/program.h"

static void f()
{
    D d(1);
    throw X(5);
}

static void g()
{
    D d(2);
    f();
}

static void again()
{
    D d(9);
    throw;
}

static void by_value()
{
    D d(3);
    try {
        D e(4);
        g();
    } catch (X x) {
        tell("[X%d]", x.number);
    }
}

static void another_in_catch()
{
    try {
        try {
            throw X(1);
        } catch (X &) {
            D d(2);
            throw Y(3);
        }
    } catch (Y &) {
        tell("[outer]");
    }
}

static void again_from_a_call()
{
    try {
        D d(1);
        try {
            D e(2);
            throw X(5);
        } catch (X &) {
            D h(3);
            again();
        }
    } catch (...) {
        tell("[outer]");
    }
}

static void try_in_catch()
{
    try {
        throw X(1);
    } catch (X x) {
        try {
            D d(2);
            throw Y(3);
        } catch (Y) {
            tell("[inner]");
        }
        tell("after");
    }
    tell("end");
}

static void three_deep()
{
    try {
        try {
            throw X(1);
        } catch (X &) {
            D d(1);
            try {
                throw Y(2);
            } catch (Y &) {
                D e(2);
                try {
                    D h(3);
                    throw;
                } catch (Y &) {
                    tell("[again]");
                }
                tell("a");
            }
            tell("b");
            throw;
        }
    } catch (X &) {
        tell("[outer]");
    }
    tell("end");
}

static void in_a_loop()
{
    for (int i = 0; i < 3; i++) {
        try {
            D d(i);
            if (i == 1)
                continue;
            throw i;
        } catch (int n) {
            tell("[%d]", n);
        }
    }
}

static int returns()
{
    try {
        throw X(7);
    } catch (X &x) {
        D d(8);
        return x.number;
    }
    return 0;
}

static void deep(int depth)
{
    D d(depth);
    if (depth == 0)
        throw X(0);
    deep(depth - 1);
}

int main()
{
    by_value();
    line("by value");
    another_in_catch();
    line("another in catch");
    again_from_a_call();
    line("again from a call");
    try_in_catch();
    line("try in catch");
    three_deep();
    line("three deep");
    in_a_loop();
    line("in a loop");
    tell("%d", returns());
    line("returns");
    try {
        deep(3);
    } catch (const X &) {
        tell("[X]");
    }
    line("deep");
    tell("%d", __uncaught_exception());
    line("uncaught");
    return 3;
}
