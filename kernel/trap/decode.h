/* Decodes as much of an instruction as a fault's handling needs: prefixes, opcode, the operand of a
 * division, the address of an operand in memory.
 */
#ifndef KERNEL_TRAP_DECODE_H
#define KERNEL_TRAP_DECODE_H

#include "kernel/trap/trap.h"

#include <stdbool.h>
#include <stdint.h>

#define INSTRUCTION_MOST 15 /* bytes; longer ones fault */

struct instruction {
    const uint8_t *bytes; /* where they were executed */
    unsigned length;      /* of the readable bytes, not of the instruction */
    unsigned prefixes;    /* their number */
    bool operand16, address16;
    uint32_t esp; /* of the interrupted code */
    int segment;  /* the override's segment register in encoding order (es cs ss ds fs gs), or -1 */
};

/* Takes apart the bytes at the frame's eip; stops at memory that cannot be read. The interrupted
 * esp is a parameter, because the frame may be a copy. */
void decode(const struct trap_frame *frame, uint32_t esp, struct instruction *instruction);

/* Tells whether one of the first four bytes is a lock prefix. */
bool decode_has_lock(const struct instruction *instruction);

/* Tells whether it is icebp, behind any prefixes but lock. */
bool decode_is_icebp(const struct instruction *instruction);

/* Tells whether only ring 0, or code with I/O privilege, may execute the opcode. */
bool decode_is_privileged(const struct instruction *instruction);

/* Tells whether the instruction at the frame's eip is a division whose divisor is zero or cannot be
 * read. An `int 0` counts as one. A call of its own, because this is the commonest question of
 * all. */
IN_REGISTERS bool decode_divides_by_zero(const struct trap_frame *frame, uint32_t esp);

/* Finds the address of the operand in memory of the instruction at the frame's eip. Returns false
 * if it has none that a ModRM byte behind an opcode of one byte names. */
bool decode_operand(const struct trap_frame *frame, uint32_t esp, uint32_t *address);

#endif
