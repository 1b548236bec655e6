/* The 8259 pair of interrupt controllers. All calls: interrupts off, ring 0. Serves C and assembly.
 */
#ifndef KERNEL_DEVICES_PIC_H
#define KERNEL_DEVICES_PIC_H

#define PIC_VECTOR_BASE      0x30 /* line 0's vector, as on Windows; vectors.h lists all sixteen */
#define PIC_LINES            16
#define PIC_COMMAND1         0x20 /* the first controller's command port, and a command: */
#define PIC_END_OF_INTERRUPT 0x20

#ifndef __ASSEMBLER__
#include <stdbool.h>

/* Maps the lines to the vectors from PIC_VECTOR_BASE on and masks all of them. */
void pic_init(void);

/* Lets a line (0 to 15) through. */
void pic_unmask(unsigned irq);

/* Tells whether the interrupt just taken on this line is spurious: the controllers report noise as
 * lines 7 and 15. Ends a spurious one of line 15 at the first controller. */
bool pic_is_spurious(unsigned irq);

/* Returns the line whose interrupt was taken and is not ended yet, or -1. */
int pic_in_service(void);

/* Lets the controllers report this line, and those below it in priority, again. */
void pic_end_of_interrupt(unsigned irq);
#endif

#endif
