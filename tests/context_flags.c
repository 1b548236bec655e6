/* ContextFlags: each group of a CONTEXT is put into the machine when it is named and left alone
 * when it is not, for all 64 sets of groups and each of the three ways; and read likewise.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "kernel/cpu.h"
#include "kernel/selectors.h"
#include "kernel/tib.h"
#include "seh_emul/context.h"
#include "tests/exact.h"
#include "tests/tap.h"

#include <processthreadsapi.h>
#include <seh.h>
#include <string.h>

enum group { CONTROL = 1, INTEGER = 2, SEGMENTS = 4, FLOATING = 8, DEBUG = 16, EXTENDED = 32 };
enum { SETS = 64, FX_CONTROL = 0, FX_MXCSR = 24, FX_XMM5 = 160 + 16 * 5 };

static const char *set_name(unsigned set)
{
    static char text[80];
    static const char *const names[] = {"control",  "integer", "segments",
                                        "floating", "debug",   "extended"};
    text[0] = 0;
    for (unsigned i = 0; i < 6; i++)
        if (set >> i & 1)
            strcat(strcat(text, text[0] ? " " : ""), names[i]);
    return text[0] ? text : "nothing";
}

/* ---------------------------------------------------------------- two states of the machine */

/* In front of each call; the general registers are exact_prepare's. Nothing ever runs or is read at
 * the addresses. */
static const struct debug_part {
    DWORD dr[6];
} debug_before = {{0x1000, 0x2000, 0x3000, 0x4000, 0, 0x00000001}},
  debug_wanted = {{0x5000, 0x6000, 0x7000, 0x8000, 0x400F, 0xDDFF0155}};

#define CW_BEFORE    0x027F
#define CW_FLOATING  0x0C7F
#define CW_EXTENDED  0x077F
#define MX_BEFORE    0x1F80
#define MX_WANTED    0x7F80
#define FLAGS_WANTED 0x0ED7 /* all but TF, NT, AC */

static const uint8_t xmm_before[16] = "sixteen letters", xmm_wanted[16] = "fifteen, and nil";

static void debug_put(const struct debug_part *part)
{
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    memcpy(&context.Dr0, part, sizeof *part);
    SetThreadContext(GetCurrentThread(), &context);
}

static void machine_prepare(void)
{
    uint16_t control = CW_BEFORE;
    uint32_t mxcsr = MX_BEFORE;
    exact_prepare();
    debug_put(&debug_before);
    __asm__ volatile("fninit; fldcw %0" : : "m"(control));
    if (cpu_features.sse)
        __asm__ volatile("ldmxcsr %0; movups %1, %%xmm5" : : "m"(mxcsr), "m"(xmm_before));
}

static uint32_t stack[64];

static void make_wanted(CONTEXT *context, unsigned set)
{
    memset(context, 0, sizeof *context);
    context->ContextFlags = CONTEXT_FLOATING_POINT | CONTEXT_EXTENDED_REGISTERS;
    cpu_init_fpu();
    GetThreadContext(GetCurrentThread(), context);
    context->ContextFlags = CONTEXT_i386 | set;
    memcpy(&context->Dr0, &debug_wanted, sizeof debug_wanted);
    context->FloatSave.ControlWord = CW_FLOATING;
    memcpy(context->ExtendedRegisters + FX_CONTROL, &(uint16_t){CW_EXTENDED}, 2);
    memcpy(context->ExtendedRegisters + FX_MXCSR, &(uint32_t){MX_WANTED}, 4);
    memcpy(context->ExtendedRegisters + FX_XMM5, xmm_wanted, 16);
    context->SegDs = SELECTOR_DATA3;
    context->SegEs = SELECTOR_DATA3;
    context->SegFs = SELECTOR_TIB0;
    context->SegGs = 0;
    context->Edi = 1;
    context->Esi = 2;
    context->Ebx = 3;
    context->Edx = 4;
    context->Ecx = 5;
    context->Eax = 6;
    context->Ebp = 7;
    context->Eip = (DWORD)exact_return;
    context->SegCs = SELECTOR_CODE0;
    context->SegSs = SELECTOR_DATA0;
    context->EFlags = FLAGS_WANTED;
    context->Esp = (DWORD)&stack[60];
}

