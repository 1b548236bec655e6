/* errno: one plain variable for the whole program, not one a thread. Only the strto* functions set
 * it, so a thread that reads it before it yields reads its own.
 */
#ifndef LIB_ERRNO_H
#define LIB_ERRNO_H

/* Numbered as everywhere else: a status that shows one means the same to its reader. */
#define EINVAL 22
#define ERANGE 34

extern int errno;

#endif
