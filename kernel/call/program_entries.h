/* Where a program leads what ring 3 does: a process of Windows has code of its own for it. */
#ifndef KERNEL_CALL_PROGRAM_ENTRIES_H
#define KERNEL_CALL_PROGRAM_ENTRIES_H

#include <stdint.h>

/* Such a process has its programs' code below this address. Addresses from it on are the runtime's:
 * the modules that it makes of itself, and the image. */
#define PROCESS_CODE_END 0x73000000u

/* sys_program_entries sets all of them, for the rest of the run: a second call is refused. It is
 * refused to a piece of a ring 0 program (include/ring3.h), too, because they hold for all threads.
 */
struct program_entries {
    /* Goes on here with an exception, in place of KiUserExceptionDispatcher. */
    uint32_t exceptions;
    /* Goes on here from an `int 2Eh` that is not the runtime's, because the numbers of Windows' own
     * calls are others. ecx is the address behind the instruction; the other registers and the
     * stack are as they were. */
    uint32_t foreign_services;
    /* The entries for system calls that programs find in the shared page. */
    uint32_t system_call, system_call_return;
};

#endif