/* What is in the machine behind exact_return. */
static struct after {
    uint16_t ds, gs, control;
    uint32_t mxcsr;
    uint8_t xmm5[16];
    struct debug_part debug;
} after;

static bool call(const void *function, unsigned count, uint32_t a, uint32_t b)
{
    bool returned = exact_call(function, count, a, b);
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    after.ds = ds_read();
    after.gs = gs_read();
    gs_load(SELECTOR_CPU);
    __asm__ volatile("movl %0, %%ds; movl %0, %%es" : : "r"(SELECTOR_DATA0));
    __asm__ volatile("fnstcw %0" : "=m"(after.control));
    if (cpu_features.sse)
        __asm__ volatile("stmxcsr %0; movups %%xmm5, %1" : "=m"(after.mxcsr), "=m"(after.xmm5));
    cpu_init_fpu();
    GetThreadContext(GetCurrentThread(), &context);
    memcpy(&after.debug, &context.Dr0, sizeof after.debug);
    return returned;
}

/* ---------------------------------------------------------------- what must be there then */

/* The groups that differ from what a set asks for. exact: the registers of groups not named are
 * those of the call, and eax is result; otherwise nothing is known of them but that they are not
 * the context's. */
static unsigned wrong_groups(unsigned set, bool exact, uint32_t result)
{
    const struct exact *now = &exact_after, *was = &exact_before;
    bool fx = cpu_features.fxsr && set & EXTENDED;
    unsigned wrong = 0;

    bool control =
        now->ebp == 7 && now->esp == (uint32_t)&stack[60] && (now->eflags & 0xFFF) == FLAGS_WANTED;
    bool integer = now->edi == 1 && now->esi == 2 && now->ebx == 3 && now->edx == 4 &&
                   now->ecx == 5 && now->eax == 6;
    bool segments = now->es == SELECTOR_DATA3 && after.ds == SELECTOR_DATA3 && after.gs == 0;
    bool same_control = now->ebp == was->ebp && now->esp == was->esp && !(now->eflags & 0x400);
    bool same_integer = exact ? now->edi == was->edi && now->esi == was->esi &&
                                    now->ebx == was->ebx && now->eax == result
                              : now->edi != 1 && now->esi != 2 && now->ebx != 3;
    bool same_segments =
        now->es == SELECTOR_DATA0 && after.ds == SELECTOR_DATA0 && after.gs == SELECTOR_CPU;

    if (!(set & CONTROL ? control : same_control))
        wrong |= CONTROL;
    if (!(set & INTEGER ? integer : same_integer))
        wrong |= INTEGER;
    if (!(set & SEGMENTS ? segments : same_segments))
        wrong |= SEGMENTS;
    if (after.control != (set & FLOATING ? CW_FLOATING : fx ? CW_EXTENDED : CW_BEFORE))
        wrong |= FLOATING;
    if (memcmp(&after.debug, set & DEBUG ? &debug_wanted : &debug_before, sizeof after.debug) != 0)
        wrong |= DEBUG;
    if (cpu_features.sse && (after.mxcsr != (uint32_t)(fx ? MX_WANTED : MX_BEFORE) ||
                             memcmp(after.xmm5, fx ? xmm_wanted : xmm_before, 16) != 0))
        wrong |= EXTENDED;
    return wrong;
}

static void check_calls(void)
{
    static const struct {
        const char *name;
        const void *function;
        uint32_t result;
        bool handle;
    } ways[] = {
        {"NtContinue", (void *)NtContinue, 0, false},
        {"SetThreadContext", (void *)SetThreadContext, 1, true},
    };
    CONTEXT context;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned set = 0; set < SETS; set++) {
            uint32_t at = (uint32_t)&context;
            make_wanted(&context, set);
            machine_prepare();
            bool came = ways[i].handle ? call(ways[i].function, 2, (uint32_t)GetCurrentThread(), at)
                                       : call(ways[i].function, 2, at, 0);
            is_hex(came ? wrong_groups(set, true, ways[i].result) : SETS, 0,
                   "%s loads %s and nothing else", ways[i].name, set_name(set));
        }
    }
}

