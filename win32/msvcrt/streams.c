/* Calls of stdio and io.h that only programs for Windows know. */
#include "lib/stdio_impl.h"
#include "win32/msvcrt/call.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

CALL(FILE *, __p__iob, void)
{
    return stdio_files;
}

/* getc and putc of older headers call these where a FILE has nothing buffered. That is always
 * so. */
CALL(int, _filbuf, FILE *file)
{
    file->buffered = 0;
    return fgetc(file);
}

CALL(int, _flsbuf, int character, FILE *file)
{
    file->buffered = 0;
    return fputc(character, file);
}

/* Reads a line without its end, however long it is. */
CALL(char *, gets, char *buffer)
{
    char *next = buffer;
    int character;
    while ((character = getchar()) != EOF && character != '\n')
        *next++ = (char)character;
    if (character == EOF && next == buffer)
        return NULL;
    *next = 0;
    return buffer;
}

CALL(wchar_t *, _getws, wchar_t *buffer)
{
    wchar_t *next = buffer;
    wint_t unit;
    while ((unit = getwchar()) != WEOF && unit != L'\n')
        *next++ = (wchar_t)unit;
    if (unit == WEOF && next == buffer)
        return NULL;
    *next = 0;
    return buffer;
}

/* An int, byte by byte. */
CALL(int, _getw, FILE *file)
{
    int value;
    return fread(&value, sizeof value, 1, file) ? value : EOF;
}

CALL(int, _putw, int value, FILE *file)
{
    return fwrite(&value, sizeof value, 1, file) ? value : EOF;
}

/* Programs hand over 16 bits, of which all ones are WEOF. */
CALL(wint_t, msvcrt_ungetwc, wchar_t character, FILE *file)
{
    return character == 0xFFFF ? WEOF : ungetwc(character, file);
}

/* Closes all files but the three streams. Returns their number. */
CALL(int, _fcloseall, void)
{
    int closed = 0;
    for (int number = STDIO_STREAMS; number < STDIO_FILES; number++) {
        int before = errno;
        FILE *file = stdio_by_number(number);
        errno = before;
        closed += file && fclose(file) == 0;
    }
    return closed;
}

/* Closes the files of tmpfile, which have no name. Returns their number. */
CALL(int, _rmtmp, void)
{
    int closed = 0;
    for (int number = STDIO_STREAMS; number < STDIO_FILES; number++) {
        int before = errno;
        FILE *file = stdio_by_number(number);
        errno = before;
        closed += file && file->ram && !*file->ram->name && fclose(file) == 0;
    }
    return closed;
}

/* On the console all wide text is UTF-8, whatever a program asks for. */
CALL(int, msvcrt_setmode, int number, int mode)
{
    enum { WIDE_MODES = 0x70000 }; /* _O_WTEXT, _O_U16TEXT, _O_U8TEXT */
    const FILE *file = stdio_by_number(number);
    bool is_wide = mode & WIDE_MODES && !(mode & ~WIDE_MODES) && file && !file->ram;
    return _setmode(number, is_wide ? _O_TEXT : mode);
}

CALL(long long, _telli64, int number)
{
    return _lseeki64(number, 0, SEEK_CUR);
}

CALL(int, _getmaxstdio, void)
{
    return STDIO_FILES;
}

/* No more files may be open than there is room for. */
CALL(int, _setmaxstdio, int most)
{
    if (most >= STDIO_STREAMS && most <= STDIO_FILES)
        return most;
    errno = EINVAL;
    return -1;
}

/* ---------------------------------------------------------------- with an error as the result */

CALL(int, clearerr_s, FILE *file)
{
    if (!file)
        return errno = EINVAL;
    clearerr(file);
    return 0;
}

CALL(int, tmpfile_s, FILE **file)
{
    if (!file)
        return errno = EINVAL;
    *file = tmpfile();
    return *file ? 0 : errno;
}

CALL(int, tmpnam_s, char *to, size_t size)
{
    char name[L_tmpnam];
    if (!to)
        return errno = EINVAL;
    if (strlen(tmpnam(name)) >= size)
        return errno = ERANGE;
    strcpy(to, name);
    return 0;
}
