/* The machine's state through an exception and back: the state in which handlers run, the context,
 * and the effect of every change of it, for any stack pointer. The FPU: dispatch_fpu.c.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 */
#include "kernel/call/eflags.h"
#include "kernel/call/tib.h"
#include "tests/harness/exact.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <string.h>

#define EFLAGS_CF      0x001u
#define EFLAGS_OF      0x800u
#define EFLAGS_SZAPC   0x0D5u
#define EFLAGS_CHECKED (EFLAGS_SZAPC | EFLAGS_OF | EFLAGS_TF | EFLAGS_IF | EFLAGS_DF | EFLAGS_AC)

/* The handler's change of the context, beyond going on behind the instruction. */
typedef void change_function(EXCEPTION_RECORD *record, CONTEXT *context);
static change_function *change;

static struct {
    unsigned count;
    uint32_t eflags, context_at; /* of the handler's run */
    EXCEPTION_RECORD record;
    CONTEXT context; /* before the change */
} seen;

static EXCEPTION_DISPOSITION HANDLER(handler)
{
    seen.eflags = eflags_read();
    seen.context_at = (uint32_t)context;
    seen.count++;
    seen.record = *record;
    seen.context = *context;
    if (record->ExceptionCode == STATUS_ILLEGAL_INSTRUCTION)
        context->Eip += 2;
    if (change)
        change(record, context);
    return ExceptionContinueExecution;
}

/* Runs function, in which exceptions are to arise, with the registers in exact_before. */
static void run(const void *function, change_function *changes)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    change = changes;
    seen.count = 0;
    seh_link(&frame, handler);
    exact_call(function, 0);
    seh_unlink(&frame);
}

/* ---------------------------------------------------------------- registers */

static const struct reg {
    const char *name;
    uint32_t in_context, in_exact, value;
} registers[] = {
#define REGISTER(name, field, after, value)                                                        \
    {                                                                                              \
        name, offsetof(CONTEXT, field), offsetof(struct exact, after), value                       \
    }
    REGISTER("eax", Eax, eax, 0x1A2B3C4D),       REGISTER("ecx", Ecx, ecx, 0),
    REGISTER("edx", Edx, edx, 0xFFFFFFFF),       REGISTER("ebx", Ebx, ebx, 0x80000000),
    REGISTER("esi", Esi, esi, 0x0BADF00D),       REGISTER("edi", Edi, edi, 1),
    REGISTER("ebp", Ebp, ebp, 0x7FFFFFFF),       REGISTER("es", SegEs, es, 0x3B),
    REGISTER("eflags", EFlags, eflags, 0x00ED7), /* all but TF, NT, AC */
};
#define REGISTERS (sizeof registers / sizeof registers[0])
#define NONE      REGISTERS

static uint32_t word_at(const void *structure, uint32_t offset)
{
    return *(const uint32_t *)((const char *)structure + offset);
}

static const struct reg *changed;

static void change_one(EXCEPTION_RECORD *record, CONTEXT *context)
{
    if (changed)
        memcpy((char *)context + changed->in_context, &changed->value, sizeof changed->value);
}

/* The value of es before a handler changes it. */
static uint32_t usual_selector(void) { return ring3_current() == 3 ? 0x23 : 0x10; }

/* The registers after a run in which one was changed, or none. */
static void check_registers_after(unsigned which)
{
    uint32_t wrong = 0;
    changed = which == NONE ? NULL : &registers[which];
    exact_prepare();
    exact_before.es = usual_selector();
    run(exact_ud2, change_one);
    for (unsigned i = 0; i < REGISTERS; i++) {
        const struct reg *reg = &registers[i];
        uint32_t got = word_at(&exact_after, reg->in_exact);
        if (i == which)
            is_hex(got, reg->value, "%s is what the handler put into the context", reg->name);
        else if (got != word_at(&exact_before, reg->in_exact))
            wrong |= 1u << i;
    }
    is_hex(wrong, 0, "all registers%s%s are as before", changed ? " but " : "",
           changed ? changed->name : "");
    is_hex(exact_after.esp, exact_before.esp, "esp is as before");
}