/* ---------------------------------------------------------------- a handler's context */

static struct {
    unsigned count;
    void (*change)(CONTEXT *context);
    CONTEXT context;
    EXCEPTION_RECORD records[2], cause;
} seen;

static EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    if (seen.count < 2)
        seen.records[seen.count] = *record;
    if (seen.count++ == 0) {
        seen.context = *context;
        seen.change(context);
        return ExceptionContinueExecution;
    }
    if (record->ExceptionRecord)
        seen.cause = *record->ExceptionRecord;
    exact_leave();
}

static bool under_handler(const void *function, unsigned count, uint32_t a, uint32_t b,
                          void (*change)(CONTEXT *context))
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seen.count = 0;
    seen.change = change;
    seh_link(&frame, handler);
    bool returned = call(function, count, a, b);
    seh_unlink(&frame);
    return returned;
}

static CONTEXT wanted;

static void want_all(CONTEXT *context)
{
    *context = wanted;
}

/* Of the general registers not named, those are the dispatcher's own; and without the control group
 * it has nowhere to go. */
static void check_handler(void)
{
    for (unsigned set = 0; set < SETS; set++) {
        make_wanted(&wanted, set);
        machine_prepare();
        bool came = under_handler(exact_ud2, 0, 0, 0, want_all);
        if (set & CONTROL)
            is_hex(came ? wrong_groups(set, false, 0) : SETS, 0,
                   "a handler's context loads %s and nothing else", set_name(set));
        else
            ok(!came && seen.count == 2 && seen.records[1].ExceptionFlags == 1 &&
                   seen.cause.ExceptionCode == STATUS_ILLEGAL_INSTRUCTION,
               "a handler's context with %s leads nowhere: a noncontinuable exception because of "
               "it",
               set_name(set));
    }
}

static void go_on(CONTEXT *context)
{
    context->Eip += 2;
}

static void check_exception_flags(void)
{
    machine_prepare();
    under_handler(exact_ud2, 0, 0, 0, go_on);
    is_hex(seen.context.ContextFlags, cpu_features.fxsr ? 0x1003F : 0x1001F,
           "an exception's context has all groups");
    ok(memcmp(&seen.context.Dr0, &debug_before, sizeof debug_before) == 0,
       "its debug registers are the armed ones");
    debug_put(&(struct debug_part){{0x1000, 0, 0, 0, 0xF, 0}});
    exact_prepare();
    under_handler(exact_ud2, 0, 0, 0, go_on);
    ok(memcmp(&seen.context.Dr0, &(struct debug_part){{0}}, sizeof debug_before) == 0,
       "its debug registers are zero when none is armed, as on Windows");
}

/* ---------------------------------------------------------------- reading */

