/* Both rings write this stack, so it lies apart from trap/deliver.c, whose data is ring 0's. */
#include "seh_emul/dispatch/spare_stack.h"

char spare_stack[4 * PAGE_SIZE] __attribute__((aligned(PAGE_SIZE)));
