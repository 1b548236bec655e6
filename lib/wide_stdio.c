/* Wide characters and lines from and to the console and files, which have UTF-8, or the characters
 * themselves. */
#include <stdio.h>
#include <wchar.h>

#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"
#include "lib/utf16.h"

/* With the lock held. */
static wint_t get_unit(FILE *file)
{
    int low = fgetc(file), high = low == EOF ? EOF : fgetc(file);
    return high == EOF ? WEOF : (wint_t)(low | high << 8);
}

wint_t fgetwc(FILE *file)
{
    if (!is_given(file, "fgetwc"))
        return WEOF;
    struct lock *lock = stdio_lock(file);
    lock_take(lock);
    wint_t character = file->has_wide_held ? file->wide_held : WEOF;
    file->has_wide_held = false;
    if (character == WEOF && stdio_has_units(file)) {
        character = get_unit(file);
        lock_release(lock);
        return character;
    }
    while (character == WEOF) {
        int byte = fgetc(file);
        if (byte == EOF)
            break;
        char narrow = (char)byte;
        wchar_t unit = 0;
        size_t length = mbrtowc(&unit, &narrow, 1, &file->wide);
        if (length == (size_t)-1) {
            file->failed = true;
            break;
        }
        if (length != (size_t)-2)
            character = unit;
    }
    lock_release(lock);
    return character;
}

wint_t getwc(FILE *file)
{
    return fgetwc(file);
}

wint_t getwchar(void)
{
    return fgetwc(stdin);
}

wint_t ungetwc(wint_t character, FILE *file)
{
    if (!is_given(file, "ungetwc"))
        return WEOF;
    struct lock *lock = stdio_lock(file);
    wint_t given = WEOF;
    lock_take(lock);
    if (character != WEOF && !file->has_wide_held && file->reads) {
        given = file->wide_held = (unsigned short)character;
        file->has_wide_held = true;
        file->ended = false;
    }
    lock_release(lock);
    return given;
}

wchar_t *fgetws(wchar_t *restrict buffer, int size, FILE *restrict file)
{
    int length = 0;
    if (size <= 0 || !is_given(buffer, "fgetws") || !is_given(file, "fgetws"))
        return NULL;
    while (length < size - 1 && (length == 0 || buffer[length - 1] != L'\n')) {
        wint_t unit = fgetwc(file);
        if (unit == WEOF)
            break;
        buffer[length++] = (wchar_t)unit;
    }
    buffer[length] = 0;
    return length || size == 1 ? buffer : NULL;
}

/* The first half of a pair waits in the FILE for the second. */
wint_t fputwc(wchar_t character, FILE *file)
{
    char bytes[WIDE_BYTES];
    if (!is_given(file, "fputwc"))
        return WEOF;
    if (stdio_has_units(file))
        return stdio_write(file, (const char *)&character, sizeof character) ? character : WEOF;
    struct lock *lock = stdio_lock(file);
    lock_take(lock);
    size_t length = wcrtomb(bytes, character, &file->wide);
    if (length == (size_t)-1)
        file->failed = true;
    lock_release(lock);
    bool done = length != (size_t)-1 && (length == 0 || stdio_write(file, bytes, length));
    return done ? character : WEOF;
}

wint_t putwc(wchar_t character, FILE *file)
{
    return fputwc(character, file);
}

wint_t putwchar(wchar_t character)
{
    return fputwc(character, stdout);
}

int fputws(const wchar_t *restrict text, FILE *restrict file)
{
    return is_given(text, "fputws") && fwprintf(file, L"%ls", text) >= 0 ? 0 : -1;
}

int _putws(const wchar_t *text)
{
    return is_given(text, "_putws") && wprintf(L"%ls\n", text) >= 0 ? 0 : -1;
}

int fwide(FILE *file, int mode)
{
    (void)file;
    return mode; /* any FILE takes both */
}
