/* Exceptions raised by RaiseException, RtlRaiseException and RtlRaiseStatus: their promises about
 * records, contexts and registers.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 */
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "kernel/call/report.h"
#include "tests/seh/raise_scene.h"

#include <stdio.h>

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
    return tap_done();
}
