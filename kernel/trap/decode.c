/* Decodes instructions. Source of encodings: Intel's manual volume 2. */
#include "kernel/trap/decode.h"

#include "boot/layout.h"
#include "kernel/cpu/segments.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/user_memory.h"
#include "lib/inlining.h"

#include <stddef.h>
#include <string.h>

/* ---------------------------------------------------------------- prefixes */

enum { ES, CS, SS, DS, FS, GS, NO_SEGMENT = -1 };

/* The meaning of a byte as a prefix: a flag, or OVERRIDE plus the segment; 0 for a byte that is
 * none. */
enum { OPERAND16 = 1, ADDRESS16 = 2, OTHER = 4, OVERRIDE = 8 };

static const uint8_t prefix_kinds[256] = {
    [0x66] = OPERAND16,     [0x67] = ADDRESS16,     [0xF0] = OTHER, /* lock */
    [0xF2] = OTHER,         [0xF3] = OTHER,                         /* repne, rep */
    [0x26] = OVERRIDE + ES, [0x2E] = OVERRIDE + CS, [0x36] = OVERRIDE + SS,
    [0x3E] = OVERRIDE + DS, [0x64] = OVERRIDE + FS, [0x65] = OVERRIDE + GS,
};

/* Tells whether the interrupted code could read these bytes. */
static bool readable(const struct trap_frame *frame, uint32_t address, uint32_t length)
{
    return trap_from_ring3(frame) ? user_readable((const void *)address, length)
                                  : paging_readable((const void *)address, length);
}

/* Returns the number of bytes at eip that can be read. A division's first page is not checked,
 * because the CPU has just fetched it; but eip at a page's start may lie behind an `int 0`. Other
 * vectors are checked, because not every emulator reports the right eip. */
static unsigned readable_length(const struct trap_frame *frame)
{
    unsigned on_first_page = PAGE_SIZE - frame->eip % PAGE_SIZE;
    bool fetched = frame->vector == VECTOR_DE && on_first_page != PAGE_SIZE;
    if (!fetched && !readable(frame, frame->eip, 1))
        return 0;
    if (on_first_page >= INSTRUCTION_MOST || readable(frame, frame->eip + on_first_page, 1))
        return INSTRUCTION_MOST;
    return on_first_page;
}

static inline void take_apart(const struct trap_frame *frame, uint32_t esp,
                              struct instruction *instruction)
{
    const uint8_t *bytes = (const uint8_t *)frame->eip;
    unsigned length = readable_length(frame), prefixes = 0, seen = 0;
    instruction->segment = NO_SEGMENT;
    for (; prefixes < length; prefixes++) {
        uint8_t kind = prefix_kinds[bytes[prefixes]];
        if (!kind)
            break;
        if (kind >= OVERRIDE)
            instruction->segment = kind - OVERRIDE;
        else
            seen |= kind;
    }
    instruction->bytes = bytes;
    instruction->length = length;
    instruction->prefixes = prefixes;
    instruction->operand16 = seen & OPERAND16;
    instruction->address16 = seen & ADDRESS16;
    instruction->esp = esp;
}

void decode(const struct trap_frame *frame, uint32_t esp, struct instruction *instruction)
{
    take_apart(frame, esp, instruction);
}

/* Returns the byte at index behind the prefixes, 0 past the readable ones. */
static inline uint8_t decode_byte(const struct instruction *instruction, unsigned index)
{
    unsigned at = instruction->prefixes + index;
    return at < instruction->length ? instruction->bytes[at] : 0;
}

bool decode_has_lock(const struct instruction *instruction)
{
    return memchr(instruction->bytes, 0xF0, instruction->length < 4 ? instruction->length : 4);
}

bool decode_is_icebp(const struct instruction *instruction)
{
    enum { ICEBP = 0xF1 };
    return decode_byte(instruction, 0) == ICEBP &&
           !memchr(instruction->bytes, 0xF0, instruction->prefixes);
}

/* ---------------------------------------------------------------- privileged opcodes */

/* Opcodes of one byte, or of two bytes, 0Fh first. reg is the middle field of the following byte,
 * or ANY. */
