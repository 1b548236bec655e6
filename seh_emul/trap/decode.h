/* As much of the instruction set as the choice of a status needs: prefixes, opcode, the operand of
 * a division.
 */
#ifndef SEH_EMUL_TRAP_DECODE_H
#define SEH_EMUL_TRAP_DECODE_H

#include "kernel/trap/trap.h"

#include <stdbool.h>
#include <stdint.h>

#define INSTRUCTION_MOST 15 /* bytes; longer ones fault */

struct instruction {
    const uint8_t *bytes; /* where they were executed */
    unsigned length;      /* of what can be read, not of the instruction */
    unsigned prefixes;    /* how many */
    bool operand16, address16;
    uint32_t esp; /* of the interrupted code */
    int segment;  /* the override's segment register in encoding order (es cs ss ds fs gs), or -1 */
};

/* Takes apart the bytes at the frame's eip; stops at memory that cannot be read. The frame may be a
 * copy, so the interrupted esp is told apart. */
void decode(const struct trap_frame *frame, uint32_t esp, struct instruction *instruction);

/* Whether one of the first four bytes is a lock prefix. */
bool decode_has_lock(const struct instruction *instruction);

/* Whether the opcode is one that only ring 0 may execute, or that needs I/O privilege. */
bool decode_is_privileged(const struct instruction *instruction);

/* Whether the instruction at the frame's eip is a division whose divisor is zero, or lies where it
 * cannot be read. The commonest question of all, so it is asked and answered in one go. */
IN_REGISTERS bool decode_divides_by_zero(const struct trap_frame *frame, uint32_t esp);

#endif
