/* Tables that clang does not write, and Visual C++ does: functions that are noexcept, with exception specifications, or compiled by
   Visual C++ 6. The tables of the functions are changed before they throw.
   flags: -fno-inline */
#include "cxx/program.h"

struct handler {
    unsigned adjectives;
    const void *type;
    int place;
    void *block;
};
struct try_block {
    int low, high, catch_high, count;
    handler *handlers;
};
struct specification {
    int count;
    const handler *types;
};
struct tables {
    unsigned magic;
    int states;
    void *unwinds;
    int tries;
    try_block *try_blocks;
    void *others[2];
    const specification *allowed;
    int flags;
};

// The tables of the function that calls the caller: its handler begins with "mov eax, tables".
static tables *tables_of_caller()
{
    unsigned **node, before;
    __asm { mov eax, fs:[0]
            mov node, eax }
    tables *t = *reinterpret_cast<tables *const *>(reinterpret_cast<unsigned char *>(node[1]) + 1);
    VirtualProtect(t, sizeof *t, 4, &before);
    return t;
}

static void *main_fiber;

static void ended()
{
    tell("[terminate]");
    SwitchToFiber(main_fiber);
}

static void not_expected()
{
    tell("[unexpected]");
}

static void throws()
{
    D d(1);
    throw X(2);
}

static void is_noexcept()
{
    D d(3);
    tables_of_caller()->flags |= 4;
    throws();
}

static void specifies_int()
{
    static const handler types[] = {{0, &typeid(int), 0, nullptr}};
    static const specification allowed = {1, types};
    D d(3);
    tables_of_caller()->allowed = &allowed;
    throws();
}

static void specifies_x()
{
    static const handler types[] = {{0, &typeid(int), 0, nullptr}, {0, &typeid(X), 0, nullptr}};
    static const specification allowed = {2, types};
    D d(3);
    tables_of_caller()->allowed = &allowed;
    throws();
}

static void of_visual_cpp_6()
{
    D d(3);
    tables *t = tables_of_caller();
    t->magic = 0x19930520;
    t->flags = 77; // is none of these tables' words
    RaiseException(0xE0001234, 0, 0, nullptr);
}

static void catches_as_visual_cpp_6()
{
    try {
        tables *t = tables_of_caller();
        unsigned before;
        handler *last = &t->try_blocks[0].handlers[0];
        VirtualProtect(last, sizeof *last, 4, &before);
        last->adjectives = 0;
        t->magic = 0x19930520;
        of_visual_cpp_6();
    } catch (...) {
        tell("[VC6 ...]");
    }
}

template <void (*function)()> static void __stdcall run(void *)
{
    set_terminate(ended);
    set_unexpected(not_expected);
    try {
        function();
    } catch (...) {
        tell("[...]");
    }
    SwitchToFiber(main_fiber);
}

template <void (*function)()> static void show(const char *name)
{
    SwitchToFiber(CreateFiber(0, run<function>, nullptr));
    line(name);
}

int main()
{
    main_fiber = ConvertThreadToFiber(nullptr);
    show<is_noexcept>("noexcept");
    show<specifies_int>("throw(int)");
    show<specifies_x>("throw(int, X)");
    show<catches_as_visual_cpp_6>("Visual C++ 6");
    return 0;
}
