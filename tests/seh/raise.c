/* Exceptions raised by calls, and the calls that take the machine's state apart and put it
 * together: their promises about records, contexts and registers.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 */
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/call/report.h"
#include "tests/harness/exact.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <seh.h>
#include <stdio.h>
#include <string.h>

#define SOME_CODE      0xE0123456u
#define WINDOWS_OWN    0x10000000u /* a bit that is taken out of what is raised */

/* Flags that no call may change on its way to the context; interrupts on. */
#define EFLAGS_SOME    0x000002D7u /* IF and SF ZF AF PF CF */
#define EFLAGS_OTHERS  0x00000A02u /* IF and OF */
#define EFLAGS_QUIET   0x00000046u /* interrupts off, ZF and PF */
#define EFLAGS_CHECKED 0x00000ED5u /* OF DF IF SF ZF AF PF CF */

static struct {
    unsigned count;
    EXCEPTION_RECORD *record_at, record;
    CONTEXT context;
} seen;

/* Keeps record and context. Continues an exception that can be continued, with a changed record,
 * and eax, edx and edi changed; gives up on others. */
static EXCEPTION_DISPOSITION HANDLER(handler)
{
    if (record->ExceptionFlags & EXCEPTION_UNWIND)
        return ExceptionContinueSearch;
    seen.count++;
    seen.record_at = record;
    seen.record = *record;
    seen.context = *context;
    if (record->ExceptionFlags & EXCEPTION_NONCONTINUABLE) {
        _global_unwind2(frame);
        exact_leave();
    }
    record->ExceptionFlags = EXCEPTION_NESTED_CALL;
    record->NumberParameters = EXCEPTION_MAXIMUM_PARAMETERS;
    context->Eax = 0x10101010;
    context->Edx = 0x20202020;
    context->Edi = 0x30303030;
    return ExceptionContinueExecution;
}

#define under_handler(...)                                                                         \
    ({                                                                                             \
        EXCEPTION_REGISTRATION_RECORD frame_;                                                      \
        memset(&seen, 0, sizeof seen);                                                             \
        seh_link(&frame_, handler);                                                                \
        bool returned_ = exact_call(__VA_ARGS__);                                                  \
        seh_unlink(&frame_);                                                                       \
        returned_;                                                                                 \
    })

static bool is_inside(const void *address, const char *function)
{
    char expected[64];
    int length = snprintf(expected, sizeof expected, "%08X %s+", (unsigned)address, function);
    return strncmp(report_address((uint32_t)address), expected, (size_t)length) == 0;
}

/* Compares the general registers of a context with those that the call was made with. */
static void check_general_registers(const CONTEXT *context, const char *what)
{
    const struct exact *before = &exact_before;
    is_hex(context->Eax, before->eax, "%s: the context's Eax", what);
    is_hex(context->Ecx, before->ecx, "%s: the context's Ecx", what);
    is_hex(context->Edx, before->edx, "%s: the context's Edx", what);
    is_hex(context->Ebx, before->ebx, "%s: the context's Ebx", what);
    is_hex(context->Esi, before->esi, "%s: the context's Esi", what);
    is_hex(context->Edi, before->edi, "%s: the context's Edi", what);
    is_hex(context->EFlags & EFLAGS_CHECKED, exact_eflags(before->eflags) & EFLAGS_CHECKED,
           "%s: the context's EFlags", what);
    bool ring3 = ring3_current() == 3;
    is_hex(context->SegCs << 16 | context->SegSs, ring3 ? 0x001B0023 : 0x00080010,
           "%s: its cs and ss", what);
    is_hex(context->SegDs << 16 | context->SegEs, ring3 ? 0x00230023 : 0x00100010,
           "%s: its ds and es", what);
    is_hex(context->SegFs << 16 | context->SegGs, ring3 ? 0x003B0000 : 0x00300060,
           "%s: its fs and gs", what);
}

/* Tells whether the record that the handler got lies right below a stack pointer. */
static bool is_laid_below(uint32_t esp)
{
    uint32_t at = (uint32_t)seen.record_at;
    return at > esp - 0x350 && at + sizeof(EXCEPTION_RECORD) + sizeof(CONTEXT) <= esp;
}

