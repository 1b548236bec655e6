/* The calls that tell what files of settings say. An answer is made as a narrow text or list
 * first. */
#include "win32/kernel32/profiles.h"

#include "win32/fails.h"
#include "win32/kernel32/profile_answer.h"

#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <winnls.h>

static struct answer list_sections(const struct profile *profile)
{
    struct answer answer = profile_answer(true);
    struct section section;
    struct part name;
    const char *at = profile->text;
    for (; at && profile_next_section(profile, at, &section, &name); at = section.next)
        if (name.length)
            profile_add(&answer, name);
    return answer;
}

/* Lists the keys, or the whole lines. */
static struct answer list_lines(const struct profile *profile, const char *name, bool whole)
{
    struct answer answer = profile_answer(true);
    struct section section;
    struct part line, key, text;
    if (!profile_section(profile, name, &section))
        return answer;
    const char *at = section.lines.begin, *end = at + section.lines.length;
    while (profile_line(&at, end, &line)) {
        if (!profile_key(line, &key, &text) || !(whole || text.begin))
            continue;
        if (!whole || !text.begin) {
            profile_add(&answer, key);
            continue;
        }
        struct answer joined = profile_answer(false);
        profile_add(&joined, key);
        profile_add(&joined, profile_part("="));
        profile_add(&joined, text);
        if (joined.text)
            profile_add(&answer, (struct part){joined.text, joined.length});
        free(joined.text);
    }
    return answer;
}

static struct part without_quotes(struct part text)
{
    const char *last = text.begin + text.length - 1;
    bool quoted = text.length > 1 && *text.begin == *last && (*last == '"' || *last == '\'');
    return quoted ? (struct part){text.begin + 1, text.length - 2} : text;
}

static struct answer text_of(const struct profile *profile, const char *name, const char *key,
                             const char *other)
{
    struct answer answer = profile_answer(false);
    struct section section;
    struct part line, found, text = profile_part(other ? other : "");
    while (text.length && text.begin[text.length - 1] == ' ')
        text.length--;
    if (profile_section(profile, name, &section) && profile_find(&section, key, &line, &found))
        text = without_quotes(found);
    profile_add(&answer, text);
    return answer;
}

struct answer profile_ask(const char *section, const char *key, const char *other, const char *file)
{
    struct profile profile;
    lock_take(&profiles_lock);
    profile_read(file, &profile);
    struct answer answer = !section ? list_sections(&profile)
                           : !key   ? list_lines(&profile, section, false)
                                    : text_of(&profile, section, key, other);
    free(profile.text);
    lock_release(&profiles_lock);
    return answer;
}

static struct answer ask_lines(const char *section, const char *file)
{
    struct profile profile;
    lock_take(&profiles_lock);
    profile_read(file, &profile);
    struct answer answer = list_lines(&profile, section, true);
    free(profile.text);
    lock_release(&profiles_lock);
    return answer;
}

/* ---------------------------------------------------------------- telling */

/* Copies count units, or what fits, and the zeros. Returns the units that count. */
static DWORD give_units(const void *units, size_t unit, DWORD count, bool is_list, void *buffer,
                        DWORD size)
{
    DWORD ends = is_list && count ? 2 : 1, most = size > ends ? size - ends : 0;
    bool fits = count + ends - 1 < size; /* a list's last text has its zero already */
    DWORD part = fits ? count : most;
    if (!size)
        return 0;
    memcpy(buffer, units, part * unit);
    for (DWORD i = part; i < size && i < part + ends; i++)
        memset((char *)buffer + i * unit, 0, unit);
    if (!fits)
        SetLastError(ERROR_MORE_DATA);
    return part;
}

/* Takes the answer. */
static DWORD tell_answer(struct answer answer, LPSTR buffer, DWORD size)
{
    if (!answer.text)
        return (DWORD)fails(ERROR_NOT_ENOUGH_MEMORY);
    DWORD told = give_units(answer.text, 1, (DWORD)answer.length, answer.is_list, buffer, size);
    free(answer.text);
    return told;
}

