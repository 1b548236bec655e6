/* Arguments with * and ? for names of files. */
#ifndef WIN32_MSVCRT_WILDCARDS_H
#define WIN32_MSVCRT_WILDCARDS_H

#include <stdbool.h>

/* Puts the files that an argument's last part is for in its place, in their order. An argument that
 * is for none stays. The first word, the program's name, is left alone. Returns false without
 * memory; then nothing has changed. */
bool wildcards_expand(int *count, char ***words);

#endif
