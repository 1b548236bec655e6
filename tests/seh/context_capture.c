/* The machine's state taken by RtlCaptureContext, and loaded by NtContinue.
 *
 * run: emulator=qemu,bochs
 * run: name=checked checked=1
 * run: name=ring3 ring=3
 */
#include "kernel/call/eflags.h"
#include "tests/seh/raise_scene.h"

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

int main(void)
{
    check_capture(EFLAGS_SOME, "RtlCaptureContext");
    check_capture(EFLAGS_OTHERS, "RtlCaptureContext, other flags");
    check_capture(EFLAGS_QUIET, "RtlCaptureContext, interrupts off");
    for (unsigned misaligned = 0; misaligned < 16; misaligned += 4)
        check_continue(misaligned);
    return tap_done();
}
