/* Makes the record of a trap. The commonest status of each vector is in the list of vectors. A
 * vector that needs a second look has a function here.
 *
 * The rules are those of 32-bit Windows XP to 7 for ring 3, except for cases that cannot be told
 * apart in ring 0.
 */
#include "seh_emul/trap/status.h"

#include "kernel/call/eflags.h"
#include "kernel/cpu/contracts.h"
#include "kernel/trap/decode.h"
#include "lib/inlining.h"

static void add_parameters(EXCEPTION_RECORD *record, DWORD count, DWORD first, DWORD second,
                           DWORD third)
{
    record->NumberParameters = count;
    record->ExceptionInformation[0] = first;
    record->ExceptionInformation[1] = second;
    record->ExceptionInformation[2] = third;
}

/* Makes record an access violation. The CPU does not tell its true address, so address is Windows'
 * value for it. */
static void access_violation(EXCEPTION_RECORD *record, DWORD address)
{
    record->ExceptionCode = STATUS_ACCESS_VIOLATION;
    add_parameters(record, 2, 0, address, 0);
}

static IN_REGISTERS void divide_error(struct laid_exception *laid, const struct trap_frame *frame)
{
    if (!decode_divides_by_zero(frame, laid->context.Esp))
        laid->record.ExceptionCode = STATUS_INTEGER_OVERFLOW;
}

static IN_REGISTERS void debug_trap(struct laid_exception *laid, const struct trap_frame *frame)
{
    (void)frame;
    laid->context.EFlags &= ~EFLAGS_TF;
}

/* Moves the context's eip, and puts the record's address there. */
static void move_eip(struct laid_exception *laid, DWORD by)
{
    laid->context.Eip += by;
    laid->record.ExceptionAddress = (PVOID)laid->context.Eip;
}

/* Moves eip back by one byte, as Windows does for every length (one byte for `int3`, two for `int
 * 3`). */
static IN_REGISTERS void breakpoint(struct laid_exception *laid, const struct trap_frame *frame)
{
    move_eip(laid, (DWORD)-1);
    add_parameters(&laid->record, 3, 0, frame->ecx, frame->edx);
}

/* The debug service skips the byte behind its instruction, then counts as a breakpoint there. So
 * its address is right behind the instruction. */
static IN_REGISTERS void debug_service(struct laid_exception *laid, const struct trap_frame *frame)
{
    laid->context.Eip += 1;
    breakpoint(laid, frame);
    laid->record.ExceptionInformation[0] = frame->eax;
}

static IN_REGISTERS void overflow_trap(struct laid_exception *laid, const struct trap_frame *frame)
{
    laid->record.ExceptionAddress = (PVOID)(frame->eip - 1);
}

/* Windows reports these two-byte instructions by their start. */
static IN_REGISTERS void two_byte_trap(struct laid_exception *laid, const struct trap_frame *frame)
{
    (void)frame;
    move_eip(laid, (DWORD)-2);
}

static IN_REGISTERS void fast_fail(struct laid_exception *laid, const struct trap_frame *frame)
{
    two_byte_trap(laid, frame);
    laid->record.ExceptionFlags = EXCEPTION_NONCONTINUABLE;
    add_parameters(&laid->record, 1, frame->ecx, 0, 0);
}

/* QEMU 7.2 knows no icebp. A CPU makes a debug trap of it, behind it. */
static void icebp(struct laid_exception *laid, const struct instruction *instruction)
{
    laid->record.ExceptionCode = STATUS_SINGLE_STEP;
    laid->context.EFlags &= ~(DWORD)(EFLAGS_TF | EFLAGS_RF);
    move_eip(laid, instruction->prefixes + 1);
}

static IN_REGISTERS void invalid_opcode(struct laid_exception *laid, const struct trap_frame *frame)
{
    struct instruction instruction;
    decode(frame, laid->context.Esp, &instruction);
    if (decode_is_icebp(&instruction))
        icebp(laid, &instruction);
    else if (decode_has_lock(&instruction))
        laid->record.ExceptionCode = STATUS_INVALID_LOCK_SEQUENCE;
}

/* Error code: bit 1 is set for a gate, bit 2 for the local table. */
static IN_REGISTERS void selector_fault(struct laid_exception *laid, const struct trap_frame *frame)
{
    access_violation(&laid->record, (frame->error & 6) == 4 ? frame->error & 0xFFF8 : 0xFFFFFFFF);
}

static IN_REGISTERS void general_protection(struct laid_exception *laid,
                                            const struct trap_frame *frame)
{
    struct instruction instruction;
    if (frame->error) {
        selector_fault(laid, frame);
        return;
    }
    decode(frame, laid->context.Esp, &instruction);
    if (instruction.prefixes == INSTRUCTION_MOST)
        laid->record.ExceptionCode = STATUS_ILLEGAL_INSTRUCTION;
    else if (decode_is_privileged(&instruction))
        laid->record.ExceptionCode = STATUS_PRIVILEGED_INSTRUCTION;
    else
        access_violation(&laid->record, 0xFFFFFFFF);
}