#define ANY 8
static const struct {
    bool two_bytes;
    uint8_t opcode, reg;
} privileged[] = {
    {false, 0xF4, ANY},                                         /* hlt */
    {false, 0xFA, ANY}, {false, 0xFB, ANY},                     /* cli, sti */
    {false, 0xE4, ANY}, {false, 0xE5, ANY}, {false, 0xE6, ANY}, /* in, out: immediate port */
    {false, 0xE7, ANY}, {false, 0xEC, ANY}, {false, 0xED, ANY}, /* in, out: port in dx */
    {false, 0xEE, ANY}, {false, 0xEF, ANY}, {false, 0x6C, ANY},
    {false, 0x6D, ANY}, {false, 0x6E, ANY},                  /* ins, outs */
    {false, 0x6F, ANY}, {true, 0x00, 2},    {true, 0x00, 3}, /* lldt, ltr */
    {true, 0x01, 2},    {true, 0x01, 3},    {true, 0x01, 6}, /* lgdt, lidt, lmsw */
    {true, 0x06, ANY},                                       /* clts */
    {true, 0x08, ANY},  {true, 0x09, ANY},                   /* invd, wbinvd */
    {true, 0x20, ANY},  {true, 0x22, ANY},                   /* mov cr */
    {true, 0x21, ANY},  {true, 0x23, ANY},                   /* mov dr */
    {true, 0x30, ANY},  {true, 0x32, ANY},                   /* wrmsr, rdmsr */
    {true, 0x33, ANY},  {true, 0x35, ANY},                   /* rdpmc, sysexit */
};

bool decode_is_privileged(const struct instruction *instruction)
{
    bool two_bytes = decode_byte(instruction, 0) == 0x0F;
    uint8_t opcode = decode_byte(instruction, two_bytes);
    uint8_t reg = decode_byte(instruction, two_bytes + 1u) >> 3 & 7;
    for (unsigned i = 0; i < sizeof privileged / sizeof privileged[0]; i++)
        if (privileged[i].two_bytes == two_bytes && privileged[i].opcode == opcode &&
            (privileged[i].reg == ANY || privileged[i].reg == reg))
            return true;
    return false;
}

/* ---------------------------------------------------------------- operands */

/* General registers in encoding order: eax ecx edx ebx esp ebp esi edi. */
static inline uint32_t register_value(const struct trap_frame *frame,
                                      const struct instruction *instruction, unsigned number)
{
    enum { ESP = 4 };
    static const uint8_t words[8] = {
#define WORD(field) offsetof(struct trap_frame, field) / sizeof(uint32_t)
        WORD(eax), WORD(ecx), WORD(edx), WORD(ebx), 0, WORD(link_ebp), WORD(esi), WORD(edi),
#undef WORD
    };
    return number == ESP ? instruction->esp : ((const uint32_t *)frame)[words[number]];
}

static uint32_t displacement(const struct instruction *instruction, unsigned index, unsigned size)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint32_t)decode_byte(instruction, index + i) << 8 * i;
    return size == 1 ? (uint32_t)(int32_t)(int8_t)value : value;
}

/* Returns the offset that a ModRM byte at index names. *stack tells whether SS is its default
 * segment. */
static uint32_t offset32(const struct trap_frame *frame, const struct instruction *instruction,
                         unsigned index, bool *stack)
{
    unsigned mod = decode_byte(instruction, index) >> 6;
    unsigned rm = decode_byte(instruction, index) & 7;
    uint32_t offset = 0;
    index++;
    *stack = false;
    if (rm == 4) { /* a SIB byte follows */
        uint8_t sib = decode_byte(instruction, index++);
        unsigned scaled = sib >> 3 & 7;
        if (scaled != 4)
            offset = register_value(frame, instruction, scaled) << (sib >> 6);
        rm = sib & 7;
    }
    if (rm == 5 && mod == 0)
        return offset + displacement(instruction, index, 4);
    *stack = rm == 4 || rm == 5;
    offset += register_value(frame, instruction, rm);
    if (mod)
        offset += displacement(instruction, index, mod == 1 ? 1 : 4);
    return offset;
}

