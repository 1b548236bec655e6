/* Probing machine code; see probe.h. */
#include "tests/harness/probe.h"
#include "tests/harness/handler.h"

#include "boot/cpuid.h"
#include "kernel/call/eflags.h"
#include "kernel/call/features.h"
#include "kernel/cpu/fpu_state.h"

#include <memoryapi.h>
#include <ring3.h>
#include <seh.h>
#include <string.h>

/* probe_call.S: calls code; leaves where the call returns to, and the stack pointer there. */
void probe_call(const void *code);
extern uint32_t probe_return_esp, probe_return_ebp;
extern char probe_return[];

static struct probe *current;

/* In ring 0 a probe may have set the task-switched bit. */
static void fresh_fpu(void)
{
    if (ring3_current() == 0)
        fpu_claim();
    fpu_reset();
}

static EXCEPTION_DISPOSITION HANDLER(caught)
{
    if (current->raised++ == 0) {
        current->record = *record;
        current->context = *context;
    }
    context->Eip = (DWORD)probe_return;
    context->Esp = probe_return_esp;
    context->Ebp = probe_return_ebp;
    bool ring3 = ring3_current() == 3;
    context->SegDs = context->SegEs = ring3 ? 0x23 : 0x10;
    context->SegFs = ring3 ? 0x3B : 0x30;
    context->SegGs = ring3 ? 0 : 0x60;
    context->EFlags = EFLAGS_FIXED | EFLAGS_IF;
    context->ContextFlags &= ~(CONTEXT_FLOATING_POINT | CONTEXT_EXTENDED_REGISTERS) | CONTEXT_i386;
    fresh_fpu();
    return ExceptionContinueExecution;
}

uint8_t *probe_code(void)
{
    static uint8_t *code;
    if (!code) {
        code =
            VirtualAlloc(NULL, PROBE_CODE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    }
    return code;
}

void probe_run(const uint8_t *code, size_t length, struct probe *probe)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    memset(probe, 0, sizeof *probe);
    memcpy(probe_code(), code, length);
    probe_code()[length] = 0xC3; /* ret */
    current = probe;
    fresh_fpu();
    seh_link(&frame, caught);
    probe_call(probe_code());
    seh_unlink(&frame);
    fresh_fpu();
}

bool probe_on_tcg(void)
{
    uint32_t out[4];
    if (!cpu_features.tsc) /* a 486 is QEMU's, too */
        return true;
    cpuid(0x40000000, out);
    return memcmp(&out[1], "TCGT", 4) == 0;
}
