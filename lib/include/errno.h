/* errno: each thread of the machine has its own, in two instructions. User-level threads share
 * their thread's, as fibers do on Windows. Only the strto* functions, those for files, dates,
 * threads and math.h's set it, so a user-level thread that reads it before it yields reads its own
 * value.
 */
#ifndef LIB_ERRNO_H
#define LIB_ERRNO_H

/* The numbers are the usual ones, so a status that shows one means the same here as elsewhere. */
#define ENOENT    2
#define EAGAIN    11
#define EINVAL    22
#define EMFILE    24
#define ENOSPC    28
#define EDOM      33
#define ERANGE    34
#define EOVERFLOW 75

/* Its place, by the name that msvcrt has for it. */
int *_errno(void);

/* The place of errno without a call. The word at fs:[1D4h] has its own address
 * (lib/thread_words.h). */
static inline int *errno_place(void)
{
    int *words;
    __asm__("movl %%fs:%c1, %0" : "=r"(words) : "i"(0x1D4));
    return words + 1;
}

#define errno (*errno_place())

#endif
