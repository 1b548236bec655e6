/* The locale as programs see it in msvcrt.dll: "C". */
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <string.h>

enum { CATEGORIES = 6, ERRORS = 43, CHARACTERS = 256 };

/* "C" has no code page, and its categories belong to no language. */
extern unsigned __lc_codepage, __lc_collate_cp, __lc_handle[CATEGORIES];
unsigned __lc_codepage, __lc_collate_cp, __lc_handle[CATEGORIES];

CALL(unsigned, ___lc_codepage_func, void)
{
    return __lc_codepage;
}

CALL(unsigned, ___lc_collate_cp_func, void)
{
    return __lc_collate_cp;
}

CALL(unsigned *, ___lc_handle_func, void)
{
    return __lc_handle;
}

/* Whether setlocale has been called with success, and threads that read the locale meanwhile: of
 * other libraries that count themselves. */
extern int __setlc_active, __unguarded_readlc_active;
int __setlc_active, __unguarded_readlc_active;

CALL(int, ___setlc_active_func, void)
{
    return __setlc_active;
}

CALL(int *, ___unguarded_readlc_active_add_func, void)
{
    return &__unguarded_readlc_active;
}

/* ---------------------------------------------------------------- texts of errors */

extern int _sys_nerr;
int _sys_nerr = ERRORS;

extern char *_sys_errlist[ERRORS + 1];
char *_sys_errlist[ERRORS + 1];

__attribute__((constructor)) static void fill_texts(void)
{
    for (int error = 0; error <= ERRORS; error++)
        _sys_errlist[error] = strerror(error);
}