static void check_all_groups(const char *what)
{
    is_hex(seen.context.ContextFlags, cpu_features.fxsr ? 0x1003F : 0x1001F,
           "%s: the context has all groups", what);
    is_hex(seen.context.FloatSave.ControlWord & 0xFFFF, X87_CW_WINDOWS,
           "%s: the context has the x87's registers", what);
    is_hex(seen.context.Dr0 | seen.context.Dr6 | seen.context.Dr7, 0,
           "%s: its debug registers are zero when none is armed", what);
}

/* ---------------------------------------------------------------- RaiseException */

static const struct raise {
    const char *what;
    DWORD flags, count;
    bool without; /* NULL for the arguments */
    DWORD flags_seen, count_seen;
} raises[] = {
    {"no flag, no parameter", 0, 0, false, 0, 0},
    {"one parameter", 0, 1, false, 0, 1},
    {"fifteen parameters", 0, 15, false, 0, 15},
    {"sixteen parameters", 0, 16, false, 0, 15},
    {"FFFFFFFF parameters", 0, 0xFFFFFFFF, false, 0, 15},
    {"a count, but no arguments", 0, 3, true, 0, 0},
    {"all flags but noncontinuable", 0xFFFFFFFE, 2, false, 0, 2},
    {"noncontinuable", 1, 0, false, 1, 0},
    {"all flags", 0xFFFFFFFF, 1, false, 1, 1},
};

static void check_raise(const struct raise *row)
{
    ULONG_PTR arguments[16];
    for (unsigned i = 0; i < 16; i++)
        arguments[i] = 0x1000 + i;
    exact_prepare();
    bool returned = under_handler((void *)RaiseException, 4, SOME_CODE | WINDOWS_OWN, row->flags,
                                  row->count, row->without ? NULL : arguments);
    const EXCEPTION_RECORD *record = &seen.record;
    unsigned wrong = 0;
    for (unsigned i = 0; i < row->count_seen; i++)
        wrong += record->ExceptionInformation[i] != arguments[i];

    is_dec(seen.count, 1, "RaiseException, %s: raises once", row->what);
    is_hex(record->ExceptionCode, SOME_CODE, "RaiseException, %s: code", row->what);
    is_hex(record->ExceptionFlags, row->flags_seen, "RaiseException, %s: flags", row->what);
    is_dec(record->NumberParameters, row->count_seen, "RaiseException, %s: number of parameters",
           row->what);
    is_dec(wrong, 0, "RaiseException, %s: parameters", row->what);
    ok(record->ExceptionRecord == NULL, "RaiseException, %s: no other record", row->what);
    ok(is_inside(record->ExceptionAddress, "RaiseException"),
       "RaiseException, %s: the address is its own", row->what);
    is_hex(seen.context.Eip, (uint32_t)record->ExceptionAddress,
           "RaiseException, %s: the context's Eip is there, too", row->what);
    check_all_groups("RaiseException");
    is_hex(returned, !row->flags_seen, "RaiseException, %s: returns when continued", row->what);
    if (returned)
        ok(exact_after.esp == exact_before.esp && exact_after.ebx == exact_before.ebx &&
               exact_after.ebp == exact_before.ebp && exact_after.esi == exact_before.esi,
           "RaiseException, %s: the caller's registers are kept", row->what);
}

/* ---------------------------------------------------------------- RtlRaiseException */

