/* Contexts that cannot be loaded or stored, each answered with its status or error before anything
 * has changed; and the words that are left out on the way into ring 3.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3 compilers=gcc
 * run: emulator=bochs compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "kernel/call/segment_registers.h"
#include "kernel/cpu/segment_loads.h"
#include "tests/seh/context_scene.h"

/* ---------------------------------------------------------------- refused */

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
               "%s: %s says no: %lu", rows[i].what, way ? "SetThreadContext" : "GetThreadContext",
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
           "esp %08lX: NtContinue raises an access violation right below it, before all is lost",
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
        {"nested task", 0x4202, 0x4202},
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
        {"VM", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0x20002, 0x23, 0x23, 0x3B, 0, 0x202},
        {"NT, VIF and VIP", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0x184202, 0x23, 0x23, 0x3B, 0,
         0x184202},
        {"I/O privilege", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0x3202, 0x23, 0x23, 0x3B, 0, 0x202},
        {"all flags", 0x1B, 0x23, 0x23, 0x23, 0x3B, 0, 0xFFFFFFFF, 0x23, 0x23, 0x3B, 0, 0x3D4FD7},
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
    check_refusals();
    if (ring3_current() == 0) {
        check_selectors();
        check_bad_stack();
        check_eflags();
        check_ring3();
    }
    debug_put(&(struct debug_part){{0}});
    return tap_done();
}
