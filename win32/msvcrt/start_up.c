/* The calls that a program's own start-up makes first: they run tables of functions, and return
 * main's arguments. */
#include "win32/msvcrt/start_up.h"

#include "win32/msvcrt/call.h"
#include "win32/msvcrt/environment_lists.h"
#include "win32/msvcrt/wildcards.h"

#include <float.h>
#include <libloaderapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>

#include "lib/utf16.h"

/* Functions from first to end; a NULL among them is skipped. */
CALL(void, _initterm, void (**first)(void), void (**end)(void))
{
    for (; first < end; first++)
        if (*first)
            (*first)();
}

/* Stops at the first one that returns another value than 0, and returns that. */
CALL(int, _initterm_e, int (**first)(void), int (**end)(void))
{
    int error = 0;
    for (; !error && first < end; first++)
        if (*first)
            error = (*first)();
    return error;
}

/* ---------------------------------------------------------------- what main gets */

VARIABLE(char *, _acmdln);
VARIABLE(wchar_t *, _wcmdln);
VARIABLE(char *, _pgmptr);
VARIABLE(wchar_t *, _wpgmptr);
VARIABLE(wchar_t **, __wargv);
extern wchar_t **__winitenv;

CALL(int *, __p___argc, void)
{
    return &__argc;
}

CALL(char ***, __p___argv, void)
{
    return &__argv;
}

/* Programs of windows read the command line before any call. */
__attribute__((constructor)) static void begin(void)
{
    _acmdln = GetCommandLineA();
    _wcmdln = GetCommandLineW();
    environment_lists_begin();
}

static bool find_name(void)
{
    static char name[_MAX_PATH];
    static wchar_t wide_name[_MAX_PATH];
    _pgmptr = name;
    _wpgmptr = wide_name;
    return GetModuleFileNameA(NULL, name, sizeof name) &&
           GetModuleFileNameW(NULL, wide_name, _MAX_PATH);
}

static wchar_t **widen_words(int count, char **words)
{
    wchar_t **wide = calloc((size_t)count + 1, sizeof *wide);
    for (int i = 0; wide && i < count; i++) {
        wide[i] = malloc((strlen(words[i]) + 1) * sizeof(wchar_t));
        if (!wide[i])
            return NULL;
        wide_widen(words[i], wide[i]);
    }
    return wide;
}

bool start_up_prepare(bool expands)
{
    static bool is_done;
    if (is_done)
        return true;
    if (expands && !wildcards_expand(&__argc, &__argv))
        return false;
    __wargv = widen_words(__argc, __argv);
    is_done = __wargv && find_name() && environment_lists_begin();
    return is_done;
}

/* Whether a failing malloc calls the handler of _set_new_handler, too. */
struct start_information {
    int new_mode;
};

/* Under msvcrt.dll a call with an invalid parameter fails, and the program goes on. */
static void go_on(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                  unsigned line, uintptr_t reserved)
{
    (void)expression, (void)function, (void)file, (void)line, (void)reserved;
}

static bool other_rule_holds;

void start_up_go_on(void)
{
    if (!other_rule_holds && !_get_invalid_parameter_handler())
        _set_invalid_parameter_handler(go_on);
}

void start_up_end_program(void)
{
    other_rule_holds = true;
    if (_get_invalid_parameter_handler() == go_on)
        _set_invalid_parameter_handler(NULL);
}

/* This library is the program's own, whatever its DLLs have. */
static bool begin_main(bool expands, const struct start_information *start)
{
    if (!start_up_prepare(expands))
        return false;
    if (!_get_invalid_parameter_handler())
        _set_invalid_parameter_handler(go_on);
    if (start)
        new_mode_set(start->new_mode);
    return true;
}

CALL(int, __getmainargs, int *count, char ***words, char ***environment, int expands,
     const struct start_information *start)
{
    if (!begin_main(expands != 0, start))
        return -1;
    *count = __argc;
    *words = __argv;
    *environment = environment_narrow();
    return 0;
}

CALL(int, __wgetmainargs, int *count, wchar_t ***words, wchar_t ***environment, int expands,
     const struct start_information *start)
{
    if (!begin_main(expands != 0, start))
        return -1;
    *count = __argc;
    *words = __wargv;
    *environment = __winitenv = environment_wide();
    return 0;
}
