/* The variables that each thread has for itself (_Thread_local), for a program that has some. They
 * lie on the thread's stack, above its first call, so they come and go with it. Behind them are
 * pointers, an array as Windows has it:
 *
 *     [ .tdata's copy | zeros ] [ their begin ] [ their end ]    addresses grow to the right
 *                             ^ ThreadLocalStoragePointer, fs:[2Ch]
 *
 * The compilers count from their end, and from it they are aligned.
 */
#include "kernel/call/program.h"
#include "kernel/call/tib.h"

#include <nt.h>
#include <string.h>

extern char locals_start[]; /* linker.ld; the rest are numbers */
extern char locals_initialized[], locals_size[], locals_align[];

/* By which foreign objects find the end; their places are made to count from it
 * (tools/build/foreign_elf.py). */
extern const uint32_t locals_index;

void program_call_with_locals(program_begin *begin, void *first, void *second)
{
    size_t size = (size_t)locals_size, initialized = (size_t)locals_initialized;
    uint32_t lowest_end = (uint32_t)__builtin_alloca(PROGRAM_LOCALS_ROOM) + size;
    char **end = (char **)((lowest_end + (uint32_t)locals_align - 1) & -(uint32_t)locals_align);
    char *own = (char *)end - size;
    end[0] = own;
    end[locals_index] = (char *)end;
    memcpy(own, locals_start, initialized);
    memset(own + initialized, 0, size - initialized);
    tib_current()->ThreadLocalStoragePointer = end;
    begin(first, second);
    __builtin_unreachable();
}
