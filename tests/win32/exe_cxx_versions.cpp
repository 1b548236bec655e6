/* Frames and tables of each version of Visual C++, by hand: the words behind a version's own are wrong ones, which it must not read.
   flags: -fno-inline */
#include "cxx/program.h"

namespace std {
class exception {
public:
    virtual ~exception();
    virtual const char *what() const;
};
class bad_exception : public exception {};
} // namespace std

extern "C" {

struct handler {
    unsigned adjectives;
    const void *type;
    int place;
    void *block;
};
struct try_block {
    int low, high, catch_high, count;
    const handler *handlers;
};
struct specification {
    int count;
    const handler *types;
};
struct unwind {
    int to;
    void *action;
};
struct tables {
    unsigned magic;
    int states;
    const unwind *unwinds;
    int tries;
    const try_block *try_blocks;
    const void *others[2];
    const void *allowed;
    int flags;
};

void destroys(), catches_int(), catches_all();
int framed_6(void (*body)()), framed_2002(void (*body)()), framed_2003(void (*body)()), framed_2005(void (*body)());
int synchronous(void (*body)()), is_noexcept(void (*body)()), specifies(void (*body)()), specifies_2005(void (*body)());
int specifies_bad(void (*body)()), specifies_nothing(void (*body)());

void tell_of(const char *text) { tell(text); }
void told_int(int number) { tell("[int %d]", number); }

static const char wrong[] = "no table";
enum { READS_NONE = 0x77 }; // all flags

// State 1 has an object, which goes to state 0, the try block's. The catch blocks have state 2.
static const unwind unwinds[] = {{-1, nullptr}, {0, (void *)destroys}, {-1, nullptr}};
static const handler handlers[] = {{0, &typeid(int), -0x20, (void *)catches_int}, {0, nullptr, 0, (void *)catches_all}};
static const try_block tries[] = {{0, 1, 2, 2, handlers}};
static const handler types[] = {{0, &typeid(int), 0, nullptr}, {0, &typeid(char), 0, nullptr}};
static const specification allowed = {2, types}, none = {0, nullptr};
static const handler bad_type[] = {{0, &typeid(std::bad_exception), 0, nullptr}};
static const specification bad = {1, bad_type};

extern const tables tables_6 = {0x19930520, 3, unwinds, 1, tries, {}, wrong, READS_NONE};
extern const tables tables_2002 = {0x19930520, 3, unwinds, 1, tries, {}, wrong, READS_NONE};
extern const tables tables_2003 = {0x19930521, 3, unwinds, 1, tries, {}, nullptr, READS_NONE};
extern const tables tables_2005 = {0x19930522, 3, unwinds, 1, tries, {}, nullptr, 0};
extern const tables tables_synchronous = {0x19930522, 3, unwinds, 1, tries, {}, nullptr, 1};
extern const tables tables_noexcept = {0x19930522, 2, unwinds, 0, nullptr, {}, nullptr, 4};
extern const tables tables_specifies = {0x19930521, 2, unwinds, 0, nullptr, {}, &allowed, READS_NONE};
extern const tables tables_specifies_2005 = {0x19930522, 2, unwinds, 0, nullptr, {}, &allowed, 1};
extern const tables tables_bad = {0x19930522, 2, unwinds, 0, nullptr, {}, &bad, 1};
extern const tables tables_nothing = {0x19930522, 2, unwinds, 0, nullptr, {}, &none, 1};
}

/* A function as Visual C++ lays it out: _EH_prolog makes
 *	ebp - 04h	state, of which compiled code stores the low byte
 *	ebp - 08h	handler
 *	ebp - 0Ch	next	<- fs:[0]
 * and the function itself
 *	ebp - 10h	esp, for what comes behind a catch block
 *	ebp - 20h	the int that a catch block takes
 * It returns 1, or 2 behind a catch block. */
#define FUNCTION(name, table, handler)                                                                                                     \
    __asm__(".text\n"                                                                                                                      \
            "1: movl $_" #table ", %eax\n"                                                                                                 \
            "   jmp " handler "\n"                                                                                                         \
            "_" #name ": movl $1b, %eax\n"                                                                                                 \
            "   call __EH_prolog\n"                                                                                                        \
            "   subl $0x20, %esp\n"                                                                                                        \
            "   pushl %ebx\n"                                                                                                              \
            "   pushl %esi\n"                                                                                                              \
            "   pushl %edi\n"                                                                                                              \
            "   movl %esp, -0x10(%ebp)\n"                                                                                                  \
            "   movb $1, -4(%ebp)\n"                                                                                                       \
            "   call *8(%ebp)\n"                                                                                                           \
            "   movb $0, -4(%ebp)\n"                                                                                                       \
            "   call _destroys\n"                                                                                                          \
            "   movl $1, %eax\n"                                                                                                           \
            "   jmp leaves\n")

