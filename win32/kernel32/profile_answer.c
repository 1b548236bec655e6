#include "win32/kernel32/profile_answer.h"

#include "lib/utf16.h"

#include <stdlib.h>
#include <string.h>

struct lock profiles_lock;

void profile_add(struct answer *answer, struct part part)
{
    size_t more = part.length + answer->is_list;
    char *text = answer->text ? realloc(answer->text, answer->length + more + 1) : NULL;
    if (!text) {
        free(answer->text);
        answer->text = NULL;
        return;
    }
    memcpy(text + answer->length, part.begin, part.length);
    answer->text = text;
    text[answer->length + part.length] = 0;
    text[answer->length += more] = 0;
}

struct answer profile_answer(bool is_list)
{
    return (struct answer){calloc(1, 1), 0, is_list};
}

struct part profile_part(const char *text)
{
    return (struct part){text, strlen(text)};
}

static char *narrow_of(LPCWSTR text)
{
    return text ? wide_narrow_copy(text) : NULL;
}

struct narrow profile_narrow(LPCWSTR section, LPCWSTR key, LPCWSTR text, LPCWSTR file)
{
    return (struct narrow){narrow_of(section), narrow_of(key), narrow_of(text), narrow_of(file)};
}

void profile_forget(struct narrow narrow)
{
    free(narrow.section);
    free(narrow.key);
    free(narrow.text);
    free(narrow.file);
}
