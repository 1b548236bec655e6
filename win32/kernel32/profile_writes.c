/* The calls that change files of settings. */
#include "win32/kernel32/profiles.h"

#include "lib/utf16.h"
#include "win32/fails.h"
#include "win32/kernel32/profile_answer.h"

#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Adds a section at the end, behind a whole line. */
static BOOL add_section(struct profile *profile, const char *name, struct section *section)
{
    struct answer title = profile_answer(false);
    if (profile->size && profile->text[profile->size - 1] != '\n')
        profile_add(&title, profile_part("\r\n"));
    profile_add(&title, profile_part("["));
    profile_add(&title, profile_part(name));
    profile_add(&title, profile_part("]\r\n"));
    BOOL added =
        title.text && profile_change(profile, profile->text ? profile->text + profile->size : NULL,
                                     0, title.text);
    free(title.text);
    return added && profile_section(profile, name, section);
}

/* Sets one key, or takes it away. */
static BOOL set_key(struct profile *profile, const struct section *section, const char *key,
                    const char *text)
{
    struct part line, before;
    bool there = profile_find(section, key, &line, &before);
    const char *end = section->lines.begin + section->lines.length;
    if (!there)
        line = (struct part){end, 0};
    struct answer becomes = profile_answer(false);
    if (!there && end[-1] != '\n')
        profile_add(&becomes, profile_part("\r\n"));
    if (text) {
        profile_add(&becomes, profile_part(key));
        profile_add(&becomes, profile_part("="));
        profile_add(&becomes, profile_part(text));
        profile_add(&becomes, profile_part("\r\n"));
    }
    BOOL changed =
        becomes.text &&
        (there || text ? profile_change(profile, line.begin, line.length, becomes.text) : TRUE);
    free(becomes.text);
    return changed;
}

static BOOL change(struct profile *profile, const char *name, const char *key, const char *text)
{
    struct section section;
    bool there = profile_section(profile, name, &section);
    if (!key)
        return !there ||
               profile_change(profile, section.title, (size_t)(section.next - section.title), "");
    if (!there && !text)
        return TRUE;
    if (!there && !add_section(profile, name, &section))
        return FALSE;
    return set_key(profile, &section, key, text);
}

/* Puts all lines of a section in place of its own. */
static BOOL change_lines(struct profile *profile, const char *name, const char *lines)
{
    struct section section;
    if (!lines)
        return change(profile, name, NULL, NULL);
    if (!profile_section(profile, name, &section) && !add_section(profile, name, &section))
        return FALSE;
    struct answer all = profile_answer(false);
    for (; *lines; lines += strlen(lines) + 1) {
        profile_add(&all, profile_part(lines));
        profile_add(&all, profile_part("\r\n"));
    }
    BOOL changed =
        all.text && profile_change(profile, section.lines.begin, section.lines.length, all.text);
    free(all.text);
    return changed;
}

/* Reads the file, which may be new, changes it by one of the two, and writes it. */
BOOL profile_rewrite(const char *section, const char *key, const char *text, const char *file,
                     BOOL is_list)
{
    struct profile profile;
    if (!section)
        return fails(ERROR_FILE_NOT_FOUND);
    lock_take(&profiles_lock);
    DWORD before = GetLastError();
    BOOL done = profile_read(file, &profile) || GetLastError() == ERROR_FILE_NOT_FOUND;
    if (done) {
        SetLastError(before);
        done =
            is_list ? change_lines(&profile, section, text) : change(&profile, section, key, text);
        done = done && profile_write(file, &profile);
    }
    free(profile.text);
    lock_release(&profiles_lock);
    return done;
}

BOOL WINAPI WritePrivateProfileStringA(LPCSTR section, LPCSTR key, LPCSTR text, LPCSTR file)
{
    return profile_rewrite(section, key, text, file, FALSE);
}

BOOL WINAPI WritePrivateProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR text, LPCWSTR file)
{
    struct narrow narrow = profile_narrow(section, key, text, file);
    BOOL done = profile_rewrite(narrow.section, narrow.key, narrow.text, narrow.file, FALSE);
    profile_forget(narrow);
    return done;
}

BOOL WINAPI WriteProfileStringA(LPCSTR section, LPCSTR key, LPCSTR text)
{
    return WritePrivateProfileStringA(section, key, text, NULL);
}

BOOL WINAPI WriteProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR text)
{
    return WritePrivateProfileStringW(section, key, text, NULL);
}

BOOL WINAPI WritePrivateProfileSectionA(LPCSTR section, LPCSTR lines, LPCSTR file)
{
    return profile_rewrite(section, NULL, lines, file, TRUE);
}

BOOL WINAPI WritePrivateProfileSectionW(LPCWSTR section, LPCWSTR lines, LPCWSTR file)
{
    struct narrow narrow = profile_narrow(section, NULL, NULL, file);
    struct answer list = profile_answer(true);
    for (; lines && *lines; lines += wcslen(lines) + 1) {
        char *line = wide_narrow_copy(lines);
        profile_add(&list, profile_part(line ? line : ""));
        free(line);
    }
    BOOL done = list.text ? profile_rewrite(narrow.section, NULL, lines ? list.text : NULL,
                                            narrow.file, TRUE)
                          : fails(ERROR_NOT_ENOUGH_MEMORY);
    free(list.text);
    profile_forget(narrow);
    return done;
}

BOOL WINAPI WriteProfileSectionA(LPCSTR section, LPCSTR lines)
{
    return WritePrivateProfileSectionA(section, lines, NULL);
}

BOOL WINAPI WriteProfileSectionW(LPCWSTR section, LPCWSTR lines)
{
    return WritePrivateProfileSectionW(section, lines, NULL);
}
