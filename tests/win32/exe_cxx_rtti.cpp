/* dynamic_cast, typeid, names of types; what msvcrt.dll throws when they fail.
   flags: -Wno-potentially-evaluated-expression */
#include "cxx/program.h"

class bad_cast : public exception {
public:
    bad_cast(const bad_cast &other);
};
class bad_typeid : public exception {
public:
    bad_typeid(const bad_typeid &other);
};

struct A {
    virtual ~A() {}
    int a = 1;
};
struct B {
    virtual ~B() {}
    int b = 2;
};
struct C : A, B {
    int c = 3;
};
struct D1 : C {
    int d = 4;
};
struct P : private A {
    A *as_a() { return this; }
};
struct V1 : virtual A {};
struct V2 : virtual A {};
struct V : V1, V2, B {
    int v = 5;
};
struct L : A {};
struct R : A {};
struct T : L, R {};
namespace outer {
struct Inner {
    struct Deep {
        virtual ~Deep() {}
    };
};
template <class X, int N> struct Pair {};
enum Kind { one };
} // namespace outer

static void says(const char *what, bool is)
{
    printf("%s: %s\n", what, is ? "yes" : "no");
}

template <class T> static void name()
{
    printf("%s\n", typeid(T).name());
}

static A *hidden(A *a)
{
    __asm__ volatile("" : "+r"(a));
    return a;
}

int main()
{
    C c;
    D1 d;
    V v;
    T t;
    P p;
    A *none = hidden(nullptr);
    says("down", dynamic_cast<C *>(hidden(&c)) == &c);
    says("down from the second", dynamic_cast<C *>(static_cast<B *>(&c)) == &c);
    says("down two", dynamic_cast<D1 *>(hidden(&d)) == &d);
    says("down too far", dynamic_cast<D1 *>(hidden(&c)) != nullptr);
    says("across", dynamic_cast<B *>(hidden(&c)) == &c);
    says("across and back", dynamic_cast<A *>(dynamic_cast<B *>(hidden(&d))) == &d);
    says("from a private base", dynamic_cast<P *>(hidden(p.as_a())) != nullptr);
    says("down from a virtual base", dynamic_cast<V *>(hidden(&v)) == &v);
    says("to a class in the middle", dynamic_cast<V2 *>(hidden(&v)) == &v);
    says("across from a virtual base", dynamic_cast<B *>(hidden(&v)) == &v);
    says("left of two", dynamic_cast<T *>(hidden(static_cast<L *>(&t))) == &t);
    says("from left to right", dynamic_cast<R *>(hidden(static_cast<L *>(&t))) == &t);
    says("to the whole object", dynamic_cast<void *>(static_cast<B *>(&d)) == &d);
    says("of NULL", dynamic_cast<C *>(none) != nullptr);
    try {
        (void)dynamic_cast<D1 &>(*hidden(&c));
    } catch (bad_cast &e) {
        printf("bad_cast: %s\n", e.what());
    }
    try {
        (void)dynamic_cast<D1 &>(*hidden(&c));
    } catch (exception e) {
        printf("exception: %s, %s\n", e.what(), typeid(e).name());
    }
    try {
        (void)typeid(*none);
    } catch (exception &e) {
        printf("%s: %s\n", typeid(e).name(), e.what());
    }
    try {
        static void *no_tables[1] = {nullptr};
        (void)typeid(*hidden(reinterpret_cast<A *>(no_tables)));
    } catch (bad_typeid &e) {
        printf("%s: %s\n", typeid(e).name(), e.what());
    }
    says("one type", typeid(*hidden(&c)) == typeid(C));
    says("two types", typeid(*hidden(&c)) != typeid(A));
    says("order", typeid(A).before(typeid(B)) && !typeid(B).before(typeid(A)) && !typeid(A).before(typeid(A)));
    printf("%s\n", typeid(C).raw_name());
    name<A>();
    name<outer::Inner::Deep>();
    name<outer::Pair<int, 12>>();
    name<outer::Pair<outer::Pair<char *, 1>, -3>>();
    name<outer::Kind>();
    name<exception>();
    name<int>();
    name<unsigned char>();
    name<long long>();
    name<bool>();
    name<wchar_t>();
    name<char *>();
    name<const char *>();
    name<char *const *>();
    name<void (*)(int, const C &)>();
    name<int(__stdcall *)()>();
    name<int[3]>();
    return 0;
}
