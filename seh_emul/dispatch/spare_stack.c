/* Both rings write these stacks, so they lie apart from trap/deliver.c, whose data is ring 0's. */
#include "seh_emul/dispatch/spare_stack.h"

char spare_stacks[SPARE_STACKS][4 * PAGE_SIZE] __attribute__((aligned(PAGE_SIZE)));
