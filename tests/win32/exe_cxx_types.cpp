/* Catch blocks take objects by the type itself, by bases, by pointers, by virtual bases. The block gets that part of the object.
   flags: -Wno-exceptions */
#include "cxx/program.h"

struct A {
    int a = 1;
};
struct B {
    int b = 2;
};
struct C : A, B {
    int c = 3;
};
struct V : virtual B {
    int v = 4;
};
struct W : V, A {
    int w = 5;
};
class Hidden : A {
};
struct Left : A {};
struct Right : A {};
struct Both : Left, Right {};
struct Named {
    virtual const char *name() { return "Named"; }
    virtual ~Named() {}
};
struct Other : Named {
    const char *name() override { return "Other"; }
};
enum E { E1 = 7 };
enum class F : short { F1 = 8 };
template <class T> struct Box {
    T value;
};

static C c;
static const C constant_c;
static W w;

template <class T> static void thrown(const char *what, T value)
{
    try {
        throw value;
    } catch (char n) {
        tell("char %d", n);
    } catch (short n) {
        tell("short %d", n);
    } catch (const int &n) {
        tell("const int& %d", n);
    } catch (unsigned n) {
        tell("unsigned %u", n);
    } catch (double n) {
        tell("double %d", (int)n);
    } catch (long long n) {
        tell("long long %d", (int)n);
    } catch (bool n) {
        tell("bool %d", n);
    } catch (E n) {
        tell("E %d", n);
    } catch (F n) {
        tell("F %d", (int)n);
    } catch (int *n) {
        tell("int* %d", *n);
    } catch (const int *n) {
        tell("const int* %d", *n);
    } catch (B *n) {
        tell("B* %d", n->b);
    } catch (const A *n) {
        tell("const A* %d", n->a);
    } catch (B &n) {
        tell("B& %d", n.b);
    } catch (A n) {
        tell("A %d", n.a);
    } catch (Named &n) {
        tell("Named& %s", n.name());
    } catch (void (*n)()) {
        tell("void (*)()");
    } catch (int A::*n) {
        tell("int A::*");
    } catch (Box<int> n) {
        tell("Box<int> %d", n.value);
    } catch (Box<char> n) {
        tell("Box<char> %c", n.value);
    } catch (void *n) {
        tell(n ? "void*" : "void* NULL");
    } catch (...) {
        tell("...");
    }
    line(what);
}

static void function()
{
}

static void by_value_of_a_base()
{
    try {
        throw Other();
    } catch (Named n) {
        tell("%s", n.name());
    }
    line("a base by value");
}

static void changed_in_a_block()
{
    try {
        try {
            throw 1;
        } catch (int &n) {
            n = 2;
            throw;
        }
    } catch (int n) {
        tell("%d", n);
    }
    line("changed in a block");
}

static void first_of_two()
{
    try {
        try {
            throw C();
        } catch (W &) {
            tell("W");
        } catch (int) {
            tell("int");
        }
    } catch (A &) {
        tell("A");
    } catch (C &) {
        tell("C");
    }
    line("the first that fits");
}

static int number = 9;
static const int constant = 10;

int main()
{
    thrown("char", 'a');
    thrown("short", (short)2);
    thrown("int", 3);
    thrown("long", 3L);
    thrown("unsigned", 4u);
    thrown("float", 5.0f);
    thrown("double", 6.0);
    thrown("long long", 7LL);
    thrown("bool", true);
    thrown("enum", E1);
    thrown("enum class", F::F1);
    thrown("int*", &number);
    thrown("const int*", &constant);
    thrown("volatile int*", (volatile int *)&number);
    thrown("C*", &c);
    thrown("const C*", &constant_c);
    thrown("W*", &w);
    thrown("C", C());
    thrown("V", V());
    thrown("W", W());
    thrown("Hidden", Hidden());
    thrown("Both", Both());
    thrown("Left", Left());
    thrown("Other", Other());
    thrown("function", function);
    thrown("member", &A::a);
    thrown("Box<int>", Box<int>{1});
    thrown("Box<char>", Box<char>{'x'});
    thrown("Box<long>", Box<long>{1});
    thrown("char**", (char **)nullptr);
    thrown("nullptr", nullptr);
    by_value_of_a_base();
    changed_in_a_block();
    first_of_two();
    return 0;
}
