/* Where exceptions of C++ end in terminate: destructors that throw, copy constructors of caught objects, functions that are noexcept,
   throw without an exception. The function of set_terminate runs on top of the throw, and a thread has its own.
   flags: -Wno-exceptions */
#include "cxx/program.h"

// The compiler does not know, so that it keeps what comes behind.
static volatile bool yes = true;

static void *main_fiber;
static const char *name;

// A terminate function may not return, but it may go away to another fiber.
static void ended()
{
    tell("[terminate]");
    line(name);
    SwitchToFiber(main_fiber);
}

template <void (*function)()> static void __stdcall run(void *)
{
    set_terminate(ended);
    try {
        function();
    } catch (...) {
        tell("[...]");
    }
    line(name);
    SwitchToFiber(main_fiber);
}

template <void (*function)()> static void show(const char *what)
{
    name = what;
    SwitchToFiber(CreateFiber(0, run<function>, nullptr));
}

struct Throws {
    ~Throws() noexcept(false)
    {
        tell("~Throws");
        if (yes)
            throw Y(1);
    }
};

struct Catches {
    ~Catches()
    {
        try {
            throw Y(2);
        } catch (Y &) {
            tell("[Y]");
        }
    }
};

struct Copied {
    Copied() {}
    Copied(const Copied &) { throw X(1); }
};

[[gnu::noinline]] static void in_unwind()
{
    D d(1);
    Throws t;
    if (yes)
        throw X(2);
}

[[gnu::noinline]] static void without_unwind()
{
    D d(1);
    Throws t;
}

[[gnu::noinline]] static void caught_in_a_destructor()
{
    Catches c;
    throw X(3);
}

[[gnu::noinline]] static void copy_of_a_caught_object()
{
    try {
        static Copied original;
        throw original;
    } catch (X &) {
        tell("[copy while it is thrown]");
    }
}

// Without an object: compilers differ in whether it is destroyed before the end.
[[gnu::noinline]] static void leaves() noexcept
{
    if (yes)
        throw X(5);
}

// A caller that does not know, so that it keeps its catch block.
static void (*volatile unknown)() = leaves;
[[gnu::noinline]] static void leaves_unknown()
{
    unknown();
}

[[gnu::noinline]] static void again_without()
{
    D d(6);
    throw;
}

struct Fussy {
    static int copies;
    Fussy() {}
    Fussy(const Fussy &)
    {
        if (copies++)
            throw X(7);
    }
};
int Fussy::copies;
static Fussy fussy;

[[gnu::noinline]] static void copy_in_catch_throws()
{
    D d(8);
    try {
        throw fussy;
    } catch (Fussy copy) {
        tell("never");
    }
}

[[gnu::noinline]] static void counts()
{
    struct Asks {
        ~Asks() { tell("%d", __uncaught_exception()); }
    };
    try {
        Asks a;
        throw 1;
    } catch (int) {
        Asks b;
    }
    Asks c;
}

int main()
{
    main_fiber = ConvertThreadToFiber(nullptr);
    show<in_unwind>("destructor throws in an unwind");
    show<without_unwind>("destructor throws by itself");
    show<caught_in_a_destructor>("destructor catches");
    show<copy_of_a_caught_object>("copy while it is thrown");
    show<copy_in_catch_throws>("copy for a catch block throws");
    show<leaves_unknown>("noexcept");
    show<counts>("uncaught");
    SwitchToFiber(CreateFiber(0, run<again_without>, (name = "throw without an exception", nullptr)));
    return 0;
}
