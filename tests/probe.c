/* Probing machine code; see probe.h. */
#include "tests/probe.h"

#include "kernel/cpu.h"
#include "kernel/paging.h"
#include "kernel/space.h"

#include <seh.h>
#include <string.h>

/* probe_call.S: calls code; leaves where the call returns to, and the stack pointer there. */
void probe_call(const void *code);
extern uint32_t probe_return_esp, probe_return_ebp;
extern char probe_return[];

static struct probe *current;

static EXCEPTION_DISPOSITION caught(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                    CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)frame, (void)dispatcher;
    if (current->raised++ == 0) {
        current->record = *record;
        current->context = *context;
    }
    context->Eip = (DWORD)probe_return;
    context->Esp = probe_return_esp;
    context->Ebp = probe_return_ebp;
    context->SegDs = context->SegEs = 0x10;
    context->SegFs = 0x30;
    context->SegGs = 0x60;
    context->EFlags = EFLAGS_FIXED | EFLAGS_IF;
    context->ContextFlags &= ~(CONTEXT_FLOATING_POINT | CONTEXT_EXTENDED_REGISTERS) | CONTEXT_i386;
    cpu_init_fpu();
    return ExceptionContinueExecution;
}

uint8_t *probe_code(void)
{
    static uint8_t *code;
    if (!code) {
        code = space_reserve(PROBE_CODE_SIZE);
        space_commit(code, PROBE_CODE_SIZE, PAGING_WRITE | PAGING_EXECUTE | PAGING_USER);
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
    cpu_init_fpu();
    seh_link(&frame, caught);
    probe_call(probe_code());
    seh_unlink(&frame);
    cpu_init_fpu();
}

bool probe_on_tcg(void)
{
    uint32_t out[4];
    if (!cpu_features.tsc) /* a 486 is QEMU's, too */
        return true;
    cpuid(0x40000000, out);
    return memcmp(&out[1], "TCGT", 4) == 0;
}
