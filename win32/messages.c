/* FormatMessage: a text of the system's, of a module's or of the caller's, with inserts. */
#include "lib/utf16.h"
#include "win32/message_make.h"
#include "win32/message_source.h"

#include <errhandlingapi.h>
#include <libloaderapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <winbase.h>

static const struct message {
    DWORD number;
    const char *text;
} messages[] = {
#define MESSAGE(number, text) {number, text "\r\n"},
#include "win32/message_texts.h"
#undef MESSAGE
};

static const char *system_text(DWORD number)
{
    if (number >> 16 == 0x8007) /* an HRESULT of an error */
        number &= 0xFFFF;
    for (const struct message *row = messages; row < messages + ARRAYSIZE(messages); row++)
        if (row->number == number)
            return row->text;
    return NULL;
}

char *(*message_of_module)(HMODULE module, DWORD number, DWORD language);

static DWORD no_message(DWORD error)
{
    SetLastError(error);
    return 0;
}

/* A copy of a text from malloc; of NULL, with the last error: there is no message. */
static char *copy_of(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    if (!copy)
        no_message(text ? ERROR_NOT_ENOUGH_MEMORY : ERROR_MR_MID_NOT_FOUND);
    return copy;
}

/* The system's texts are English. They are kernel32's as well. */
static char *find_in_system(DWORD number, DWORD language)
{
    enum { MAIN_LANGUAGE = 0x3FF, ENGLISH = 9, ENGLISH_US = 0x409 };
    if ((language & MAIN_LANGUAGE) != 0 && language != ENGLISH && language != ENGLISH_US) {
        no_message(ERROR_RESOURCE_LANG_NOT_FOUND);
        return NULL;
    }
    return copy_of(system_text(number));
}

static char *find_in_module(HMODULE module, DWORD number, DWORD language)
{
    if (module && module == GetModuleHandleA("kernel32.dll"))
        return find_in_system(number, language);
    if (message_of_module)
        return message_of_module(module, number, language);
    no_message(ERROR_RESOURCE_TYPE_NOT_FOUND);
    return NULL;
}

/* Finds a call's text, from malloc, where its flags say that it may be. NULL, with the last
 * error. */
static char *find_text(DWORD flags, LPCVOID source, DWORD number, DWORD language, bool wide)
{
    char *text = NULL;
    if (flags & FORMAT_MESSAGE_FROM_STRING) {
        if (source)
            text = wide ? wide_narrow_copy(source) : strdup(source);
        if (!text)
            no_message(source ? ERROR_NOT_ENOUGH_MEMORY : ERROR_INVALID_PARAMETER);
        return text;
    }
    if (flags & FORMAT_MESSAGE_FROM_HMODULE)
        text = find_in_module((HMODULE)source, number, language & 0xFFFF);
    if (!text && flags & FORMAT_MESSAGE_FROM_SYSTEM)
        text = find_in_system(number, language & 0xFFFF);
    return text;
}

/* Whether the flags and the buffer are those of a call; else the last error says why not. A buffer
 * that is to be allocated is none before all has gone well. */
static bool is_call(DWORD flags, void *buffer, bool wide)
{
    const DWORD sources =
        FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_FROM_SYSTEM;
    bool allocates = flags & FORMAT_MESSAGE_ALLOCATE_BUFFER;
    if (!buffer)
        no_message(allocates && !wide ? ERROR_NOT_ENOUGH_MEMORY : ERROR_INVALID_PARAMETER);
    else if (allocates)
        *(void **)buffer = NULL;
    if (buffer && !(flags & sources))
        no_message(ERROR_INVALID_PARAMETER);
    return buffer && flags & sources;
}

/* Gives the caller so many units of so many bytes, and a zero behind them. */
static DWORD give(DWORD flags, const void *units, DWORD length, DWORD width, void *buffer,
                  DWORD size)
{
    bool allocates = flags & FORMAT_MESSAGE_ALLOCATE_BUFFER;
    if (!allocates && length >= size)
        return no_message(ERROR_INSUFFICIENT_BUFFER);
    if (allocates && !length)
        return 0;
    void *to = buffer;
    if (allocates)
        to = LocalAlloc(LMEM_FIXED, (length + 1 > size ? length + 1 : size) * width);
    if (!to)
        return no_message(ERROR_NOT_ENOUGH_MEMORY);
    memcpy(to, units, (length + 1) * width);
    if (allocates)
        *(void **)buffer = to;
    return length;
}

/* Makes the message of a text from malloc, which it frees, in memory from malloc. NULL, with the
 * last error, and for NULL. */
static char *make_message(DWORD flags, char *from, va_list *arguments, bool wide, DWORD *length)
{
    struct message_words words = {.flags = flags, .wide = wide};
    DWORD error = 0;
    if (arguments)
        words.arguments = flags & FORMAT_MESSAGE_ARGUMENT_ARRAY ? (const ULONG_PTR *)arguments
                                                                : *(const ULONG_PTR **)arguments;
    char *text = from ? message_make(from, &words, length, &error) : NULL;
    if (error)
        no_message(error);
    free(from);
    return text;
}

DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD number, DWORD language, LPSTR buffer,
                            DWORD size, va_list *arguments)
{
    enum { TOO_MUCH = 32768 };
    DWORD length = 0;
    if (!is_call(flags, buffer, false))
        return 0;
    if (size >= TOO_MUCH)
        return no_message(ERROR_INVALID_PARAMETER);
    char *from = find_text(flags, source, number, language, false);
    char *text = make_message(flags, from, arguments, false, &length);
    length = text ? give(flags, text, length, sizeof *text, buffer, size) : 0;
    free(text);
    return length;
}

DWORD WINAPI FormatMessageW(DWORD flags, LPCVOID source, DWORD number, DWORD language,
                            LPWSTR buffer, DWORD size, va_list *arguments)
{
    DWORD length = 0;
    if (!is_call(flags, buffer, true))
        return 0;
    char *from = find_text(flags, source, number, language, true);
    char *text = make_message(flags, from, arguments, true, &length);
    wchar_t *wide = text ? malloc((length + 1) * sizeof *wide) : NULL;
    length = 0;
    if (wide)
        length = give(flags, wide, (DWORD)wide_widen(text, wide), sizeof *wide, buffer, size);
    else if (text)
        no_message(ERROR_NOT_ENOUGH_MEMORY);
    free(wide);
    free(text);
    return length;
}