static IN_REGISTERS void x87_exception(struct laid_exception *laid, const struct trap_frame *frame)
{
    enum { STACK_FAULT = 0x40, INVALID = 0x01 };
    /* In Windows' order: the first one that is unmasked and pending counts. */
    static const struct {
        uint16_t bit;
        DWORD status;
    } causes[] = {
        {0x01, STATUS_FLOAT_INVALID_OPERATION}, {0x04, STATUS_FLOAT_DIVIDE_BY_ZERO},
        {0x02, STATUS_FLOAT_DENORMAL_OPERAND},  {0x08, STATUS_FLOAT_OVERFLOW},
        {0x10, STATUS_FLOAT_UNDERFLOW},         {0x20, STATUS_FLOAT_INEXACT_RESULT},
    };
    (void)frame;
    unsigned pending =
        laid->context.FloatSave.StatusWord & ~laid->context.FloatSave.ControlWord & 0x3Fu;
    if (laid->context.FloatSave.ErrorOffset)
        laid->record.ExceptionAddress = (PVOID)laid->context.FloatSave.ErrorOffset;
    add_parameters(&laid->record, 1, 0, 0, 0);
    for (unsigned i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (pending & causes[i].bit) {
            laid->record.ExceptionCode = causes[i].status;
            break;
        }
    }
    if (pending & INVALID && laid->context.FloatSave.StatusWord & STACK_FAULT) {
        laid->record.ExceptionCode = STATUS_FLOAT_STACK_CHECK;
        laid->record.NumberParameters = 2;
    }
}

static IN_REGISTERS void sse_exception(struct laid_exception *laid, const struct trap_frame *frame)
{
    (void)frame;
    add_parameters(&laid->record, 1, 0, 0, 0);
}

typedef IN_REGISTERS void describer(struct laid_exception *laid, const struct trap_frame *frame);

static describer *const describers[256] = {
    [VECTOR_DE] = divide_error,       [VECTOR_DB] = debug_trap,
    [VECTOR_BP] = breakpoint,         [VECTOR_OF] = overflow_trap,
    [VECTOR_UD] = invalid_opcode,     [VECTOR_TS] = selector_fault,
    [VECTOR_NP] = selector_fault,     [VECTOR_SS] = selector_fault,
    [VECTOR_GP] = general_protection, [VECTOR_MF] = x87_exception,
    [VECTOR_XM] = sse_exception,      [VECTOR_FASTFAIL] = fast_fail,
    [VECTOR_ASSERT] = two_byte_trap,  [VECTOR_DEBUG] = debug_service,
};

static const DWORD statuses[256] = {
#define VECTOR(number, mnemonic, code, dpl, way, status, name) [number] = status,
#include "kernel/trap/vectors.h"
#undef VECTOR
};

/* RF of the vectors for which the CPU pushes it: the instruction is to be done again, and no
 * breakpoint was met. Not every emulator does, nor does a double fault's task. */
static const DWORD pushed_rf[256] = {
#define VECTOR(number, mnemonic, code, dpl, way, status, name)                                     \
    [number] = number < 0x20 && number != VECTOR_DB && number != VECTOR_BP && number != VECTOR_OF  \
                   ? EFLAGS_RF                                                                     \
                   : 0,
#include "kernel/trap/vectors.h"
#undef VECTOR
};

/* Error code: bit 1 is set for a write, bit 4 for the fetch of an instruction. A page that could
 * not be brought in has its reason as a third parameter. */
static OWN_STACK void page_fault(struct laid_exception *laid, const struct trap_frame *frame,
                                 const struct page_fault *fault)
{
    laid->record.ExceptionCode = fault->status;
    add_parameters(&laid->record, fault->status == STATUS_IN_PAGE_ERROR ? 3 : 2,
                   frame->error & 0x10 ? 8 : frame->error >> 1 & 1, fault->address,
                   fault->underlying);
}

IN_REGISTERS void status_describe(struct laid_exception *laid, const struct trap_frame *frame,
                                  const struct page_fault *fault)
{
    interrupts_must_be_off();
    /* Parameters beyond their number are not set, because they are no part of a record. */
    EXCEPTION_RECORD *record = &laid->record;
    uint32_t vector = frame->vector;
    record->ExceptionCode = statuses[vector];
    record->ExceptionFlags = 0;
    record->ExceptionRecord = NULL;
    record->ExceptionAddress = (PVOID)frame->eip;
    record->NumberParameters = 0;
    laid->context.EFlags |= pushed_rf[vector];
    if (fault)
        page_fault(laid, frame, fault);
    else if (describers[vector])
        describers[vector](laid, frame);
}

/* As on Windows, which cannot lay down the first exception: its address stays, the rest is the
 * overflow's. */
void status_describe_overflow(uint32_t touched, EXCEPTION_RECORD *record)
{
    record->ExceptionCode = STATUS_STACK_OVERFLOW;
    record->ExceptionFlags = 0;
    add_parameters(record, 2, 1, touched, 0);
}
