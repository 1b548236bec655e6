/* The program around flat code, a .bin file: it puts the code at its address and calls it, as a
 * function without parameters. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#ifndef FLAT_ADDRESS
#define FLAT_ADDRESS 0 /* anywhere */
#endif

extern const char flat_code[]; /* tools/build/foreign-object */
extern const size_t flat_code_size;

int main(void)
{
    char *address = (char *)FLAT_ADDRESS;
    char *pages =
        VirtualAlloc(address, flat_code_size, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    if (!pages) {
        fprintf(stderr, "%lu bytes of code cannot lie at %p; choose another --at\n",
                (unsigned long)flat_code_size, address);
        return 2;
    }
    if (!address)
        address = pages;
    memcpy(address, flat_code, flat_code_size);
    return ((int (*)(void))(void *)address)();
}
