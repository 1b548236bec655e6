/* dynamic_cast, typeid, names of types; the exceptions of msvcrt.dll when they fail.
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

static void local()
{
    struct Here {};
    name<Here>();
    name<outer::Pair<Here *, 1>>();
}

extern "C" char *__unDName(char *buffer, const char *decorated, int size, void *(*get)(size_t), void (*give)(void *), unsigned short flags);

static const char *const decorated[] = {
    "?f@A@@QBEHHPAD@Z", "?f@@YAP6AHH@ZXZ", "?x@@3HB", "?p@@3PBHB", "?s@A@@2QAHA", "?mp@@3P8A@@AEHH@ZQ1@", "??0A@?$B@H@@IAE@XZ",
    "??1?$B@V?$C@H@@@@UAE@XZ", "??BA@@QBEPBDXZ", "??HA@@QAE?AV0@ABV0@@Z", "??_GA@@UAEPAXI@Z", "??$?6H@std@@YAAAVA@0@AAV10@H@Z",
    "??$max@H$04@@YGABHABH0@Z", "??_7D@@6BB@@@", "??_R0?AVA@@@8", "??_R1A@?0A@EA@A@@8", "??_R4A@@6B@", "??__E?x@A@@2HA@@YAXXZ",
    "?f@A@@WBA@AEXXZ", "?n@?A0x12@@YAXHZZ", "?i@?1??f@A@@CAXXZ@4HA", "??_C@_04GBMANEID@dots?$AA@", "main", "?f@@YAH", "??_Z@@YAXXZ",
};
static const struct {
    const char *name;
    unsigned short flags;
} left_out[] = {
    {"?f@A@@UBGHH@Z", 0x1},    {"?f@A@@UBGHH@Z", 0x2},  {"?f@A@@UBGHH@Z", 0x4},    {"?f@A@@UBGHH@Z", 0x60},       {"?f@A@@UBGHH@Z", 0x80},
    {"?f@A@@UBGHH@Z", 0x200},  {"?s@A@@1HA", 0x280},    {"?f@A@@UBGHV1@@Z", 0x8000}, {"?f@A@@UBGHH@Z", 0x1000},   {"?x@N@@3HB", 0x1000},
    {"PAV?$A@P6GXXZ@@", 0x2800}, {"?AVA@N@@", 0x2000},
};

static void undecorate()
{
    for (const char *each : decorated) {
        char *made = __unDName(nullptr, each, 0, malloc, free, 0);
        printf("%s: %s\n", each, made);
        free(made);
    }
    for (auto &each : left_out) {
        char text[100];
        __unDName(text, each.name, sizeof text, nullptr, nullptr, each.flags);
        printf("%s without %x: %s\n", each.name, each.flags, text);
    }
    char cut[] = "12345678";
    printf("%s\n", __unDName(cut, "?f@@YAHXZ", 6, nullptr, nullptr, 0));
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
        printf("bad_cast: %s, %s\n", e.what(), typeid(typeid(e)).raw_name());
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
    name<int (C::*)(char) const>();
    name<long C::*>();
    local();
    undecorate();
    return 0;
}
