/* The words that the C library keeps for each thread of the machine. All user-level threads of such
 * a thread share them, as fibers do on Windows: a value that must last across a yield is copied
 * before it.
 *
 * The words lie in the TEB, where FS reaches them, and are zeroed when the machine makes the
 * thread, but for those that it sets.
 */
#ifndef LIB_THREAD_WORDS_H
#define LIB_THREAD_WORDS_H

#include <stddef.h>
#include <stdint.h>

/* The place of the words in the TEB. kernel/call/tib.h asserts that the kernel agrees. */
#define LIB_THREAD_OFFSET 0x1D4

struct lib_thread {
    struct lib_thread *self; /* set by the machine */
    int error;               /* errno: errno.h knows the place */
    uint32_t number;         /* set by the machine, and never that of any other thread */
    char *token;             /* where strtok goes on */
    uint32_t random;         /* rand's state, kept so that 0 is the first one */
    int32_t date[9];         /* a struct tm: gmtime's and localtime's result */
    char date_text[26];      /* asctime's */
    void (*illegal)(int), (*floating)(int), (*segment)(int); /* the signals of exceptions */
    void *exception; /* EXCEPTION_POINTERS, while a function for a signal runs */
    void (*invalid)(const wchar_t *, const wchar_t *, const wchar_t *, unsigned, uintptr_t);
};

/* Returns the running thread's words: one instruction. */
static inline struct lib_thread *lib_thread(void)
{
    struct lib_thread *self;
    __asm__("movl %%fs:%c1, %0" : "=r"(self) : "i"(LIB_THREAD_OFFSET));
    return self;
}

/* Returns the running thread's number: one instruction. */
static inline uint32_t lib_thread_number(void)
{
    uint32_t number;
    __asm__("movl %%fs:%c1, %0"
            : "=r"(number)
            : "i"(LIB_THREAD_OFFSET + offsetof(struct lib_thread, number)));
    return number;
}

#endif
