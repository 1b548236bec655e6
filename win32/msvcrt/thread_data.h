/* The module's data for each thread, beside the words of lib/thread_words.h. */
#ifndef WIN32_MSVCRT_THREAD_DATA_H
#define WIN32_MSVCRT_THREAD_DATA_H

#include "win32/cxx/cxx_state.h"

#include <stddef.h>

struct msvcrt_thread {
    unsigned long windows_error; /* _doserrno */
    int float_code; /* _fpecode: the kind of exception that SIGFPE's function handles */
    void (*terminate)(void), (*unexpected)(void);
    struct cxx_state cxx;
    wchar_t date_text[26]; /* _wasctime's */
    char narrow_date_text[26];
    wchar_t *wide_token;   /* where wcstok goes on */
    char address_text[16]; /* inet_ntoa's */
    long com_starts;       /* CoInitializeEx' calls that have no end yet */
    unsigned long com_kind;
};

/* When a module of the C library is loaded, before the program can take all indexes. */
void msvcrt_thread_begin(void);

/* Returns the running thread's, all zero at first. Without memory the program ends, as Microsoft's
 * does; the functions at its end share one. */
struct msvcrt_thread *msvcrt_thread(void);

#endif
