/* The functions that are called at the program's end. */
#include <stdlib.h>

int atexit(void (*function)(void))
{
    return _onexit((_onexit_t)(void *)function) ? 0 : -1;
}
