/* std::exception_ptr by the calls of msvcp140.dll, and what vcruntime140.dll has for types and exceptions.
   flags: -fno-inline */
#include "cxx/program.h"

extern "C" {
__declspec(dllimport) void *__stdcall LoadLibraryA(const char *name);
__declspec(dllimport) void *__stdcall GetProcAddress(void *module, const char *name);
}

namespace std {
class exception {
public:
    virtual ~exception();
    virtual const char *what() const;
    const char *text;
    bool frees;
};
class bad_cast : public exception {};
class bad_exception : public exception {};
} // namespace std

static void *library;
template <class Result, class... Arguments> static Result call(const char *name, Arguments... arguments)
{
    auto function = reinterpret_cast<Result(__cdecl *)(Arguments...)>(GetProcAddress(library, name));
    if (!function) {
        printf("no %s\n", name);
        exit(1);
    }
    return function(arguments...);
}

struct pointer {
    void *words[2];
    pointer() { call<void>("?__ExceptionPtrCreate@@YAXPAX@Z", (void *)this); }
    pointer(const pointer &other) { call<void>("?__ExceptionPtrCopy@@YAXPAXPBX@Z", (void *)this, (const void *)&other); }
    ~pointer() { call<void>("?__ExceptionPtrDestroy@@YAXPAX@Z", (void *)this); }
    void operator=(const pointer &other) { call<void>("?__ExceptionPtrAssign@@YAXPAXPBX@Z", (void *)this, (const void *)&other); }
    bool operator==(const pointer &other) const
    {
        return call<bool>("?__ExceptionPtrCompare@@YA_NPBX0@Z", (const void *)this, (const void *)&other);
    }
    bool is() const { return call<bool>("?__ExceptionPtrToBool@@YA_NPBX@Z", (const void *)this); }
    void current() { call<void>("?__ExceptionPtrCurrentException@@YAXPAX@Z", (void *)this); }
    void rethrow() const { call<void>("?__ExceptionPtrRethrow@@YAXPBX@Z", (const void *)this); }
    void swap(pointer &other) { call<void>("?__ExceptionPtrSwap@@YAXPAX0@Z", (void *)this, (void *)&other); }
};

static void keep(pointer &p, int number)
{
    try {
        throw X(number);
    } catch (X &) {
        p.current();
        tell("kept");
    }
}

static void again(const pointer &p)
{
    D d(1);
    try {
        p.rethrow();
    } catch (X &x) {
        tell("[X%d]", x.number);
    } catch (std::bad_exception &) {
        tell("[bad_exception]");
    }
}

static unsigned __stdcall other_thread(void *given)
{
    again(*static_cast<pointer *>(given));
    return 0;
}

struct A {
    virtual ~A() {}
};
struct B : A {};

static void runtime()
{
    A a;
    library = LoadLibraryA("vcruntime140.dll");
    try {
        call<void *>("__RTDynamicCast", (void *)&a, 0L, (const void *)&typeid(A), (const void *)&typeid(B), 1);
    } catch (std::bad_cast &e) {
        tell("std::bad_cast: %s", e.text);
    }
    line("reference");
    const char *names = reinterpret_cast<const char *>(&typeid(unsigned long)) + 4;
    void *list[2] = {nullptr, nullptr};
    tell("%s", call<const char *>("__std_type_info_name", (const void *)names, (void *)list));
    tell("%s", call<const char *>("__std_type_info_name", (const void *)names, (void *)list));
    tell("%X", call<unsigned>("__std_type_info_hash", (const void *)names));
    call<void>("__std_type_info_destroy_list", (void *)list);
    const char *other = reinterpret_cast<const char *>(&typeid(A)) + 4;
    tell("%d", call<int>("__std_type_info_compare", (const void *)names, (const void *)other) > 0);
    tell("%d", call<int>("__std_type_info_compare", (const void *)other, (const void *)other));
    char text[60];
    tell("%s", call<char *>("__unDName", (void *)text, "?x@@3HA", (int)sizeof text, (void *)nullptr, (void *)nullptr, 0));
    tell("%s", call<char *>("__unDNameEx", (void *)text, "?f@A@@QAEXXZ", (int)sizeof text, (void *)nullptr, (void *)nullptr, (void *)nullptr, 0));
    line("type");
    struct data {
        const char *what;
        bool frees;
    } shared = {"text", false}, owned = {"text", true}, one = {nullptr, false}, two = {nullptr, false};
    call<void>("__std_exception_copy", (const void *)&shared, (void *)&one);
    call<void>("__std_exception_copy", (const void *)&owned, (void *)&two);
    tell("%d %d %d %s", one.what == shared.what, one.frees, two.what == owned.what, two.what);
    call<void>("__std_exception_destroy", (void *)&two);
    tell("%d %d", two.what == nullptr, two.frees);
    line("text");
    try {
        throw X(1);
    } catch (X &) {
        tell("%d", *call<void **>("__current_exception") != nullptr);
    }
    tell("%d", *call<void **>("__current_exception") != nullptr);
    tell("%d", call<int>("__uncaught_exceptions"));
    line("current");
}

int main()
{
    library = LoadLibraryA("msvcp140.dll");
    {
        pointer p, q, none;
        tell("%d", p.is());
        keep(p, 5);
        q = p;
        tell("%d %d %d", p.is(), p == q, p == none);
        again(p);
        again(p);
        WaitForSingleObject(CreateThread(nullptr, 0, other_thread, &p, 0, nullptr), ~0u);
        p.swap(none);
        tell("%d %d", p.is(), none == q);
        again(p);
        none.current();
        tell("%d", none.is());
        tell("end");
    }
    line("pointer");
    runtime();
    return 0;
}