static uint32_t offset16(const struct trap_frame *frame, const struct instruction *instruction,
                         unsigned index, bool *stack)
{
    enum { BX = 3, BP = 5, SI = 6, DI = 7, NONE = 8 };
    static const uint8_t pairs[8][2] = {{BX, SI},   {BX, DI},   {BP, SI},   {BP, DI},
                                        {SI, NONE}, {DI, NONE}, {BP, NONE}, {BX, NONE}};
    unsigned mod = decode_byte(instruction, index) >> 6;
    unsigned rm = decode_byte(instruction, index) & 7;
    index++;
    *stack = false;
    if (rm == 6 && mod == 0)
        return displacement(instruction, index, 2);
    uint32_t offset = register_value(frame, instruction, pairs[rm][0]);
    if (pairs[rm][1] != NONE)
        offset += register_value(frame, instruction, pairs[rm][1]);
    if (mod)
        offset += displacement(instruction, index, mod == 1 ? 1 : 2);
    *stack = pairs[rm][0] == BP;
    return offset & 0xFFFF;
}

static uint32_t operand_address(const struct trap_frame *frame,
                                const struct instruction *instruction, unsigned index)
{
    bool stack;
    uint32_t offset = instruction->address16 ? offset16(frame, instruction, index, &stack)
                                             : offset32(frame, instruction, index, &stack);
    int segment = instruction->segment != NO_SEGMENT ? instruction->segment : stack ? SS : DS;
    const uint32_t selectors[6] = {frame->es, frame->cs, trap_ss(frame),
                                   frame->ds, frame->fs, frame->gs};
    return segments_base((uint16_t)selectors[segment]) + offset;
}

/* Tells whether the operand of size bytes that the ModRM byte at index names is zero. Memory that
 * cannot be read counts as zero, as on Windows. */
static inline bool operand_is_zero(const struct trap_frame *frame,
                                   const struct instruction *instruction, unsigned index,
                                   unsigned size)
{
    uint8_t modrm = decode_byte(instruction, index);
    unsigned number = modrm & 7;
    uint32_t value = 0;
    if (modrm >> 6 != 3) {
        uint32_t at = operand_address(frame, instruction, index);
        if (readable(frame, at, size))
            memcpy(&value, (const void *)at, size);
    } else if (size == 1) { /* al cl dl bl ah ch dh bh */
        value = register_value(frame, instruction, number & 3) >> (number & 4 ? 8 : 0);
    } else {
        value = register_value(frame, instruction, number);
    }
    return (value & (size == 4 ? ~0u : size == 2 ? 0xFFFFu : 0xFFu)) == 0;
}

/* Decides for any instruction that raises a divide error. */
static OWN_STACK bool divides_by_zero(const struct trap_frame *frame, uint32_t esp)
{
    struct instruction instruction;
    take_apart(frame, esp, &instruction);
    uint8_t opcode = decode_byte(&instruction, 0);
    if (opcode == 0xD4) /* aam divides by its immediate byte */
        return decode_byte(&instruction, 1) == 0;
    if (opcode != 0xF6 && opcode != 0xF7) /* an `int 0`: no division at all */
        return true;
    unsigned size = opcode == 0xF6 ? 1 : instruction.operand16 ? 2 : 4;
    return operand_is_zero(frame, &instruction, 1, size);
}

/* Decides the commonest division at one look: by a 32-bit register, without a prefix, both bytes
 * inside the page that was executed. */
IN_REGISTERS bool decode_divides_by_zero(const struct trap_frame *frame, uint32_t esp)
{
    const uint8_t *bytes = (const uint8_t *)frame->eip;
    struct instruction instruction = {.esp = esp};
    if (frame->eip % PAGE_SIZE - 1 < PAGE_SIZE - 2 && bytes[0] == 0xF7 && bytes[1] >= 0xC0)
        return register_value(frame, &instruction, bytes[1] & 7u) == 0;
    return divides_by_zero(frame, esp);
}

/* Opcodes of one byte that a ModRM byte follows. Each opcode is a bit. */
static const uint32_t has_modrm[8] = {
    0x0F0F0F0F, 0x0F0F0F0F, /* arithmetic */
    0,          0x00000A0C, /* bound, arpl, imul */
    0x0000FFFF, 0,          /* arithmetic, test, xchg, mov, lea, pop */
    0xFF0F00F3, 0xC0C00000, /* shifts, les, lds, mov; x87; then test to dec, and inc to push */
};

bool decode_operand(const struct trap_frame *frame, uint32_t esp, uint32_t *address)
{
    struct instruction instruction;
    take_apart(frame, esp, &instruction);
    uint8_t opcode = decode_byte(&instruction, 0);
    if (!(has_modrm[opcode / 32] >> opcode % 32 & 1) || decode_byte(&instruction, 1) >> 6 == 3)
        return false;
    *address = operand_address(frame, &instruction, 1);
    return true;
}
