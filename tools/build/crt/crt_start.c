/* Where a program for Windows begins that was made from source here: it runs the program's
 * initializers, and main (with WIDE: wmain), over msvcrt.dll's start-up. */
#include <excpt.h>
#include <stdlib.h>

#include "crt_cookie.h"
#include "crt_thread_ends.h"

#ifdef WIDE
#define TEXT_TYPE     wchar_t
#define PROGRAM_MAIN  wmain
#define ENTRY         wmainCRTStartup
#define GET_MAIN_ARGS __wgetmainargs
#else
#define TEXT_TYPE     char
#define PROGRAM_MAIN  main
#define ENTRY         mainCRTStartup
#define GET_MAIN_ARGS __getmainargs
#endif

#define CONSOLE_APPLICATION 1

typedef void initializer(void);

struct start_info {
    int new_mode; /* whether malloc calls the handler of operator new */
};

extern int PROGRAM_MAIN(int count, TEXT_TYPE **words, TEXT_TYPE **environment);
extern int GET_MAIN_ARGS(int *count, TEXT_TYPE ***words, TEXT_TYPE ***environment, int expands,
                         struct start_info *info);
extern void __set_app_type(int type);
extern void _initterm(initializer **first, initializer **end);
extern int _XcptFilter(unsigned long code, struct _EXCEPTION_POINTERS *pointers);

/* The linker sorts these sections by their names. Entries that a compiler puts between two of them
 * are the program's initializers: of C (I), and of C++ (C). */
#pragma section(".CRT$XIA", read)
#pragma section(".CRT$XIZ", read)
#pragma section(".CRT$XCA", read)
#pragma section(".CRT$XCZ", read)
__declspec(allocate(".CRT$XIA")) static initializer *c_first[] = {NULL};
__declspec(allocate(".CRT$XIZ")) static initializer *c_end[] = {NULL};
__declspec(allocate(".CRT$XCA")) static initializer *cpp_first[] = {NULL};
__declspec(allocate(".CRT$XCZ")) static initializer *cpp_end[] = {NULL};

void ENTRY(void)
{
    int count;
    TEXT_TYPE **words, **environment;
    struct start_info info = {0};

    cookie_begin();
    __try {
        __set_app_type(CONSOLE_APPLICATION);
        GET_MAIN_ARGS(&count, &words, &environment, 0, &info);
        _initterm(c_first, c_end);
        _initterm(cpp_first, cpp_end);
        thread_locals_begin();
        atexit(thread_locals_end);
        int status = PROGRAM_MAIN(count, words, environment);
        thread_locals_end();
        exit(status);
    } __except (_XcptFilter(_exception_code(), _exception_info())) {
        _exit((int)_exception_code());
    }
}
