/* Shared by the tests of raised exceptions and captured contexts: a handler that keeps what it
 * gets, and the registers that a context must have.
 */
#ifndef TESTS_RAISE_SCENE_H
#define TESTS_RAISE_SCENE_H

#include "tests/harness/exact.h"
#include "tests/harness/handler.h"
#include "tests/harness/tap.h"

#include <seh.h>
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
static inline EXCEPTION_DISPOSITION HANDLER(handler)
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

/* Compares the general registers of a context with those that the call was made with. */
static inline void check_general_registers(const CONTEXT *context, const char *what)
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

#endif
