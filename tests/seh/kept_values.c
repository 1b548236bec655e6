/* Quotients are computed as written, though tools/build/keep_values.py changes their text: each
 * beside the same one of constants, which is left alone. Operators around them bind as before, and
 * each operand is evaluated once.
 *
 * run: emulator=qemu
 *
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/harness/tap.h"

#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"

typedef int number;

struct fields {
    int first, list[4];
    unsigned bits : 3;
};

static int calls;

static int counted(int value)
{
    calls++;
    return value;
}

static int *counted_place(int *place)
{
    calls++;
    return place;
}

static int next(int value) { return value + 1; }

/* ROW(expression): of variables, then of the constants 17, 5, 3. */
#define ROWS(ROW)                                                                                  \
    ROW(a / b)                                                                                     \
    ROW(a % b)                                                                                     \
    ROW(a - b / c)                                                                                 \
    ROW(a *b / c)                                                                                  \
    ROW(a / b * c)                                                                                 \
    ROW(a / b / c)                                                                                 \
    ROW(a % b / c % b)                                                                             \
    ROW(a / b * c % b)                                                                             \
    ROW(-a / b)                                                                                    \
    ROW((number)-a / b)                                                                            \
    ROW((unsigned)-a / b)                                                                          \
    ROW((a)-b / c)                                                                                 \
    ROW((number)a - b / c)                                                                         \
    ROW((char)(a * b) / c)                                                                         \
    ROW(~a / b)                                                                                    \
    ROW(!a / b)                                                                                    \
    ROW((a & b) / c)                                                                               \
    ROW(a &b / c)                                                                                  \
    ROW(a << b / c)                                                                                \
    ROW(a == b ? a / b : a % b)                                                                    \
    ROW(a > b && a / b > 2)                                                                        \
    ROW(a ?: a / b)                                                                                \
    ROW((a + b) / (b - c) / c)                                                                     \
    ROW(((a / b) + (a / c)) / (b / c))                                                             \
    ROW((int)(a / b * 1.5))                                                                        \
    ROW((int)(a * 1.5 / b))                                                                        \
    ROW((int)(a / (float)b * 100))                                                                 \
    ROW((int)(a / 2.5))                                                                            \
    ROW((int)(a * 1000000000ll / b))                                                               \
    ROW((int)(a * 1000000000ull % b))                                                              \
    ROW(a / (int)sizeof(int) / b)                                                                  \
    ROW(a / b + (int)sizeof a / b)                                                                 \
    ROW((unsigned char)200 / b)                                                                    \
    ROW('a' / b)                                                                                   \
    ROW("text"[a / b] / c)                                                                         \
    ROW((a, b / c))                                                                                \
    ROW((number){a} / b)                                                                           \
    ROW(a / b)

/* Each row is compiled twice: with constants of the language, and with variables. */
static int constants(int row)
{
    enum { a = 17, b = 5, c = 3 };
    int at = 0;
#define ROW(...)                                                                                   \
    if (at++ == row)                                                                               \
        return (int)(__VA_ARGS__);
    ROWS(ROW)
    return 0;
}

static int variables(int row, int a, int b, int c)
{
    int at = 0;
    ROWS(ROW)
    return 0;
#undef ROW
}

static const char *const texts[] = {
#define ROW(...) #__VA_ARGS__,
    ROWS(ROW)
#undef ROW
};

static void check_statements(void)
{
    int a = 17, b = 5, c = 3;
    struct fields fields = {6, {1, 2, 3, 4}, 5}, *pointer = &fields;
    is_dec(fields.first / pointer->list[1] + pointer->list[3] % fields.list[2] * fields.bits, 8,
           "fields");
    is_dec(b * *&a / c, 28, "a product with what a pointer points to");
    is_dec(next(a / b) + next(a) / b, 7, "arguments and results of calls");
    is_dec(a++ / b + c--, 6, "what is counted behind its use");
    is_dec(a * 100 + c, 1802, "is counted once");
    a = 17, c = 3;
    a /= counted(b);
    is_dec(a, 3, "a quotient that is assigned");
    a = 17;
    a %= a > b ? counted(b) : c;
    is_dec(a, 2, "a remainder that is assigned, by one of two");
    signed char small = 'x';
    small /= (signed char)b;
    is_dec(small, 24, "a small one");
    double real = 7.5;
    real /= 2.5;
    ok(real == 3, "one of floating point");
    is_dec(calls, 2, "the operands are evaluated once");
    calls = 0;
    (void)(counted(7) / counted(2));
    counted(7) % counted(2);
    is_dec(calls, 4, "so they are if nobody needs the quotient");
    calls = 0;
    *counted_place(&a);
    (void)*counted_place(&a);
    is_dec(calls, 2, "and a place that is read for nobody");
    *pointer;
    pointer->bits;
    (void)pointer->list;
    is_dec(pointer->first, 6, "statements that only read leave all as it is");
    if (a)
        *pointer;
    else
        a = 5;
    is_dec(a, 2, "and take their place in an if");
    is_dec(({
               int third = 17 / c;
               third + 1;
           }),
           6, "a quotient in an expression in braces");
    is_dec(({ fields.list[2]; }), 3, "whose last value is its own");
    ok(pointer->bits - 6 < 0 && -pointer->bits < 0, "a bit-field that is loaded is an int");
    unsigned char byte = 200, *of_byte = &byte;
    ok(*of_byte - 201 < 0 && -*of_byte < 0, "so is a small number");
    is_dec(*(pointer->list + 2) + (pointer == &fields), 4, "an array's name and a pointer stay so");
    float third_part = 1.0f / 3, *of_part = &third_part;
    ok(*of_part * 3.0 != 1 && *of_part == third_part, "a float is what it was");
    of_byte = &byte, *of_byte = byte == *of_byte ? 7 : 8;
    is_dec(byte, 7, "a place that is written is the same one");
    int way = a / b ? 1 : 2;
    switch (17 / b) {
    case 12 / 4: way *= 10;
    }
    is_dec(way, 20, "a switch with a constant quotient");
}

int main(void)
{
    for (int row = 0; row < (int)(sizeof texts / sizeof texts[0]); row++)
        is_dec(variables(row, 17, 5, 3), constants(row), "%s", texts[row]);
    check_statements();
    return tap_done();
}