static void check_rtl_raise(uint32_t eflags, DWORD flags, const char *what)
{
    EXCEPTION_RECORD linked = {.ExceptionCode = 1};
    EXCEPTION_RECORD record = {
        .ExceptionCode = SOME_CODE | WINDOWS_OWN,
        .ExceptionFlags = flags,
        .ExceptionRecord = &linked,
        .ExceptionAddress = (PVOID)1,
        .NumberParameters = 2,
        .ExceptionInformation = {3, 4},
    };
    exact_prepare();
    exact_before.eflags = eflags;
    bool returned = under_handler((void *)RtlRaiseException, 1, &record);

    is_dec(seen.count, 1, "%s: raises once", what);
    ok(seen.record_at != &record && is_laid_below(exact_before.esp),
       "%s: handlers get a copy of the record, right below the caller's stack pointer", what);
    ok(record.ExceptionFlags == flags && record.NumberParameters == 2,
       "%s: their changes do not reach the caller's record", what);
    ok(record.ExceptionAddress == exact_return, "%s: but the address does", what);
    ok(seen.record.ExceptionAddress == exact_return, "%s: the address is the return address", what);
    is_hex(seen.record.ExceptionFlags, flags, "%s: flags are kept", what);
    ok(seen.record.ExceptionCode == SOME_CODE && seen.record.ExceptionRecord == &linked &&
           seen.record.NumberParameters == 2 && seen.record.ExceptionInformation[0] == 3 &&
           seen.record.ExceptionInformation[1] == 4,
       "%s: the rest of the record is kept", what);
    check_all_groups(what);
    check_general_registers(&seen.context, what);
    is_hex(seen.context.Eip, (uint32_t)exact_return, "%s: the context's Eip", what);
    is_hex(seen.context.Esp, exact_before.esp, "%s: the context's Esp is past the argument", what);
    is_hex(seen.context.Ebp, exact_before.ebp, "%s: the context's Ebp", what);
    is_dec(returned, !(flags & EXCEPTION_NONCONTINUABLE), "%s: returns when continued", what);
    if (!returned)
        return;
    ok(exact_after.ecx == exact_before.ecx && exact_after.ebx == exact_before.ebx &&
           exact_after.esi == exact_before.esi && exact_after.ebp == exact_before.ebp &&
           exact_after.esp == exact_before.esp,
       "%s: registers are as before", what);
    ok(exact_after.eax == 0x10101010 && exact_after.edx == 0x20202020 &&
           exact_after.edi == 0x30303030,
       "%s: but those that the handler changed", what);
    is_hex(exact_after.eflags & EFLAGS_CHECKED, exact_eflags(eflags) & EFLAGS_CHECKED,
           "%s: so are the flags", what);
}

/* A record that cannot be copied becomes the status that NtRaiseException has for it. */
static void check_rtl_raise_refused(void)
{
    static const struct {
        const char *what;
        unsigned misaligned;
        DWORD parameters, status;
    } rows[] = {
        {"sixteen parameters", 0, 16, STATUS_INVALID_PARAMETER},
        {"FFFFFFFF parameters", 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER},
        {"a misaligned record", 2, 0, STATUS_DATATYPE_MISALIGNMENT},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        EXCEPTION_RECORD room[2] = {{0}};
        EXCEPTION_RECORD *record = (EXCEPTION_RECORD *)((char *)room + rows[i].misaligned);
        memcpy(&record->NumberParameters, &rows[i].parameters, sizeof(DWORD));
        exact_prepare();
        bool returned = under_handler((void *)RtlRaiseException, 1, record);
        ok(!returned && seen.count == 1, "RtlRaiseException, %s: raises once", rows[i].what);
        is_hex(seen.record.ExceptionCode, rows[i].status, "RtlRaiseException, %s: status",
               rows[i].what);
        is_hex(seen.record.ExceptionFlags, EXCEPTION_NONCONTINUABLE,
               "RtlRaiseException, %s: noncontinuable", rows[i].what);
    }
}

/* A breakpoint that a program raises, and the same by the other calls. Handlers continue one byte
 * further on. */
