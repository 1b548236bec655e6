/* The calls for files of settings. What one tells is made as a narrow text or list first. */
#include "win32/kernel32/profiles.h"

#include "lib/lock.h"
#include "lib/utf16.h"
#include "win32/fails.h"
#include "win32/kernel32/profile_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winnls.h>

/* One call at a time reads, changes and writes. */
static struct lock profiles_lock;

/* What a call tells. A list has a zero behind each text. */
struct answer {
    char *text; /* NULL: no memory */
    size_t length;
    bool is_list;
};

static void add_text(struct answer *answer, struct part part)
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

static struct answer new_answer(bool is_list)
{
    return (struct answer){calloc(1, 1), 0, is_list};
}

static struct part part_of(const char *text)
{
    return (struct part){text, strlen(text)};
}

static struct answer list_sections(const struct profile *profile)
{
    struct answer answer = new_answer(true);
    struct section section;
    struct part name;
    const char *at = profile->text;
    for (; at && profile_next_section(profile, at, &section, &name); at = section.next)
        if (name.length)
            add_text(&answer, name);
    return answer;
}

/* Lists the keys, or the whole lines. */
static struct answer list_lines(const struct profile *profile, const char *name, bool whole)
{
    struct answer answer = new_answer(true);
    struct section section;
    struct part line, key, text;
    if (!profile_section(profile, name, &section))
        return answer;
    const char *at = section.lines.begin, *end = at + section.lines.length;
    while (profile_line(&at, end, &line)) {
        if (!profile_key(line, &key, &text) || !(whole || text.begin))
            continue;
        if (!whole || !text.begin) {
            add_text(&answer, key);
            continue;
        }
        struct answer joined = new_answer(false);
        add_text(&joined, key);
        add_text(&joined, part_of("="));
        add_text(&joined, text);
        if (joined.text)
            add_text(&answer, (struct part){joined.text, joined.length});
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
    struct answer answer = new_answer(false);
    struct section section;
    struct part line, found, text = part_of(other ? other : "");
    while (text.length && text.begin[text.length - 1] == ' ')
        text.length--;
    if (profile_section(profile, name, &section) && profile_find(&section, key, &line, &found))
        text = without_quotes(found);
    add_text(&answer, text);
    return answer;
}

static struct answer ask(const char *section, const char *key, const char *other, const char *file)
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
    DWORD ends = is_list ? 2 : 1, most = size > ends ? size - ends : 0;
    bool fits = count < size;
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

/* The narrow copies of a call's wide texts. */
struct narrow {
    char *section, *key, *text, *file;
};

static char *narrow_of(LPCWSTR text)
{
    return text ? wide_narrow_copy(text) : NULL;
}

static struct narrow narrow_all(LPCWSTR section, LPCWSTR key, LPCWSTR text, LPCWSTR file)
{
    return (struct narrow){narrow_of(section), narrow_of(key), narrow_of(text), narrow_of(file)};
}

static void forget_narrow(struct narrow narrow)
{
    free(narrow.section);
    free(narrow.key);
    free(narrow.text);
    free(narrow.file);
}

DWORD WINAPI GetPrivateProfileStringA(LPCSTR section, LPCSTR key, LPCSTR other, LPSTR buffer,
                                      DWORD size, LPCSTR file)
{
    return tell_answer(ask(section, key, other, file), buffer, size);
}

DWORD WINAPI GetPrivateProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR other, LPWSTR buffer,
                                      DWORD size, LPCWSTR file)
{
    struct narrow narrow = narrow_all(section, key, other, file);
    struct answer answer = ask(narrow.section, narrow.key, narrow.text, narrow.file);
    forget_narrow(narrow);
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
    struct narrow narrow = narrow_all(section, NULL, NULL, file);
    struct answer answer = ask_lines(narrow.section, narrow.file);
    forget_narrow(narrow);
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
    return (UINT)strtoul(digits, &end, hexadecimal ? 16 : 10);
}

