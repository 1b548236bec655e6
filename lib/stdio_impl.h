/* A FILE: one direction of the console, or a file in memory. */
#ifndef LIB_STDIO_IMPL_H
#define LIB_STDIO_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/ram_files.h"

struct stdio_file {
    bool reads, writes, appends;
    bool ended, failed;
    struct ram_file *ram; /* NULL: the console, or with neither direction a FILE that is free */
    size_t position;
    int held; /* a character that ungetc gave back, else EOF */
};

/* Writes bytes. Returns whether the file has taken them all. */
bool stdio_write(struct stdio_file *file, const char *bytes, size_t length);

#endif
