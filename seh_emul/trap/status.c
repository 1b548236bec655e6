/* From vector to record. The commonest status of each vector is in the list of vectors; here is
 * what needs a second look, a function a vector.
 *
 * Rules: as 32-bit Windows XP to 7 has them for ring 3, but for what ring 0 cannot tell.
 */
#include "seh_emul/trap/status.h"

#include "kernel/cpu/eflags.h"
#include "kernel/trap/page_fault.h"
#include "seh_emul/trap/decode.h"

static void add_parameters(EXCEPTION_RECORD *record, DWORD count, DWORD first, DWORD second,
                           DWORD third)
{
    record->NumberParameters = count;
    record->ExceptionInformation[0] = first;
    record->ExceptionInformation[1] = second;
    record->ExceptionInformation[2] = third;
}

/* An access violation without an address that anybody could know. */
static void access_violation(EXCEPTION_RECORD *record, DWORD address)
{
    record->ExceptionCode = STATUS_ACCESS_VIOLATION;
    add_parameters(record, 2, 0, address, 0);
}

static void divide_error(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    if (!decode_divides_by_zero(frame, context->Esp))
        record->ExceptionCode = STATUS_INTEGER_OVERFLOW;
}

static void debug_trap(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    (void)context, (void)record;
    frame->eflags &= ~EFLAGS_TF;
}

/* Windows takes one byte off, however long the instruction was (`int3` one, `int 3` two). */
static void breakpoint(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    (void)context;
    frame->eip -= 1;
    record->ExceptionAddress = (PVOID)frame->eip;
    add_parameters(record, 3, 0, frame->ecx, frame->edx);
}

/* The debug service skips the byte behind its instruction, then counts as a breakpoint there: the
 * two cancel out in the address. */
static void debug_service(struct trap_frame *frame, const CONTEXT *context,
                          EXCEPTION_RECORD *record)
{
    frame->eip += 1;
    breakpoint(frame, context, record);
    record->ExceptionInformation[0] = frame->eax;
}

static void overflow_trap(struct trap_frame *frame, const CONTEXT *context,
                          EXCEPTION_RECORD *record)
{
    (void)context;
    record->ExceptionAddress = (PVOID)(frame->eip - 1);
}

/* Instructions of two bytes that Windows names by their start. */
static void two_byte_trap(struct trap_frame *frame, const CONTEXT *context,
                          EXCEPTION_RECORD *record)
{
    (void)context;
    frame->eip -= 2;
    record->ExceptionAddress = (PVOID)frame->eip;
}

static void fast_fail(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    two_byte_trap(frame, context, record);
    record->ExceptionFlags = EXCEPTION_NONCONTINUABLE;
    add_parameters(record, 1, frame->ecx, 0, 0);
}

static void invalid_opcode(struct trap_frame *frame, const CONTEXT *context,
                           EXCEPTION_RECORD *record)
{
    struct instruction instruction;
    decode(frame, context->Esp, &instruction);
    if (decode_has_lock(&instruction))
        record->ExceptionCode = STATUS_INVALID_LOCK_SEQUENCE;
}

/* Error code: bit 1 tells of a gate, bit 2 of the local table. */
static void selector_fault(struct trap_frame *frame, const CONTEXT *context,
                           EXCEPTION_RECORD *record)
{
    (void)context;
    access_violation(record, (frame->error & 6) == 4 ? frame->error & 0xFFF8 : 0xFFFFFFFF);
}

static void general_protection(struct trap_frame *frame, const CONTEXT *context,
                               EXCEPTION_RECORD *record)
{
    struct instruction instruction;
    if (frame->error) {
        selector_fault(frame, context, record);
        return;
    }
    decode(frame, context->Esp, &instruction);
    if (instruction.prefixes == INSTRUCTION_MOST)
        record->ExceptionCode = STATUS_ILLEGAL_INSTRUCTION;
    else if (decode_is_privileged(&instruction))
        record->ExceptionCode = STATUS_PRIVILEGED_INSTRUCTION;
    else
        access_violation(record, 0xFFFFFFFF);
}

