/* ContextFlags: each group of a CONTEXT is put into the machine when it is named and left alone
 * when it is not, for all 64 sets of groups and each of the three ways; and read likewise.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: emulator=bochs compilers=gcc
 */
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "tests/seh/context_scene.h"

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

static CONTEXT wanted;

static void want_all(CONTEXT *context) { *context = wanted; }

/* General registers that are not named have the dispatcher's own values. Without the control group
 * there is no place to go on at. */
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

static void go_on(CONTEXT *context) { context->Eip += 2; }

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
           all.SegCs == of_ring(in_use)->cs && all.SegSs == of_ring(in_use)->ss &&
           all.EFlags & EFLAGS_IF,
       "GetThreadContext: control as it is when the call has returned");
    ok(all.Ebx == was->ebx && all.Esi == was->esi && all.Edi == was->edi && all.Eax == 1,
       "GetThreadContext: so are the integer registers");
    const struct selectors *used = of_ring(in_use);
    ok(all.SegDs == used->ds && all.SegEs == used->es && all.SegFs == used->fs &&
           all.SegGs == used->gs,
       "GetThreadContext: the segments");
    is_hex(all.FloatSave.ControlWord & 0xFFFF, CW_BEFORE, "GetThreadContext: the x87");
    is_hex(all.FloatSave.Cr0NpxState, 0, "GetThreadContext: behind it a word of 0");
    if (cpu_features.sse)
        ok(memcmp(all.ExtendedRegisters + FX_XMM5, xmm_before, 16) == 0, "GetThreadContext: SSE");
    ok(memcmp(&all.Dr0, &debug_before, sizeof debug_before) == 0,
       "GetThreadContext: the debug registers");
}

int main(void)
{
    check_calls();
    check_handler();
    check_exception_flags();
    check_get();
    debug_put(&(struct debug_part){{0}});
    return tap_done();
}