__asm__(".text\n"
        "leaves: movl -0xC(%ebp), %ecx\n"
        "   movl %ecx, %fs:0\n"
        "   popl %edi\n"
        "   popl %esi\n"
        "   popl %ebx\n"
        "   leave\n"
        "   ret\n"
        "behind: movl $-1, -4(%ebp)\n"
        "   movl $2, %eax\n"
        "   jmp leaves\n"
        "_destroys: pushl $destroyed\n"
        "   call _tell_of\n"
        "   popl %ecx\n"
        "   ret\n"
        "_catches_int: pushl -0x20(%ebp)\n"
        "   call _told_int\n"
        "   popl %ecx\n"
        "   movl $behind, %eax\n"
        "   ret\n"
        "_catches_all: pushl $all\n"
        "   call _tell_of\n"
        "   popl %ecx\n"
        "   movl $behind, %eax\n"
        "   ret\n"
        ".globl _destroys, _catches_int, _catches_all\n"
        "destroyed: .asciz \"destroyed\"\n"
        "all: .asciz \"[...]\"\n");

FUNCTION(framed_6, tables_6, "___CxxFrameHandler");
FUNCTION(framed_2002, tables_2002, "___CxxFrameHandler2");
FUNCTION(framed_2003, tables_2003, "___CxxFrameHandler2");
FUNCTION(framed_2005, tables_2005, "___CxxFrameHandler3");
FUNCTION(synchronous, tables_synchronous, "___CxxFrameHandler3");
FUNCTION(is_noexcept, tables_noexcept, "___CxxFrameHandler3");
FUNCTION(specifies, tables_specifies, "___CxxFrameHandler");
FUNCTION(specifies_2005, tables_specifies_2005, "___CxxFrameHandler3");
FUNCTION(specifies_bad, tables_bad, "___CxxFrameHandler3");
FUNCTION(specifies_nothing, tables_nothing, "___CxxFrameHandler3");

static void *main_fiber;
static void (*unexpected_throws)();

static void ended()
{
    tell("[terminate]");
    SwitchToFiber(main_fiber);
}

static void not_expected()
{
    tell("[unexpected]");
    if (unexpected_throws)
        unexpected_throws();
}

static void nothing()
{
}
static void throws_int()
{
    throw 7;
}
static void throws_char()
{
    throw 'c';
}
static void throws_y()
{
    throw Y(2);
}
static void throws_again()
{
    throw;
}
static void throws_and_takes()
{
    try {
        throw Y(3);
    } catch (Y &) {
        tell("[Y]");
    }
}
static void throws_x()
{
    throw X(1);
}
static void raises()
{
    RaiseException(0xE0001234, 0, 0, nullptr);
}

static int (*function)(void (*)());
static void (*body)();

static void in_try()
{
    try {
        tell("returns %d", function(body));
    } catch (int n) {
        tell("outside [int %d]", n);
    } catch (char) {
        tell("outside [char]");
    } catch (X &) {
        tell("outside [X]");
    } catch (std::bad_exception &e) {
        tell("outside [%s]", e.what());
    }
}

static void __stdcall run(void *)
{
    set_terminate(ended);
    set_unexpected(not_expected);
    __try {
        in_try();
    } __except (1) {
        tell("[except]");
    }
    SwitchToFiber(main_fiber);
}

static void show(const char *name, int (*of)(void (*)()), void (*does)(), void (*then)() = nullptr)
{
    function = of;
    body = does;
    unexpected_throws = then;
    SwitchToFiber(CreateFiber(0, run, nullptr));
    line(name);
}

int main()
{
    static const struct {
        const char *name;
        int (*function)(void (*)());
    } versions[] = {{"Visual C++ 6", framed_6}, {"2002", framed_2002}, {"2003", framed_2003}, {"2005", framed_2005}, {"2005, /EHs", synchronous}};
    main_fiber = ConvertThreadToFiber(nullptr);
    for (auto &version : versions) {
        printf("-- %s\n", version.name);
        show("nothing", version.function, nothing);
        show("int", version.function, throws_int);
        show("X", version.function, throws_x);
        show("raised", version.function, raises);
    }
    printf("-- noexcept\n");
    show("nothing", is_noexcept, nothing);
    show("int", is_noexcept, throws_int);
    show("raised", is_noexcept, raises);
    printf("-- throw(int, char), 2003\n");
    show("char", specifies, throws_char);
    show("X", specifies, throws_x);
    show("raised", specifies, raises);
    printf("-- throw(int, char), 2005\n");
    show("char", specifies_2005, throws_char);
    show("X", specifies_2005, throws_x);
    show("X, then int", specifies_2005, throws_x, throws_int);
    show("X, then Y", specifies_2005, throws_x, throws_y);
    show("X, then throw;", specifies_2005, throws_x, throws_again);
    show("X, then Y, taken there", specifies_2005, throws_x, throws_and_takes);
    show("raised", specifies_2005, raises);
    printf("-- throw(std::bad_exception)\n");
    show("X, then Y", specifies_bad, throws_x, throws_y);
    show("X, then throw;", specifies_bad, throws_x, throws_again);
    printf("-- throw()\n");
    show("char", specifies_nothing, throws_char);
    return 0;
}