static void check_get(void)
{
    static const struct {
        enum group group;
        size_t from, to;
    } places[] = {
        {CONTROL, offsetof(CONTEXT, Ebp), offsetof(CONTEXT, ExtendedRegisters)},
        {INTEGER, offsetof(CONTEXT, Edi), offsetof(CONTEXT, Ebp)},
        {SEGMENTS, offsetof(CONTEXT, SegGs), offsetof(CONTEXT, Edi)},
        {FLOATING, offsetof(CONTEXT, FloatSave), offsetof(CONTEXT, SegGs)},
        {DEBUG, offsetof(CONTEXT, Dr0), offsetof(CONTEXT, FloatSave)},
        {EXTENDED, offsetof(CONTEXT, ExtendedRegisters), sizeof(CONTEXT)},
    };
    static CONTEXT context, all, untouched;
    memset(&untouched, 0xEE, sizeof untouched);
    for (unsigned set = SETS - 1; set < SETS; set--) {
        unsigned wrong = 0;
        context = untouched;
        context.ContextFlags = CONTEXT_i386 | set;
        machine_prepare();
        call((void *)GetThreadContext, 2, (uint32_t)GetCurrentThread(), (uint32_t)&context);
        if (set == SETS - 1)
            all = context;
        for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
            bool named = set & places[i].group;
            if (places[i].group == EXTENDED && !cpu_features.fxsr)
                named = false;
            if (memcmp((char *)&context + places[i].from,
                       (char *)(named ? &all : &untouched) + places[i].from,
                       places[i].to - places[i].from) != 0)
                wrong |= places[i].group;
        }
        is_hex(wrong, 0, "GetThreadContext stores %s and nothing else", set_name(set));
        is_hex(context.ContextFlags, CONTEXT_i386 | set, "and leaves its flags alone");
    }
    const struct exact *was = &exact_before;
    ok(all.Eip == (DWORD)exact_return && all.Esp == was->esp && all.Ebp == was->ebp &&
           all.SegCs == SELECTOR_CODE0 && all.SegSs == SELECTOR_DATA0 && all.EFlags & EFLAGS_IF,
       "GetThreadContext: control as it is when the call has returned");
    ok(all.Ebx == was->ebx && all.Esi == was->esi && all.Edi == was->edi && all.Eax == 1,
       "GetThreadContext: so are the integer registers");
    ok(all.SegDs == SELECTOR_DATA0 && all.SegEs == SELECTOR_DATA0 && all.SegFs == SELECTOR_TIB0 &&
           all.SegGs == SELECTOR_CPU,
       "GetThreadContext: the segments");
    is_hex(all.FloatSave.ControlWord & 0xFFFF, CW_BEFORE, "GetThreadContext: the x87");
    if (cpu_features.sse)
        ok(memcmp(all.ExtendedRegisters + FX_XMM5, xmm_before, 16) == 0, "GetThreadContext: SSE");
    ok(memcmp(&all.Dr0, &debug_before, sizeof debug_before) == 0,
       "GetThreadContext: the debug registers");
}

/* ---------------------------------------------------------------- what cannot be */

static const CONTEXT constant = {.ContextFlags = CONTEXT_i386};

static void check_refusals(void)
{
    static CONTEXT good = {.ContextFlags = CONTEXT_i386};
    uint32_t here = (uint32_t)GetCurrentThread(), at = (uint32_t)&good;
    static const struct {
        const char *what;
        uint32_t thread, context; /* 0: a good one */
        DWORD error, status;
    } rows[] = {
        {"the handle of a process", 0xFFFFFFFF, 0, 6, 0},
        {"a handle", 0x40, 0, 6, 0},
        {"a context at 1", 0, 1, 998, STATUS_DATATYPE_MISALIGNMENT},
        {"a context at 4", 0, 4, 998, STATUS_ACCESS_VIOLATION},
        {"a context that wraps", 0, 0xFFFFFFFC, 998, STATUS_ACCESS_VIOLATION},
        {"a context in a hole", 0, 0x7FFD0000, 998, STATUS_ACCESS_VIOLATION},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t thread = rows[i].thread ? rows[i].thread : here;
        uint32_t context = rows[i].context ? rows[i].context : at;
        for (unsigned way = 0; way < 2; way++) {
            tib_current()->LastErrorValue = 0;
            exact_prepare();
            call(way ? (void *)SetThreadContext : (void *)GetThreadContext, 2, thread, context);
            ok(exact_after.eax == 0 && tib_current()->LastErrorValue == rows[i].error &&
                   exact_after.ebx == exact_before.ebx && exact_after.esp == exact_before.esp,
               "%s: %s says no: %u", rows[i].what, way ? "SetThreadContext" : "GetThreadContext",
               rows[i].error);
        }
        if (!rows[i].status)
            continue;
        exact_prepare();
        call((void *)NtContinue, 2, context, 0);
        is_hex(exact_after.eax, rows[i].status, "%s: NtContinue's status", rows[i].what);
    }
    tib_current()->LastErrorValue = 0;
    ok(!GetThreadContext(GetCurrentThread(), (CONTEXT *)&constant) &&
           tib_current()->LastErrorValue == 998,
       "GetThreadContext does not write constants");
    ok(SetThreadContext(GetCurrentThread(), &constant), "SetThreadContext reads them");
}

/* ---------------------------------------------------------------- selectors and flags, ring 0 */

