/* Constructors that throw, arrays, function try blocks, static objects, operators new and delete, objects with virtual bases by value. */
#include "cxx/program.h"

struct Thrower {
    D first{1};
    D second;
    explicit Thrower(int number) : second(number)
    {
        D local(3);
        throw X(4);
    }
    ~Thrower() { tell("never"); }
};

static int left = 2;
struct Counted {
    int number;
    Counted() : number(left)
    {
        if (left-- == 0)
            throw X(left);
        tell("+C%d", number);
    }
    ~Counted() { tell("~C%d", number); }
};

struct Part {
    explicit Part(int number) { throw number; }
};

struct Whole {
    D d{1};
    Part part;
    Whole()
    try : part(5) {
        tell("never");
    } catch (int n) {
        tell("[part %d]", n);
    }
    ~Whole() { tell("never"); }
};

static int tries()
try {
    D d(1);
    throw 6;
} catch (int n) {
    tell("[function %d]", n);
    return n;
}

struct Base {
    int number = 1;
    Base() {}
    Base(const Base &other) : number(other.number + 1) { tell("Base="); }
};
struct Middle : virtual Base {
    Middle() {}
    Middle(const Middle &other) : Base(other) { tell("Middle="); }
    virtual ~Middle() { tell("~Middle"); }
};
struct Derived : Middle {
    Derived() {}
    Derived(const Derived &other) : Base(other), Middle(other) { tell("Derived="); }
    ~Derived() { tell("~Derived"); }
};

static Derived derived;

static void virtual_base_by_value()
{
    try {
        throw derived;
    } catch (Middle m) {
        tell("[%d]", m.number);
    }
    line("virtual base by value");
}

struct Static {
    explicit Static(bool throws)
    {
        tell("make");
        if (throws)
            throw 1;
    }
};

static void use(bool throws)
{
    static Static object(throws);
    tell("use");
}

static void finish()
{
    printf("finish\n");
}

static void array_of_new()
{
    left = 2;
    try {
        delete[] new Counted[4];
    } catch (X &) {
        tell("[X]");
    }
    line("array by new");
}

static D early(0);

int main()
{
    line("before main");
    atexit(finish);
    try {
        Thrower t(2);
    } catch (X &) {
        tell("[X]");
    }
    line("constructor");
    try {
        delete new Thrower(2);
    } catch (X &) {
        tell("[X]");
    }
    line("constructor by new");
    try {
        Counted all[4];
    } catch (X &) {
        tell("[X]");
    }
    line("array");
    array_of_new();
    try {
        Whole whole;
    } catch (int n) {
        tell("[%d]", n);
    }
    line("function try block of a constructor");
    tell("%d", tries());
    line("function try block");
    virtual_base_by_value();
    for (int i = 0; i < 4; i++) {
        try {
            use(i < 2);
        } catch (int) {
            tell("[int]");
        }
    }
    line("static object");
    return 0;
}