static LONG NTAPI step_over(EXCEPTION_POINTERS *pointers)
{
    seen.count++;
    seen.record = *pointers->ExceptionRecord;
    seen.context = *pointers->ContextRecord;
    pointers->ContextRecord->Eip += 1;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static bool raise_breakpoint(const void *call, uint32_t first, uint32_t second)
{
    memset(&seen, 0, sizeof seen);
    exact_prepare();
    PVOID handle = RtlAddVectoredExceptionHandler(1, step_over);
    bool returned = call == RaiseException ? exact_call(call, 4, first, second, 0, 0)
                                           : exact_call(call, 1, first);
    RtlRemoveVectoredExceptionHandler(handle);
    return returned && seen.count == 1;
}

static void check_breakpoints(void)
{
    EXCEPTION_RECORD record = {.ExceptionCode = STATUS_BREAKPOINT};
    ok(raise_breakpoint((void *)RtlRaiseException, (uint32_t)&record, 0),
       "a breakpoint by RtlRaiseException: raises once, and goes on");
    ok(seen.record.ExceptionAddress == exact_return,
       "a breakpoint by RtlRaiseException: the address is the return address");
    is_hex(seen.context.Eip, (uint32_t)exact_return - 1,
           "a breakpoint by RtlRaiseException: the context's Eip is one less");
    is_hex(seen.context.Esp, exact_before.esp, "a breakpoint by RtlRaiseException: Esp");
    ok(raise_breakpoint((void *)RaiseException, STATUS_BREAKPOINT, 0),
       "a breakpoint by RaiseException: raises once, and goes on");
    is_hex(seen.context.Eip, (uint32_t)seen.record.ExceptionAddress - 1,
           "a breakpoint by RaiseException: the context's Eip is one less");
    ok(raise_breakpoint((void *)RtlRaiseStatus, STATUS_BREAKPOINT, 0),
       "a breakpoint by RtlRaiseStatus: raises once, and goes on");
    is_hex(seen.context.Eip, (uint32_t)exact_return - 1,
           "a breakpoint by RtlRaiseStatus: the context's Eip is one less");
}

static void check_raise_status(void)
{
    exact_prepare();
    bool returned = under_handler((void *)RtlRaiseStatus, 1, STATUS_NO_MEMORY);
    ok(!returned && seen.count == 1, "RtlRaiseStatus: raises once");
    is_hex(seen.record.ExceptionCode, STATUS_NO_MEMORY, "RtlRaiseStatus: code");
    is_hex(seen.record.ExceptionFlags, EXCEPTION_NONCONTINUABLE, "RtlRaiseStatus: flags");
    is_dec(seen.record.NumberParameters, 0, "RtlRaiseStatus: no parameters");
    ok(seen.record.ExceptionRecord == NULL, "RtlRaiseStatus: no other record");
    ok(seen.record.ExceptionAddress == exact_return, "RtlRaiseStatus: the address is its caller");
    is_hex(seen.context.Eip, (uint32_t)exact_return, "RtlRaiseStatus: so is the context's Eip");
    is_hex(seen.context.Esp, exact_before.esp, "RtlRaiseStatus: the context's Esp");
    is_hex(seen.context.Ebp, exact_before.ebp, "RtlRaiseStatus: the context's Ebp");
    check_general_registers(&seen.context, "RtlRaiseStatus");
    check_all_groups("RtlRaiseStatus");
}

/* ---------------------------------------------------------------- contexts */

static unsigned bytes_other_than(const void *from, const void *to, uint8_t value)
{
    unsigned count = 0;
    for (const uint8_t *byte = from; byte < (const uint8_t *)to; byte++)
        count += *byte != value;
    return count;
}

static void check_capture(uint32_t eflags, const char *what)
{
    const uint32_t frame[4] = {0xFEDCBA98, 0x87654321}; /* ebp, return address, and what follows */
    CONTEXT context;
    memset(&context, 0xCC, sizeof context);
    exact_prepare();
    exact_before.ebp = (uint32_t)frame;
    exact_before.eflags = eflags;
    exact_call((void *)RtlCaptureContext, 1, &context);

    is_hex(context.ContextFlags, CONTEXT_FULL, "%s: the context is full", what);
    DWORD *selectors[] = {&context.SegGs, &context.SegFs, &context.SegEs,
                          &context.SegDs, &context.SegCs, &context.SegSs};
    unsigned wrong = 0;
    for (unsigned i = 0; i < 6; i++) {
        wrong += *selectors[i] >> 16 != 0xCCCC;
        *selectors[i] &= 0xFFFF;
    }
    is_dec(wrong, 0, "%s: the upper half of each selector's word is left alone", what);
    check_general_registers(&context, what);
    is_hex(context.Ebp, frame[0], "%s: Ebp is the caller's caller's", what);
    is_hex(context.Eip, frame[1], "%s: Eip is the caller's return address", what);
    is_hex(context.Esp, (uint32_t)&frame[2], "%s: Esp is the caller's after its return", what);
    is_dec(bytes_other_than(&context.Dr0, &context.SegGs, 0xCC) +
               bytes_other_than(context.ExtendedRegisters, &context + 1, 0xCC),
           0, "%s: nothing else of the context is touched", what);
    const struct exact *before = &exact_before, *after = &exact_after;
    ok(after->eax == before->eax && after->ecx == before->ecx && after->edx == before->edx &&
           after->ebx == before->ebx && after->esi == before->esi && after->edi == before->edi &&
           after->ebp == before->ebp && after->esp == before->esp,
       "%s: no register changes", what);
    is_hex(after->eflags & EFLAGS_CHECKED, exact_eflags(eflags) & EFLAGS_CHECKED, "%s: nor a flag",
           what);
}

/* Wherever a context lies, all of it arrives. */
static void check_continue(unsigned misaligned)
{
    static uint8_t room[sizeof(CONTEXT) + 16] __attribute__((aligned(16)));
    CONTEXT *context = (CONTEXT *)(room + misaligned);
    uint32_t stack[64];
    *context = (CONTEXT){
        .ContextFlags = CONTEXT_FULL,
        .SegGs = 0x60,
        .SegFs = 0x30,
        .SegEs = 0x23,
        .SegDs = 0x10,
        .SegSs = 0x10,
        .SegCs = 0x08,
        .Edi = 1,
        .Esi = 2,
        .Ebx = 3,
        .Edx = 4,
        .Ecx = 5,
        .Eax = 6,
        .Ebp = 7,
        .Eip = (DWORD)exact_return,
        .EFlags = EFLAGS_OTHERS | EFLAGS_DF,
        .Esp = (DWORD)&stack[60] + misaligned,
    };
    exact_prepare();
    bool returned = exact_call((void *)NtContinue, 2, context, false);
    const struct exact *after = &exact_after;
    ok(returned && after->edi == 1 && after->esi == 2 && after->ebx == 3 && after->edx == 4 &&
           after->ecx == 5 && after->eax == 6 && after->ebp == 7,
       "NtContinue, context at 16n + %u: general registers", misaligned);
    is_hex(after->esp, (uint32_t)&stack[60] + misaligned, "NtContinue, context at 16n + %u: esp",
           misaligned);
    is_hex(after->es, 0x23, "NtContinue, context at 16n + %u: es", misaligned);
    is_hex(after->eflags & EFLAGS_CHECKED, exact_eflags(context->EFlags) & EFLAGS_CHECKED,
           "NtContinue, context at 16n + %u: eflags", misaligned);
}

/* A stack for a context, below the frame whose handler is asked about it. */
struct first_chance {
    uint8_t room[4096];
    EXCEPTION_REGISTRATION_RECORD frame;
    EXCEPTION_RECORD record;
    CONTEXT context;
};

static bool raise_first_chance(struct first_chance *of, EXCEPTION_RECORD *record, CONTEXT *context)
{
    memset(&seen, 0, sizeof seen);
    seh_link(&of->frame, handler);
    bool returned = exact_call((void *)NtRaiseException, 3, record, context, true);
    seh_unlink(&of->frame);
    return returned;
}

static void prepare_first_chance(struct first_chance *of, DWORD flags)
{
    exact_prepare();
    of->record = (EXCEPTION_RECORD){
        .ExceptionCode = SOME_CODE | WINDOWS_OWN,
        .ExceptionAddress = (PVOID)0x1234,
        .NumberParameters = 15,
        .ExceptionInformation[14] = 0x55,
    };
    memset(&of->context, 0xEE, sizeof of->context);
    of->context.ContextFlags = flags;
    of->context.Ebp = 0x66;
    of->context.Eip = (DWORD)exact_return;
    of->context.SegCs = 0x08;
    of->context.SegSs = 0x10;
    of->context.EFlags = EFLAGS_SOME;
    of->context.Esp = (DWORD)&of->frame;
}

static void check_first_chance(void)
{
    struct first_chance of;
    prepare_first_chance(&of, CONTEXT_CONTROL);
    bool returned = raise_first_chance(&of, &of.record, &of.context);
    ok(returned && seen.count == 1, "NtRaiseException, first chance: handlers are asked");
    is_hex(seen.record.ExceptionCode, SOME_CODE,
           "first chance: the code, without Windows' own bit");
    is_hex((uint32_t)seen.record.ExceptionAddress, 0x1234, "first chance: the address");
    is_hex(seen.record.ExceptionInformation[14], 0x55, "first chance: the parameters");
    ok(seen.record_at != &of.record, "first chance: the record is a copy");
    ok((uint8_t *)seen.record_at > of.room + sizeof of.room - 0x350 &&
           (uint8_t *)(seen.record_at + 1) < of.room + sizeof of.room,
       "first chance: it lies right below the context's Esp");
    is_hex(seen.context.ContextFlags & ~0x20u, 0x1001F, "first chance: the context has all groups");
    is_hex(seen.context.Ebp, 0x66, "first chance: those that were given");
    is_hex(seen.context.Ebx, exact_before.ebx, "first chance: integer registers of the call");
    is_hex(seen.context.SegFs, ring3_current() == 3 ? 0x3B : 0x30,
           "first chance: segment registers of the call");
    is_hex(seen.context.FloatSave.ControlWord & 0xFFFF, 0x27F, "first chance: the FPU's state");
    ok(exact_after.eax == 0x10101010 && exact_after.ebx == exact_before.ebx &&
           exact_after.ebp == 0x66 && exact_after.esp == (uint32_t)&of.frame,
       "first chance: it goes on in the copy, as the handler changed it");
    is_hex(of.context.Eax, 0xEEEEEEEE, "first chance: the caller's context stays as it is");

    prepare_first_chance(&of, CONTEXT_CONTROL | CONTEXT_INTEGER | CONTEXT_FLOATING_POINT);
    of.context.Ebx = 0x77;
    of.context.FloatSave = (FLOATING_SAVE_AREA){.ControlWord = 0x37F, .TagWord = 0xFFFF};
    raise_first_chance(&of, &of.record, &of.context);
    is_hex(seen.context.Ebx, 0x77, "first chance: integer registers that were given");
    is_hex(seen.context.FloatSave.ControlWord, 0x37F, "first chance: an FPU that was given");
    fpu_reset();

    prepare_first_chance(&of, CONTEXT_CONTROL | CONTEXT_INTEGER | CONTEXT_DEBUG_REGISTERS);
    of.context.Dr0 = 0x11000;
    of.context.Dr1 = of.context.Dr2 = of.context.Dr3 = of.context.Dr6 = of.context.Dr7 = 0;
    raise_first_chance(&of, &of.record, &of.context);
    is_hex(seen.context.Dr0, 0x11000, "first chance: debug registers that were given");

    if (!cpu_features.fxsr)
        return;
    CONTEXT before = seen.context;
    prepare_first_chance(&of, CONTEXT_CONTROL | CONTEXT_INTEGER | CONTEXT_EXTENDED_REGISTERS);
    memcpy(of.context.ExtendedRegisters, before.ExtendedRegisters, sizeof before.ExtendedRegisters);
    of.context.ExtendedRegisters[160] = 0x5A; /* the lowest byte of xmm0 */
    raise_first_chance(&of, &of.record, &of.context);
    is_hex(seen.context.ExtendedRegisters[160], 0x5A,
           "first chance: SSE registers that were given");
    fpu_reset();
}

static void check_refused_arguments(void)
{
    struct first_chance of;
    prepare_first_chance(&of, CONTEXT_FULL);
    const struct {
        const char *what;
        void *record, *context;
        DWORD parameters;
        DWORD status;
    } calls[] = {
        {"no record", NULL, &of.context, 0, 0xC0000005},
        {"no context", &of.record, NULL, 0, 0xC0000005},
        {"a record out of reach", (void *)0xFFFFFFF0, &of.context, 0, 0xC0000005},
        {"a misaligned record", (char *)&of.record + 1, &of.context, 0, 0x80000002},
        {"a misaligned context", &of.record, (char *)&of.context + 2, 0, 0x80000002},
        {"sixteen parameters", &of.record, &of.context, 16, 0xC000000D},
        {"FFFFFFFF parameters", &of.record, &of.context, 0xFFFFFFFF, 0xC000000D},
    };
    for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        of.record.NumberParameters = calls[i].parameters;
        bool returned = raise_first_chance(&of, calls[i].record, calls[i].context);
        ok(returned && seen.count == 0, "NtRaiseException, %s: no handler is asked", calls[i].what);
        is_hex(exact_after.eax, calls[i].status, "NtRaiseException, %s: status", calls[i].what);
        is_hex(exact_after.ebx, exact_before.ebx, "NtRaiseException, %s: ebx", calls[i].what);
    }
}

int main(void)
{
    for (unsigned i = 0; i < sizeof raises / sizeof raises[0]; i++)
        check_raise(&raises[i]);
    check_rtl_raise(EFLAGS_SOME, 0, "RtlRaiseException");
    check_rtl_raise(EFLAGS_OTHERS, 0, "RtlRaiseException, other flags");
    check_rtl_raise(EFLAGS_QUIET, 0, "RtlRaiseException, interrupts off");
    check_rtl_raise(EFLAGS_SOME, 1, "RtlRaiseException, noncontinuable");
    check_rtl_raise_refused();
    check_breakpoints();
    check_raise_status();
    check_capture(EFLAGS_SOME, "RtlCaptureContext");
    check_capture(EFLAGS_OTHERS, "RtlCaptureContext, other flags");
    check_capture(EFLAGS_QUIET, "RtlCaptureContext, interrupts off");
    for (unsigned misaligned = 0; misaligned < 16; misaligned += 4)
        check_continue(misaligned);
    check_first_chance();
    check_refused_arguments();
    return tap_done();
}
