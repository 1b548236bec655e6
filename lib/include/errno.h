/* errno is one plain variable for the whole program, not one a thread. Only the strto*
 * functions, those for files, dates and math.h's set it, so a thread that reads it before it yields
 * reads its own value.
 */
#ifndef LIB_ERRNO_H
#define LIB_ERRNO_H

/* The numbers are the usual ones, so a status that shows one means the same here as elsewhere. */
#define ENOENT    2
#define EINVAL    22
#define EMFILE    24
#define ENOSPC    28
#define EDOM      33
#define ERANGE    34
#define EOVERFLOW 75

extern int errno;

#endif
