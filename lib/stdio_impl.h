/* A FILE is one direction of the console. */
#ifndef LIB_STDIO_IMPL_H
#define LIB_STDIO_IMPL_H

#include <stdbool.h>
#include <stdio.h>

struct stdio_file {
    bool output;
};

#endif