static const struct selector_row {
    const char *what;
    size_t field;
    DWORD value;
    bool good;
} selector_rows[] = {
    {"ds beyond the table", offsetof(CONTEXT, SegDs), 0xFFF8, false},
    {"ds of the local table", offsetof(CONTEXT, SegDs), 0x0C, false},
    {"ds a task", offsetof(CONTEXT, SegDs), SELECTOR_TSS, false},
    {"ds an empty entry", offsetof(CONTEXT, SegDs), 0x40, false},
    {"ds of a privilege that its selector may not ask for", offsetof(CONTEXT, SegDs), 0x13, false},
    {"ds with something in its upper half", offsetof(CONTEXT, SegDs), 0x12340010, true},
    {"es null", offsetof(CONTEXT, SegEs), 3, true},
    {"es the code", offsetof(CONTEXT, SegEs), SELECTOR_CODE0, true},
    {"es garbage", offsetof(CONTEXT, SegEs), 0xBEEF, false},
    {"fs garbage", offsetof(CONTEXT, SegFs), 0xBEEF, false},
    {"fs ring 3's", offsetof(CONTEXT, SegFs), SELECTOR_TIB3, true},
    {"gs garbage", offsetof(CONTEXT, SegGs), 0xBEEF, false},
    {"cs ring 3's", offsetof(CONTEXT, SegCs), SELECTOR_CODE3, false},
    {"cs null", offsetof(CONTEXT, SegCs), 0, false},
    {"cs data", offsetof(CONTEXT, SegCs), SELECTOR_DATA0, false},
    {"ss ring 3's", offsetof(CONTEXT, SegSs), SELECTOR_DATA3, false},
    {"ss null", offsetof(CONTEXT, SegSs), 0, false},
};
static const struct selector_row *selector_row;

static void want_selector(CONTEXT *context)
{
    context->Eip += 2;
    *(DWORD *)((char *)context + selector_row->field) = selector_row->value;
}

static void check_selectors(void)
{
    for (selector_row = selector_rows;
         selector_row < selector_rows + sizeof selector_rows / sizeof selector_rows[0];
         selector_row++) {
        CONTEXT context;
        make_wanted(&context, SETS - 1);
        *(DWORD *)((char *)&context + selector_row->field) = selector_row->value;
        machine_prepare();
        call((void *)NtContinue, 2, (uint32_t)&context, 0);
        if (selector_row->good)
            is_hex(exact_after.edi, 1, "%s: NtContinue goes on", selector_row->what);
        else
            is_hex(
                exact_after.eax == STATUS_ACCESS_VIOLATION ? wrong_groups(0, true, exact_after.eax)
                                                           : SETS,
                0, "%s: NtContinue answers C0000005 and has changed nothing", selector_row->what);
        exact_prepare();
        bool came = under_handler(exact_ud2, 0, 0, 0, want_selector);
        if (selector_row->good)
            ok(came && seen.count == 1, "%s: a handler's context goes on", selector_row->what);
        else
            ok(!came && seen.records[1].ExceptionCode == STATUS_ACCESS_VIOLATION &&
                   seen.records[1].ExceptionFlags == 1 &&
                   seen.cause.ExceptionCode == STATUS_ILLEGAL_INSTRUCTION,
               "%s: a handler's context becomes C0000005 because of it", selector_row->what);
        fs_load(SELECTOR_TIB0);
    }
}

static void check_bad_stack(void)
{
    static const DWORD esps[] = {0, 4, 0x38, 0x7FFD0040};
    for (unsigned i = 0; i < sizeof esps / sizeof esps[0]; i++) {
        CONTEXT context;
        make_wanted(&context, CONTROL | INTEGER | SEGMENTS);
        context.Esp = esps[i];
        exact_prepare();
        seen.count = 1; /* the first one leaves */
        EXCEPTION_REGISTRATION_RECORD frame;
        seh_link(&frame, handler);
        bool came = call((void *)NtContinue, 2, (uint32_t)&context, 0);
        seh_unlink(&frame);
        const EXCEPTION_RECORD *record = &seen.records[1];
        ok(!came && record->ExceptionCode == STATUS_ACCESS_VIOLATION &&
               record->ExceptionInformation[1] == esps[i] - 56,
           "esp %08X: NtContinue raises an access violation right below it, before all is lost",
           esps[i]);
    }
}

