#include "win32/kernel32/told_text.h"

#include "win32/fails.h"

#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <winnls.h>

struct told_text told_text_make(void)
{
    enum { USUAL = 64 };
    return (struct told_text){malloc(USUAL * sizeof(WCHAR)), 0, USUAL};
}

void told_text_add(struct told_text *text, const WCHAR *units, unsigned length)
{
    unsigned room = text->room;
    while (text->length + length + 1 > room)
        room *= 2;
    WCHAR *larger = room > text->room && text->units ? realloc(text->units, room * sizeof *larger)
                                                     : text->units;
    if (!larger) {
        free(text->units);
        text->units = NULL;
        return;
    }
    memcpy(larger + text->length, units, length * sizeof *units);
    *text = (struct told_text){larger, text->length + length, room};
}

void told_text_add_number(struct told_text *text, unsigned number, unsigned digits)
{
    enum { MOST = 10 };
    WCHAR units[MOST], *first = units + MOST;
    for (unsigned left = digits; first > units && (number || left); number /= 10) {
        *--first = (WCHAR)(L'0' + number % 10);
        left -= left > 0;
    }
    told_text_add(text, first, (unsigned)(units + MOST - first));
}

int told_text_give(struct told_text text, LPWSTR buffer, int size)
{
    int needed = (int)text.length + 1;
    DWORD error = !text.units                     ? ERROR_NOT_ENOUGH_MEMORY
                  : size < 0 || (size && !buffer) ? ERROR_INVALID_PARAMETER
                  : size && size < needed         ? ERROR_INSUFFICIENT_BUFFER
                                                  : ERROR_SUCCESS;
    if (!error && size) {
        memcpy(buffer, text.units, text.length * sizeof *buffer);
        buffer[text.length] = 0;
    }
    free(text.units);
    return error ? fails(error) : needed;
}

int told_text_give_narrow(struct told_text text, LPSTR buffer, int size)
{
    if (!text.units || size < 0 || (size && !buffer))
        return told_text_give(text, NULL, -1);
    text.units[text.length] = 0;
    int needed = WideCharToMultiByte(CP_ACP, 0, text.units, -1, buffer, size, NULL, NULL);
    free(text.units);
    return needed;
}
