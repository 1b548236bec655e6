/* errno: each thread of the machine has its own, in two instructions. User-level threads share
 * their thread's, as fibers do on Windows. Functions that fail set it, so a user-level thread that
 * reads it before it yields reads its own value.
 *
 * The word alone is in Microsoft's stdlib.h, too; its numbers are in errno.h only.
 */
#ifndef LIB_ERRNO_PLACE_H
#define LIB_ERRNO_PLACE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Its place, by the name that msvcrt has for it. */
int *_errno(void);

/* The place of errno without a call. The word at fs:[1D4h] has its own address
 * (lib/thread_words.h). */
static __inline int *errno_place(void)
{
    int *words;
    __asm__("movl %%fs:%c1, %0" : "=r"(words) : "i"(0x1D4));
    return words + 1;
}

#define errno (*errno_place())

#ifdef __cplusplus
}
#endif

#endif
