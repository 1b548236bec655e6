/* Telling modules of the process and its threads: entries of libraries and callbacks of thread
 * locals. With the loader's lock, from ordinary code. */
#ifndef WIN32_PROCESS_ATTACH_H
#define WIN32_PROCESS_ATTACH_H

#include "win32/process/module.h"

/* Tells the module and all that it imports that they are in the process now, each behind what it
 * imports. `context` is the entries' last parameter. STATUS_DLL_INIT_FAILED: one said no; those
 * behind it were not told. */
uint32_t attach_tree(struct module *module, void *context);

/* Tells one module that was told so that it goes. `context` is not NULL at the end of the process.
 */
void attach_take_back(struct module *module, void *context);

/* Tells the program's callbacks of thread locals that the process begins. Before it they are not
 * told of an end. */
void attach_program(void *context);

#endif
