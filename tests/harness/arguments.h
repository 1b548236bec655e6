/* The command line of a test. */
#ifndef TESTS_ARGUMENTS_H
#define TESTS_ARGUMENTS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The number behind a name as "cpus=", or another one where no argument has the name. */
static inline unsigned argument(int argc, char **argv, const char *name, unsigned otherwise)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], name, strlen(name)) == 0)
            return (unsigned)strtoul(argv[i] + strlen(name), NULL, 0);
    return otherwise;
}

static inline bool has_argument(int argc, char **argv, const char *word)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

#endif