static void check_registers(void)
{
    exact_prepare();
    run(exact_ud2, NULL);
    for (unsigned i = 0; i < REGISTERS; i++)
        if (registers[i].in_context != offsetof(CONTEXT, SegEs) &&
            registers[i].in_context != offsetof(CONTEXT, EFlags))
            is_hex(word_at(&seen.context, registers[i].in_context),
                   word_at(&exact_before, registers[i].in_exact), "the context has %s",
                   registers[i].name);

    check_registers_after(NONE);
    for (unsigned i = 0; i < REGISTERS; i++)
        check_registers_after(i);
}

static void check_careless_handler(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    uint32_t wrong = 0;
    exact_prepare();
    exact_before.es = usual_selector();
    seh_link(&frame, (PEXCEPTION_ROUTINE)exact_careless_handler);
    exact_call(exact_ud2, 0);
    ok(seh_head() == &frame, "a careless handler does not harm the chain");
    seh_unlink(&frame);
    for (unsigned i = 0; i < REGISTERS; i++)
        if (word_at(&exact_after, registers[i].in_exact) !=
            word_at(&exact_before, registers[i].in_exact))
            wrong |= 1u << i;
    is_hex(wrong, 0, "a careless handler does not harm the registers");
    is_hex(exact_after.esp, exact_before.esp, "a careless handler does not harm the stack");
}

/* ---------------------------------------------------------------- flags */

static const struct flags {
    const char *what;
    uint32_t before, in_handler; /* of the flags that are checked, without the arithmetic ones */
} flag_rows[] = {
    {"interrupts on", EFLAGS_IF, EFLAGS_IF},
    {"interrupts off", 0, 0},
    {"direction down", EFLAGS_IF | EFLAGS_DF, EFLAGS_IF},
    {"direction down, interrupts off", EFLAGS_DF, 0},
    {"alignment checks", EFLAGS_IF | EFLAGS_AC, EFLAGS_IF},
    {"all arithmetic flags", EFLAGS_IF | EFLAGS_SZAPC | EFLAGS_OF, EFLAGS_IF},
    {"all at once", EFLAGS_SZAPC | EFLAGS_OF | EFLAGS_DF | EFLAGS_AC, 0},
};

static void stop_tracing(EXCEPTION_RECORD *record, CONTEXT *context)
{
    if (record->ExceptionCode == STATUS_ILLEGAL_INSTRUCTION)
        context->EFlags &= ~EFLAGS_TF;
}

static void check_flags(void)
{
    for (const struct flags *row = flag_rows;
         row < flag_rows + sizeof flag_rows / sizeof flag_rows[0]; row++) {
        exact_prepare();
        exact_before.eflags = EFLAGS_FIXED | row->before;
        run(exact_ud2, NULL);
        is_hex(seen.eflags & EFLAGS_CHECKED & ~(EFLAGS_SZAPC | EFLAGS_OF),
               exact_eflags(row->in_handler), "%s: flags while the handler runs", row->what);
        is_hex(seen.context.EFlags & EFLAGS_CHECKED, exact_eflags(row->before),
               "%s: flags in the context", row->what);
        is_hex(exact_after.eflags & EFLAGS_CHECKED, exact_eflags(row->before), "%s: flags after it",
               row->what);
    }

    exact_prepare();
    run(exact_ud2_traced, stop_tracing);
    ok(!(seen.eflags & EFLAGS_TF), "traced: no trap flag while the handler runs");
    ok(seen.context.Eip == (uint32_t)exact_ud2_traced_at && seen.context.EFlags & EFLAGS_TF,
       "traced: the trap flag is in the context");
    is_dec(seen.count, 1, "traced: a handler may end it");

    exact_prepare();
    run(exact_ud2_traced, NULL);
    is_dec(seen.count, 2, "traced: otherwise it fires behind the next instruction");
    is_hex(seen.record.ExceptionCode, 0x80000004, "traced: as a single step");
    ok(seen.record.ExceptionAddress == exact_return, "traced: which names the instruction after");
    ok(!(exact_after.eflags & EFLAGS_TF), "traced: and clears the flag");
}

/* ---------------------------------------------------------------- the stack */

static uint32_t (*place)(const CONTEXT *context);
static int distance;
static uint32_t placed;

static void move_stack(EXCEPTION_RECORD *record, CONTEXT *context)
{
    placed = place(context) + (uint32_t)distance;
    context->Esp = placed;
    context->Eip = (DWORD)exact_return;
}

static uint32_t at_moved_words(const CONTEXT *context)
{
    return (uint32_t)&context->Esp; /* where the way out moves them nowhere */
}

