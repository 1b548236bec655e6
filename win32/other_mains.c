/* Programs that begin with wmain, WinMain or wWinMain. Where a program has no main, linker.ld lets
 * the name stand for one of these functions. */
#include "lib/utf16.h"

#include <libloaderapi.h>
#include <processenv.h>
#include <stdbool.h>
#include <string.h>
#include <winbase.h>

#define SHOW_DEFAULT 10 /* SW_SHOWDEFAULT: nobody has said how a window is to be shown */

/* The program's, of which most have none. */
__attribute__((weak)) int wmain(int count, wchar_t **words, wchar_t **environment);
#pragma weak WinMain
#pragma weak wWinMain

typedef int main_function(int count, char **words);
main_function begin_wmain, begin_WinMain, begin_wWinMain;

/* linker.ld's names for them, which are none of C's. */
#define FOR_LINKER(function)                                                                       \
    extern main_function function##_place __asm__("image." #function)                              \
        __attribute__((alias(#function)))
FOR_LINKER(begin_wmain);
FOR_LINKER(begin_WinMain);
FOR_LINKER(begin_wWinMain);

int begin_wmain(int count, char **words)
{
    wchar_t *end = NULL, **wide = __builtin_alloca(((unsigned)count + 1) * sizeof *wide);
    for (int i = 0; i < count; i++) {
        wide[i] = __builtin_alloca((strlen(words[i]) + 1) * sizeof(wchar_t));
        wide_widen(words[i], wide[i]);
    }
    wide[count] = NULL;
    return wmain(count, wide, &end); /* the environment is empty at the start */
}

/* The command line behind the program's name. */
static char *parameters(void)
{
    char *line = GetCommandLineA();
    for (bool quoted = false; *line && (quoted || *line != ' '); line++)
        quoted ^= *line == '"';
    return line + strspn(line, " ");
}

int begin_WinMain(int count, char **words)
{
    (void)count, (void)words;
    return WinMain(GetModuleHandleA(NULL), NULL, parameters(), SHOW_DEFAULT);
}

int begin_wWinMain(int count, char **words)
{
    (void)count, (void)words;
    const char *line = parameters();
    wchar_t *wide = __builtin_alloca((strlen(line) + 1) * sizeof *wide);
    wide_widen(line, wide);
    return wWinMain(GetModuleHandleA(NULL), NULL, wide, SHOW_DEFAULT);
}
