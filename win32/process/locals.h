/* Variables that each thread has for itself, as PE files have them (.tls): a number for each module
 * that has some, and in each thread an array of blocks, to which fs:[2Ch] leads. With the loader's
 * lock, from ordinary code. */
#ifndef WIN32_PROCESS_LOCALS_H
#define WIN32_PROCESS_LOCALS_H

#include "win32/process/module.h"

enum { LOCALS_MODULES = 64 /* modules with such variables at one time */ };

/* Gives the module its number, and every thread that there is a block for it. STATUS_NO_MEMORY. */
uint32_t locals_give_number(struct module *module);

/* The reverse. */
void locals_take_number(struct module *module);

/* Give the calling thread its array and its blocks, and take them back. */
bool locals_begin_thread(void);
void locals_end_thread(void);

#endif