UINT WINAPI GetPrivateProfileIntW(LPCWSTR section, LPCWSTR key, INT other, LPCWSTR file)
{
    struct narrow narrow = narrow_all(section, key, NULL, file);
    UINT number = GetPrivateProfileIntA(narrow.section, narrow.key, other, narrow.file);
    forget_narrow(narrow);
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

/* ---------------------------------------------------------------- writing */

/* Adds a section at the end, behind a whole line. */
static BOOL add_section(struct profile *profile, const char *name, struct section *section)
{
    struct answer title = new_answer(false);
    if (profile->size && profile->text[profile->size - 1] != '\n')
        add_text(&title, part_of("\r\n"));
    add_text(&title, part_of("["));
    add_text(&title, part_of(name));
    add_text(&title, part_of("]\r\n"));
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
    struct answer becomes = new_answer(false);
    if (!there && end[-1] != '\n')
        add_text(&becomes, part_of("\r\n"));
    if (text) {
        add_text(&becomes, part_of(key));
        add_text(&becomes, part_of("="));
        add_text(&becomes, part_of(text));
        add_text(&becomes, part_of("\r\n"));
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
    struct answer all = new_answer(false);
    for (; *lines; lines += strlen(lines) + 1) {
        add_text(&all, part_of(lines));
        add_text(&all, part_of("\r\n"));
    }
    BOOL changed =
        all.text && profile_change(profile, section.lines.begin, section.lines.length, all.text);
    free(all.text);
    return changed;
}

/* Reads the file, which may be new, changes it by one of the two, and writes it. */
static BOOL rewrite(const char *section, const char *key, const char *text, const char *file,
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
    return rewrite(section, key, text, file, FALSE);
}

BOOL WINAPI WritePrivateProfileStringW(LPCWSTR section, LPCWSTR key, LPCWSTR text, LPCWSTR file)
{
    struct narrow narrow = narrow_all(section, key, text, file);
    BOOL done = rewrite(narrow.section, narrow.key, narrow.text, narrow.file, FALSE);
    forget_narrow(narrow);
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
    return rewrite(section, NULL, lines, file, TRUE);
}

BOOL WINAPI WritePrivateProfileSectionW(LPCWSTR section, LPCWSTR lines, LPCWSTR file)
{
    struct narrow narrow = narrow_all(section, NULL, NULL, file);
    struct answer list = new_answer(true);
    for (; lines && *lines; lines += wcslen(lines) + 1) {
        char *line = wide_narrow_copy(lines);
        add_text(&list, part_of(line ? line : ""));
        free(line);
    }
    BOOL done = list.text
                    ? rewrite(narrow.section, NULL, lines ? list.text : NULL, narrow.file, TRUE)
                    : fails(ERROR_NOT_ENOUGH_MEMORY);
    free(list.text);
    forget_narrow(narrow);
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

/* ---------------------------------------------------------------- bytes */

static int digit_of(char letter)
{
    const char *digits = "0123456789ABCDEF0123456789abcdef", *at = strchr(digits, letter);
    return at && letter ? (int)(at - digits) % 16 : -1;
}

/* Reads size bytes and their sum. */
static bool read_bytes(const char *text, BYTE *bytes, UINT size)
{
    BYTE sum = 0;
    for (UINT i = 0; i <= size; i++, text += 2) {
        int high = digit_of(text[0]), low = high < 0 ? -1 : digit_of(text[1]);
        if (low < 0)
            return false;
        BYTE byte = (BYTE)(high << 4 | low);
        if (i == size)
            return byte == sum && !text[2];
        bytes[i] = byte;
        sum = (BYTE)(sum + byte);
    }
    return false;
}

BOOL WINAPI GetPrivateProfileStructA(LPCSTR section, LPCSTR key, LPVOID bytes, UINT size,
                                     LPCSTR file)
{
    if (!section || !key)
        return fails(ERROR_INVALID_PARAMETER);
    struct answer answer = ask(section, key, "", file);
    bool is_one = answer.text && read_bytes(answer.text, bytes, size);
    free(answer.text);
    return is_one || fails(ERROR_INVALID_DATA);
}

BOOL WINAPI GetPrivateProfileStructW(LPCWSTR section, LPCWSTR key, LPVOID bytes, UINT size,
                                     LPCWSTR file)
{
    struct narrow narrow = narrow_all(section, key, NULL, file);
    BOOL done = GetPrivateProfileStructA(narrow.section, narrow.key, bytes, size, narrow.file);
    forget_narrow(narrow);
    return done;
}

BOOL WINAPI WritePrivateProfileStructA(LPCSTR section, LPCSTR key, LPVOID bytes, UINT size,
                                       LPCSTR file)
{
    const BYTE *from = bytes;
    BYTE sum = 0;
    if (!from)
        return rewrite(section, key, NULL, file, FALSE);
    char *text = malloc((size_t)size * 2 + 3), *to = text;
    if (!text)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    for (UINT i = 0; i < size; i++, sum = (BYTE)(sum + from[i - 1]))
        to += sprintf(to, "%02X", from[i]);
    sprintf(to, "%02X", sum);
    BOOL done = rewrite(section, key, text, file, FALSE);
    free(text);
    return done;
}

BOOL WINAPI WritePrivateProfileStructW(LPCWSTR section, LPCWSTR key, LPVOID bytes, UINT size,
                                       LPCWSTR file)
{
    struct narrow narrow = narrow_all(section, key, NULL, file);
    BOOL done = WritePrivateProfileStructA(narrow.section, narrow.key, bytes, size, narrow.file);
    forget_narrow(narrow);
    return done;
}
