/* The program around flat code, a .bin file: it puts the code at its address and calls it, as a function without parameters. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#ifndef FLAT_ADDRESS
#define FLAT_ADDRESS 0 /* anywhere */
#endif

extern const char flat_code[], flat_code_end[]; /* tools/build/foreign-object */

int main(void)
{
    size_t size = (size_t)(flat_code_end - flat_code);
    char *address = (char *)FLAT_ADDRESS;
    char *pages = VirtualAlloc(address, size, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    if (!pages) {
        fprintf(stderr, "%u bytes of code cannot lie at %p; choose another --at\n", size, address);
        return 2;
    }
    if (!address)
        address = pages;
    memcpy(address, flat_code, size);
    return ((int (*)(void))(void *)address)();
}