static uint32_t at_own_place(const CONTEXT *context) { return context->Esp; }

static uint8_t room[1024] __attribute__((aligned(4)));

static uint32_t elsewhere(const CONTEXT *context) { return (uint32_t)room + sizeof room / 2; }

/* Moves the stack pointer to a distance from a place. Returns whether all registers arrived and the
 * memory above the new stack pointer is untouched. */
static bool moved_well(uint32_t (*from)(const CONTEXT *context), int by)
{
    place = from;
    distance = by;
    memset(room, 0x5A, sizeof room);
    exact_prepare();
    exact_before.es = usual_selector();
    run(exact_ud2_roomy, move_stack);
    bool held = exact_after.esp == placed;
    for (unsigned i = 0; i < REGISTERS; i++)
        held = held && word_at(&exact_after, registers[i].in_exact) ==
                           word_at(&exact_before, registers[i].in_exact);
    if (from == elsewhere)
        for (const uint8_t *byte = (const uint8_t *)placed; byte < room + sizeof room; byte++)
            held = held && *byte == 0x5A;
    return held;
}

static void check_stack(void)
{
    static const struct {
        const char *what;
        uint32_t (*place)(const CONTEXT *context);
        int first, last, step;
    } moves[] = {
        {"down onto the context's own registers", at_moved_words, -80, -1, 1},
        {"onto the place where they lie already", at_moved_words, 0, 0, 1},
        {"up onto the context's own registers", at_moved_words, 1, 80, 1},
        {"to lower addresses", at_own_place, -8192, -4, 364},
        {"to where it was", at_own_place, 0, 0, 1},
        {"to higher addresses", at_own_place, 1, EXACT_ROOM, 1},
        {"to memory that is no stack", elsewhere, -256, 256, 64},
    };
    for (unsigned i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        unsigned failed = 0;
        for (int by = moves[i].first; by <= moves[i].last; by += moves[i].step)
            failed += !moved_well(moves[i].place, by);
        is_dec(failed, 0, "the stack moves %s", moves[i].what);
    }
}

/* ---------------------------------------------------------------- many */

static uint32_t context_places, first_place;

static void compare_place(EXCEPTION_RECORD *record, CONTEXT *context)
{
    if (context_places == 0)
        first_place = (uint32_t)context;
    context_places += (uint32_t)context != first_place;
}

static void check_many(void)
{
    enum { MANY = 100 * 1000 };
    EXCEPTION_REGISTRATION_RECORD frame, *outer = seh_head();
    unsigned strayed = 0;
    change = compare_place;
    context_places = seen.count = 0;
    seh_link(&frame, handler);
    for (unsigned i = 0; i < MANY; i++) {
        exact_call(exact_ud2, 0);
        strayed += exact_after.esp != exact_before.esp;
    }
    ok(seh_head() == &frame && frame.Next == outer, "after many exceptions the chain is the same");
    seh_unlink(&frame);
    is_dec(seen.count, MANY, "many exceptions in a row each arrive once");
    is_dec(strayed, 0, "none moves the stack");
    is_dec(context_places, 0, "each context lies where the first one lay");
}

/* FS leads to all words that an exception needs; the block's own address there may be anything. */
SEH_FUNCTION static void check_self(void)
{
    static const uint32_t addresses[] = {0, 0x123, 0x7FFDE004, 0xF0000000, 0xFFFFFFFC};
    EXCEPTION_REGISTRATION_RECORD frame;
    uint32_t self = tib_load(TIB_SELF);
    for (unsigned i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        DWORD caught = 0;
        change = NULL;
        seen.count = 0;
        seh_link(&frame, handler);
        tib_store(TIB_SELF, addresses[i]);
        __asm__ volatile("ud2" : : : "memory");
        seh_unlink(&frame);
        __try {
            RaiseException(0xE0000003, 0, 0, NULL);
        } __except (caught = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
        }
        tib_store(TIB_SELF, self);
        is_dec(seen.count, 1, "Self is %X: a fault is handled", (unsigned)addresses[i]);
        is_hex(caught, 0xE0000003, "Self is %X: a frame takes an exception",
               (unsigned)addresses[i]);
    }
}

int main(void)
{
    check_registers();
    check_careless_handler();
    check_flags();
    check_stack();
    check_many();
    check_self();
    return tap_done();
}