static void check_eflags(void)
{
    static const struct {
        const char *what;
        DWORD wanted, kept;
    } rows[] = {
        {"nothing", 0, 2},
        {"interrupts off", 0x8D5, 0x8D7},
        {"nested task", 0x4202, 0x202},
        {"v86 mode", 0x20202, 0x202},
        {"alignment check", 0x40202, 0x40202},
        {"I/O privilege", 0x3202, 0x3202},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CONTEXT context;
        make_wanted(&context, CONTROL);
        context.EFlags = rows[i].wanted;
        exact_prepare();
        call((void *)NtContinue, 2, (uint32_t)&context, 0);
        is_hex(exact_after.eflags & ~EFLAGS_RF, rows[i].kept, "EFlags: %s", rows[i].what);
    }
}

/* ---------------------------------------------------------------- into ring 3 */

static void check_ring3(void)
{
    static const struct {
        const char *what;
        DWORD cs, ss, ds, es, fs, gs, eflags; /* in the context */
        DWORD ds_then, es_then, fs_then, gs_then, eflags_then;
    } rows[] = {
        {"Windows' own", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0x202, 0x23, 0x23, 0x3B, 0, 0x202},
        {"ring 0's", 0x08, 0x10, 0x10, 0x10, 0x30, 0x60, 0x202, 0x23, 0x23, 0x3B, 0, 0x202},
        {"null", 0, 0, 0, 0, 0, 0, 0x202, 0, 0, 0, 0, 0x202},
        {"privileges left out", 0x18, 0x20, 0x20, 0x20, 0x38, 0x20, 0x202, 0x23, 0x23, 0x3B, 0x23,
         0x202},
        {"garbage", 0xBEEF, 0xBEEF, 0xBEEF, 0xFFFF, 0xBEEF, 0xFFFF, 0x202, 0x23, 0x23, 0x3B, 0,
         0x202},
        {"code as data", 0x1B, 0x23, 0x1B, 0x1B, 0x1B, 0x1B, 0x202, 0x1B, 0x1B, 0x1B, 0x1B, 0x202},
        {"no flags", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0, 0x23, 0x23, 0x3B, 0, 0x202},
        {"all flags", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0xFFFFFFFF, 0x23, 0x23, 0x3B, 0, 0x250FD7},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CONTEXT context;
        struct trap_frame frame = {0};
        make_wanted(&context, CONTROL | INTEGER | SEGMENTS);
        context.SegCs = rows[i].cs;
        context.SegSs = rows[i].ss;
        context.SegDs = rows[i].ds;
        context.SegEs = rows[i].es;
        context.SegFs = rows[i].fs;
        context.SegGs = rows[i].gs;
        context.EFlags = rows[i].eflags;
        context_to_trap(&frame, &context);
        ok(frame.cs == 0x1B && frame.ss == 0x23 && frame.ds == rows[i].ds_then &&
               frame.es == rows[i].es_then && frame.fs == rows[i].fs_then &&
               frame.gs == rows[i].gs_then,
           "to ring 3: selectors of %s", rows[i].what);
        is_hex(frame.eflags, rows[i].eflags_then, "to ring 3: EFlags of %s", rows[i].what);
        ok(frame.eip == context.Eip && frame.esp == context.Esp && frame.link_ebp == 7 &&
               frame.edi == 1 && frame.eax == 6,
           "to ring 3: the other registers");
    }
    for (unsigned set = 0; set < 8; set++) {
        CONTEXT context;
        struct trap_frame frame = {0};
        make_wanted(&context, set);
        context_to_trap(&frame, &context);
        ok((frame.eip != 0) == !!(set & CONTROL) && (frame.edi != 0) == !!(set & INTEGER) &&
               (frame.ds != 0) == !!(set & SEGMENTS),
           "to ring 3: %s and nothing else", set_name(set));
    }
}

int main(void)
{
    check_calls();
    check_handler();
    check_exception_flags();
    check_get();
    check_refusals();
    check_selectors();
    check_bad_stack();
    check_eflags();
    check_ring3();
    debug_put(&(struct debug_part){{0}});
    return tap_done();
}