/* Error code: bit 1 tells of a write, bit 4 of an instruction's fetch. */
static void page_fault(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    (void)context;
    record->ExceptionCode = page_fault_status();
    add_parameters(record, 2, frame->error & 0x10 ? 8 : frame->error >> 1 & 1, page_fault_address(),
                   0);
}

/* Error code: the status, which the kernel has found. */
static void double_fault(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    (void)context;
    record->ExceptionCode = frame->error;
    add_parameters(record, 2, 1, trap_cr2, 0);
}

static void x87_exception(struct trap_frame *frame, const CONTEXT *context,
                          EXCEPTION_RECORD *record)
{
    enum { STACK_FAULT = 0x40, INVALID = 0x01 };
    /* In Windows' order: the first that is unmasked and pending. */
    static const struct {
        uint16_t bit;
        DWORD status;
    } causes[] = {
        {0x01, STATUS_FLOAT_INVALID_OPERATION}, {0x04, STATUS_FLOAT_DIVIDE_BY_ZERO},
        {0x02, STATUS_FLOAT_DENORMAL_OPERAND},  {0x08, STATUS_FLOAT_OVERFLOW},
        {0x10, STATUS_FLOAT_UNDERFLOW},         {0x20, STATUS_FLOAT_INEXACT_RESULT},
    };
    (void)frame;
    unsigned pending = context->FloatSave.StatusWord & ~context->FloatSave.ControlWord & 0x3Fu;
    if (context->FloatSave.ErrorOffset)
        record->ExceptionAddress = (PVOID)context->FloatSave.ErrorOffset;
    add_parameters(record, 1, 0, 0, 0);
    for (unsigned i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (pending & causes[i].bit) {
            record->ExceptionCode = causes[i].status;
            break;
        }
    }
    if (pending & INVALID && context->FloatSave.StatusWord & STACK_FAULT) {
        record->ExceptionCode = STATUS_FLOAT_STACK_CHECK;
        record->NumberParameters = 2;
    }
}

static void sse_exception(struct trap_frame *frame, const CONTEXT *context,
                          EXCEPTION_RECORD *record)
{
    (void)frame, (void)context;
    add_parameters(record, 1, 0, 0, 0);
}

typedef void describer(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record);

static describer *const describers[256] = {
    [VECTOR_DE] = divide_error,     [VECTOR_DB] = debug_trap,      [VECTOR_BP] = breakpoint,
    [VECTOR_OF] = overflow_trap,    [VECTOR_UD] = invalid_opcode,  [VECTOR_TS] = selector_fault,
    [VECTOR_NP] = selector_fault,   [VECTOR_SS] = selector_fault,  [VECTOR_GP] = general_protection,
    [VECTOR_PF] = page_fault,       [VECTOR_DF] = double_fault,    [VECTOR_MF] = x87_exception,
    [VECTOR_XM] = sse_exception,    [VECTOR_FASTFAIL] = fast_fail, [VECTOR_ASSERT] = two_byte_trap,
    [VECTOR_DEBUG] = debug_service,
};

static const DWORD statuses[256] = {
#define VECTOR(number, mnemonic, code, dpl, way, status, name) [number] = status,
#include "kernel/trap/vectors.h"
#undef VECTOR
};

void status_describe(struct trap_frame *frame, const CONTEXT *context, EXCEPTION_RECORD *record)
{
    /* Parameters beyond their number are no part of a record. */
    record->ExceptionCode = statuses[frame->vector];
    record->ExceptionFlags = 0;
    record->ExceptionRecord = NULL;
    record->ExceptionAddress = (PVOID)frame->eip;
    record->NumberParameters = 0;
    if (describers[frame->vector])
        describers[frame->vector](frame, context, record);
}

/* As Windows, which cannot lay the exception down then: the address stays, the rest is the
 * overflow's. */
void status_describe_overflow(uint32_t touched, EXCEPTION_RECORD *record)
{
    record->ExceptionCode = STATUS_STACK_OVERFLOW;
    record->ExceptionFlags = 0;
    add_parameters(record, 2, 1, touched, 0);
}
