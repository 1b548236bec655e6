/* The functions that are called at the program's end. */
#include <stdlib.h>

int atexit(void (*function)(void))
{
    return _onexit((_onexit_t)(void *)function) ? 0 : -1;
}

_onexit_t onexit(_onexit_t function)
{
    return _onexit(function);
}
