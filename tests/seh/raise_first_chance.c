/* NtRaiseException with a first chance: the record and the context that handlers get, and what is
 * refused.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 */
#include "kernel/call/features.h"
#include "kernel/call/fpu.h"
#include "tests/seh/raise_scene.h"

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
    check_first_chance();
    check_refused_arguments();
    return tap_done();
}