static DWORD tell_wide(struct answer answer, LPWSTR buffer, DWORD size)
{
    WCHAR *wide = answer.text ? malloc((answer.length + 1) * sizeof *wide) : NULL;
    int count = 0;
    if (wide && answer.length)
        count = MultiByteToWideChar(CP_UTF8, 0, answer.text, (int)answer.length, wide,
                                    (int)answer.length);
    free(answer.text);
    if (!wide)
        return (DWORD)fails(ERROR_NOT_ENOUGH_MEMORY);
    DWORD told = give_units(wide, sizeof *wide, (DWORD)count, answer.is_list, buffer, size);
    free(wide);
    return told;
}

DWORD WINAPI GetPrivateProfileStringA(LPCSTR section, LPCSTR key, LPCSTR other, LPSTR buffer,
                                      DWORD size, LPCSTR file)
{
    return tell_answer(profile_ask(section, key, other, file), buffer, size);
}

DWORD WINAPI GetPrivateProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR other, LPWSTR buffer,
                                      DWORD size, LPCWSTR file)
{
    struct narrow narrow = profile_narrow(section, key, other, file);
    struct answer answer = profile_ask(narrow.section, narrow.key, narrow.text, narrow.file);
    profile_forget(narrow);
    return tell_wide(answer, buffer, size);
}

DWORD WINAPI GetProfileStringA(LPCSTR section, LPCSTR key, LPCSTR other, LPSTR buffer, DWORD size)
{
    return GetPrivateProfileStringA(section, key, other, buffer, size, NULL);
}

DWORD WINAPI GetProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR other, LPWSTR buffer,
                               DWORD size)
{
    return GetPrivateProfileStringW(section, key, other, buffer, size, NULL);
}

DWORD WINAPI GetPrivateProfileSectionNamesA(LPSTR buffer, DWORD size, LPCSTR file)
{
    return GetPrivateProfileStringA(NULL, NULL, NULL, buffer, size, file);
}

DWORD WINAPI GetPrivateProfileSectionNamesW(LPWSTR buffer, DWORD size, LPCWSTR file)
{
    return GetPrivateProfileStringW(NULL, NULL, NULL, buffer, size, file);
}

DWORD WINAPI GetPrivateProfileSectionA(LPCSTR section, LPSTR buffer, DWORD size, LPCSTR file)
{
    return section && buffer ? tell_answer(ask_lines(section, file), buffer, size)
                             : (DWORD)fails(ERROR_INVALID_PARAMETER);
}

DWORD WINAPI GetPrivateProfileSectionW(LPCWSTR section, LPWSTR buffer, DWORD size, LPCWSTR file)
{
    if (!section || !buffer)
        return (DWORD)fails(ERROR_INVALID_PARAMETER);
    struct narrow narrow = profile_narrow(section, NULL, NULL, file);
    struct answer answer = ask_lines(narrow.section, narrow.file);
    profile_forget(narrow);
    return tell_wide(answer, buffer, size);
}

DWORD WINAPI GetProfileSectionA(LPCSTR section, LPSTR buffer, DWORD size)
{
    return GetPrivateProfileSectionA(section, buffer, size, NULL);
}

DWORD WINAPI GetProfileSectionW(LPCWSTR section, LPWSTR buffer, DWORD size)
{
    return GetPrivateProfileSectionW(section, buffer, size, NULL);
}

UINT WINAPI GetPrivateProfileIntA(LPCSTR section, LPCSTR key, INT other, LPCSTR file)
{
    char digits[32], *end;
    if (!section || !key ||
        !GetPrivateProfileStringA(section, key, "", digits, sizeof digits, file))
        return (UINT)other;
    const char *first = digits + strspn(digits, " +-");
    bool hexadecimal = first[0] == '0' && first[1] == 'x';
    return (UINT)strtoull(digits, &end, hexadecimal ? 16 : 10); /* what is too large wraps */
}

UINT WINAPI GetPrivateProfileIntW(LPCWSTR section, LPCWSTR key, INT other, LPCWSTR file)
{
    struct narrow narrow = profile_narrow(section, key, NULL, file);
    UINT number = GetPrivateProfileIntA(narrow.section, narrow.key, other, narrow.file);
    profile_forget(narrow);
    return number;
}

UINT WINAPI GetProfileIntA(LPCSTR section, LPCSTR key, INT other)
{
    return GetPrivateProfileIntA(section, key, other, NULL);
}

UINT WINAPI GetProfileIntW(LPCWSTR section, LPCWSTR key, INT other)
{
    return GetPrivateProfileIntW(section, key, other, NULL);
}
