/* Exceptions of C++ beside others: __try around them, catch blocks that others pass, translators, and catch (...) that takes all.
   flags: -fno-inline */
#include "cxx/program.h"

struct record {
    unsigned code, flags;
    record *next;
    void *address;
    unsigned count, information[15];
};
struct pointers {
    record *of;
    void *context;
};
extern "C" unsigned long __cdecl _exception_code();
extern "C" void *__cdecl _exception_info();

static void throws()
{
    D d(2);
    throw X(5);
}

static void raises()
{
    D d(1);
    RaiseException(0xE0001234, 0, 0, nullptr);
    tell("continued");
}

static int asked(void *given)
{
    record *r = static_cast<pointers *>(given)->of;
    tell("filter %X %u %X", r->code, r->count, r->information[0]);
    return 1;
}

static void calls_throws()
{
    D d(1);
    throws();
}

static void try_around()
{
    __try {
        calls_throws();
    } __except (asked(_exception_info())) {
        tell("[except]");
    }
}

static void passes()
{
    D d(3);
    try {
        raises();
    } catch (int) {
        tell("[int]");
    } catch (...) {
        tell("[...]");
    }
}

static void try_around_passes()
{
    __try {
        passes();
    } __except (_exception_code() == 0xE0001234) {
        tell("[except]");
    }
}

static void finally_between()
{
    __try {
        throws();
    } __finally {
        tell("finally");
    }
}

static void catch_around_finally()
{
    try {
        finally_between();
    } catch (X &) {
        tell("[X]");
    }
}

static void fault_in_a_catch_block()
{
    try {
        throw X(1);
    } catch (X &) {
        D d(7);
        raises();
    }
}

static void try_around_catch()
{
    __try {
        fault_in_a_catch_block();
    } __except (1) {
        tell("[except]");
    }
}

// The tables of the function that calls this say that it is compiled for all exceptions (/EHa), and its last catch block of the given try
// block takes all. clang 14 cannot compile so.
struct handler {
    unsigned adjectives;
    void *type;
    int place;
    void *block;
};
struct try_block {
    int low, high, catch_high, count;
    handler *handlers;
};
struct tables {
    unsigned magic;
    int states;
    void *unwinds;
    int tries;
    try_block *try_blocks;
    void *others[3];
    int flags;
};

static void take_all()
{
    unsigned **node, before;
    __asm { mov eax, fs:[0]
            mov node, eax }
    const unsigned char *code = reinterpret_cast<unsigned char *>(node[1]);
    tables *t = *reinterpret_cast<tables *const *>(code + 1); // mov eax, tables
    VirtualProtect(t, sizeof *t, 4, &before);
    t->flags = 0;
    for (int i = 0; i < t->tries; i++) {
        handler *last = &t->try_blocks[i].handlers[t->try_blocks[i].count - 1];
        VirtualProtect(last, sizeof *last, 4, &before);
        if (!last->type)
            last->adjectives = 0;
    }
}

static void catches_all()
{
    D d(4);
    try {
        take_all();
        D e(5);
        raises();
    } catch (int) {
        tell("[int]");
    } catch (...) {
        tell("[...]");
    }
}

static void throws_again()
{
    try {
        take_all();
        raises();
    } catch (...) {
        tell("[...]");
        throw;
    }
}

static void try_around_again()
{
    __try {
        throws_again();
    } __except (_exception_code() == 0xE0001234) {
        tell("[except]");
    }
}

struct Fault {
    unsigned code;
};

static void translate(unsigned code, _EXCEPTION_POINTERS *)
{
    tell("translate %X", code);
    if (code == 0xE0001234)
        throw Fault{code};
}

static void translated()
{
    try {
        take_all();
        raises();
    } catch (Fault &f) {
        tell("[Fault %X]", f.code);
    }
}

static void catches_int()
{
    try {
        take_all();
        translated();
        raises();
    } catch (int) {
        tell("[int]");
    }
}

static void translated_twice()
{
    try {
        take_all();
        catches_int();
    } catch (Fault &f) {
        tell("[outer Fault %X]", f.code);
    }
}

static void other_code()
{
    try {
        take_all();
        RaiseException(0xE0005678, 0, 0, nullptr);
    } catch (Fault &) {
        tell("[Fault]");
    } catch (...) {
        tell("[...]");
    }
}

int main()
{
    try_around();
    line("__try around C++");
    try_around_passes();
    line("catch (...) is for C++ alone");
    catch_around_finally();
    line("__finally on the way");
    try_around_catch();
    line("another exception in a catch block");
    catches_all();
    line("catch (...) for all");
    try_around_again();
    line("throws again what is none of C++");
    translator before = _set_se_translator(translate);
    tell(before ? "one" : "none");
    line("translator before");
    translated();
    line("translated");
    translated_twice();
    line("translated for each function");
    other_code();
    line("a translator that returns");
    tell(_set_se_translator(nullptr) == translate ? "same" : "other");
    line("translator after");
    return 0;
}
