/* The text is read twice: first for the size, then into the memory. */
#include "win32/kernel32/descriptor_texts.h"

#include "win32/fails.h"

#include <errhandlingapi.h>
#include <heapapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>
#include <winbase.h>
#include <winerror.h>
#include <winnls.h>

/* The text that is read, and the place for the descriptor, or NULL, where nothing is laid. */
struct reader {
    const WCHAR *text;
    BYTE *place;
    ULONG used;
    DWORD error;
};

static void write_part(struct reader *reader, const void *bytes, size_t size)
{
    if (reader->place)
        memcpy(reader->place + reader->used, bytes, size);
    reader->used += (ULONG)size;
}

static bool reads(struct reader *reader, const WCHAR *word)
{
    size_t length = wcslen(word);
    if (wcsncmp(reader->text, word, length) != 0)
        return false;
    reader->text += length;
    return true;
}

static void skip_blanks(struct reader *reader)
{
    while (*reader->text == ' ')
        reader->text++;
}

/* ---------------------------------------------------------------- words */

struct word {
    const WCHAR *name;
    DWORD value;
};

static const struct word entry_kinds[] = {
    {L"AU", 2}, {L"AL", 3}, {L"ML", 0x11}, {L"A", 0}, {L"D", 1}, {NULL, 0},
};
static const struct word entry_flags[] = {
    {L"OI", 1},    {L"CI", 2},    {L"NP", 4},    {L"IO", 8},
    {L"ID", 0x10}, {L"SA", 0x40}, {L"FA", 0x80}, {NULL, 0},
};
static const struct word rights[] = {
    {L"GA", 0x10000000}, {L"GX", 0x20000000}, {L"GW", 0x40000000}, {L"GR", 0x80000000},
    {L"SD", 0x10000},    {L"RC", 0x20000},    {L"WD", 0x40000},    {L"WO", 0x80000},
    {L"CC", 1},          {L"DC", 2},          {L"LC", 4},          {L"SW", 8},
    {L"RP", 0x10},       {L"WP", 0x20},       {L"DT", 0x40},       {L"LO", 0x80},
    {L"CR", 0x100},      {L"FA", 0x1F01FF},   {L"FR", 0x120089},   {L"FW", 0x120116},
    {L"FX", 0x1200A0},   {L"KA", 0xF003F},    {L"KR", 0x20019},    {L"KW", 0x20006},
    {L"KX", 0x20019},    {L"NW", 1},          {L"NR", 2},          {L"NX", 4},
    {NULL, 0},
};
/* The flags of a list. The flags of the other kind of list are twice as large. */
static const struct word list_flags[] = {
    {L"AR", 0x100},
    {L"AI", 0x400},
    {L"P", 0x1000},
    {NULL, 0},
};

static const struct word *read_word(struct reader *reader, const struct word *words)
{
    while (words->name && !reads(reader, words->name))
        words++;
    return words->name ? words : NULL;
}

static DWORD read_words(struct reader *reader, const struct word *words)
{
    const struct word *word;
    DWORD all = 0;
    while ((word = read_word(reader, words)))
        all |= word->value;
    return all;
}

/* ---------------------------------------------------------------- users and groups */

static const struct {
    WCHAR name[3];
    BYTE authority;
    DWORD parts[5];
    BYTE count;
} known[] = {
    {L"WD", 1, {0}, 1},
    {L"CO", 3, {0}, 1},
    {L"CG", 3, {1}, 1},
    {L"OW", 3, {4}, 1},
    {L"NU", 5, {2}, 1},
    {L"IU", 5, {4}, 1},
    {L"SU", 5, {6}, 1},
    {L"AN", 5, {7}, 1},
    {L"ED", 5, {9}, 1},
    {L"PS", 5, {10}, 1},
    {L"AU", 5, {11}, 1},
    {L"RC", 5, {12}, 1},
    {L"SY", 5, {18}, 1},
    {L"LS", 5, {19}, 1},
    {L"NS", 5, {20}, 1},
    {L"BA", 5, {32, 544}, 2},
    {L"BU", 5, {32, 545}, 2},
    {L"BG", 5, {32, 546}, 2},
    {L"PU", 5, {32, 547}, 2},
    {L"AO", 5, {32, 548}, 2},
    {L"SO", 5, {32, 549}, 2},
    {L"PO", 5, {32, 550}, 2},
    {L"BO", 5, {32, 551}, 2},
    {L"RE", 5, {32, 552}, 2},
    {L"RU", 5, {32, 554}, 2},
    {L"RD", 5, {32, 555}, 2},
    {L"NO", 5, {32, 556}, 2},
    {L"MU", 5, {32, 558}, 2},
    {L"LU", 5, {32, 559}, 2},
    {L"LA", 5, {21, 0, 0, 0, 500}, 5},
    {L"LW", 16, {4096}, 1},
    {L"ME", 16, {8192}, 1},
    {L"HI", 16, {12288}, 1},
    {L"SI", 16, {16384}, 1},
    {L"LG", 5, {21, 0, 0, 0, 501}, 5},
};

static void lay_id(struct reader *reader, uint64_t authority, const DWORD *parts, unsigned count)
{
    enum { BYTES = 6, BEHIND = 2 };
    BYTE head[BEHIND + BYTES] = {1, (BYTE)count};
    for (unsigned i = 0; i < BYTES; i++, authority >>= 8)
        head[sizeof head - 1 - i] = (BYTE)authority;
    write_part(reader, head, sizeof head);
    write_part(reader, parts, count * sizeof *parts);
}

/* S-1-authority-part and so on. */
static bool read_numbers(struct reader *reader)
{
    enum { MOST = 15, AUTHORITY_BITS = 48 };
    DWORD parts[MOST];
    unsigned count = 0;
    WCHAR *end;
    uint64_t authority = wcstoull(reader->text, &end, 0);
    if (end == reader->text || authority >> AUTHORITY_BITS)
        return false;
    for (reader->text = end; reads(reader, L"-"); reader->text = end) {
        if (count == MOST)
            return false;
        parts[count++] = wcstoul(reader->text, &end, 0);
        if (end == reader->text)
            return false;
    }
    if (!count)
        return false;
    lay_id(reader, authority, parts, count);
    return true;
}

static bool read_id(struct reader *reader)
{
    skip_blanks(reader);
    if (reads(reader, L"S-1-") && read_numbers(reader))
        return true;
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (reads(reader, known[i].name)) {
            lay_id(reader, known[i].authority, known[i].parts, known[i].count);
            return true;
        }
    reader->error = ERROR_INVALID_SID;
    return false;
}

/* ---------------------------------------------------------------- lists */

static DWORD read_rights(struct reader *reader)
{
    WCHAR *end;
    if (*reader->text < '0' || *reader->text > '9')
        return read_words(reader, rights);
    DWORD value = wcstoul(reader->text, &end, 0);
    reader->text = end;
    return value;
}

/* (kind;flags;rights;;;who) behind its bracket. */
static bool read_entry(struct reader *reader)
{
    struct {
        BYTE kind, flags;
        WORD size;
        DWORD rights;
    } entry = {0};
    ULONG at = reader->used;
    skip_blanks(reader);
    const struct word *kind = read_word(reader, entry_kinds);
    if (!kind || !reads(reader, L";"))
        return false;
    entry.kind = (BYTE)kind->value;
    entry.flags = (BYTE)read_words(reader, entry_flags);
    if (!reads(reader, L";"))
        return false;
    entry.rights = read_rights(reader);
    if (!reads(reader, L";;;"))
        return false;
    write_part(reader, &entry, sizeof entry);
    if (!read_id(reader))
        return false;
    skip_blanks(reader);
    if (!reads(reader, L")"))
        return false;
    entry.size = (WORD)(reader->used - at);
    if (reader->place)
        memcpy(reader->place + at, &entry, sizeof entry);
    return true;
}

static bool read_list(struct reader *reader)
{
    ACL list = {.AclRevision = ACL_REVISION};
    ULONG at = reader->used;
    write_part(reader, &list, sizeof list);
    while (reads(reader, L"(")) {
        if (!read_entry(reader)) {
            if (!reader->error)
                reader->error = ERROR_INVALID_ACL;
            return false;
        }
        list.AceCount++;
        skip_blanks(reader);
    }
    list.AclSize = (WORD)(reader->used - at);
    if (reader->place)
        memcpy(reader->place + at, &list, sizeof list);
    return true;
}

/* ---------------------------------------------------------------- descriptors */

/* In one piece: the parts are offsets, 0 if there is none. */
struct descriptor {
    BYTE revision, unused;
    WORD control;
    DWORD owner, group, of_system, of_users;
};

static bool read_descriptor(struct reader *reader)
{
    enum { IN_ONE_PIECE = 0x8000, OF_USERS = 4, OF_SYSTEM = 0x10 };
    struct descriptor head = {.revision = SECURITY_DESCRIPTOR_REVISION, .control = IN_ONE_PIECE};
    write_part(reader, &head, sizeof head);
    for (skip_blanks(reader); *reader->text; skip_blanks(reader)) {
        ULONG at = reader->used;
        if (reads(reader, L"O:") && !head.owner) {
            head.owner = at;
            if (!read_id(reader))
                return false;
        } else if (reads(reader, L"G:") && !head.group) {
            head.group = at;
            if (!read_id(reader))
                return false;
        } else if (reads(reader, L"D:") && !head.of_users) {
            head.of_users = at;
            head.control |= (WORD)(OF_USERS | read_words(reader, list_flags));
            if (!read_list(reader))
                return false;
        } else if (reads(reader, L"S:") && !head.of_system) {
            head.of_system = at;
            head.control |= (WORD)(OF_SYSTEM | read_words(reader, list_flags) << 1);
            if (!read_list(reader))
                return false;
        } else {
            reader->error = ERROR_INVALID_PARAMETER;
            return false;
        }
    }
    if (reader->place)
        memcpy(reader->place, &head, sizeof head);
    return true;
}

BOOL WINAPI ConvertStringSecurityDescriptorToSecurityDescriptorW(LPCWSTR text, DWORD revision,
                                                                 PSECURITY_DESCRIPTOR *made,
                                                                 PULONG size)
{
    struct reader reader = {.text = text};
    if (!text || !made)
        return fails(ERROR_INVALID_PARAMETER);
    if (revision != 1)
        return fails(ERROR_UNKNOWN_REVISION);
    if (!read_descriptor(&reader))
        return fails(reader.error);
    struct reader second = {.text = text, .place = LocalAlloc(0, reader.used)};
    if (!second.place)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    read_descriptor(&second);
    *made = second.place;
    if (size)
        *size = second.used;
    return TRUE;
}

/* Returns the text as wide text from malloc; NULL, with the last error. */
static WCHAR *widen(LPCSTR text)
{
    if (!text) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    int units = MultiByteToWideChar(CP_ACP, 0, text, -1, NULL, 0);
    WCHAR *wide = malloc((size_t)units * sizeof *wide);
    if (wide)
        MultiByteToWideChar(CP_ACP, 0, text, -1, wide, units);
    else
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return wide;
}

BOOL WINAPI ConvertStringSecurityDescriptorToSecurityDescriptorA(LPCSTR text, DWORD revision,
                                                                 PSECURITY_DESCRIPTOR *made,
                                                                 PULONG size)
{
    WCHAR *wide = widen(text);
    BOOL done =
        wide && ConvertStringSecurityDescriptorToSecurityDescriptorW(wide, revision, made, size);
    free(wide);
    return done;
}

BOOL WINAPI ConvertStringSidToSidW(LPCWSTR text, PSID *id)
{
    struct reader reader = {.text = text};
    if (!text || !id)
        return fails(ERROR_INVALID_PARAMETER);
    if (!read_id(&reader) || *reader.text)
        return fails(ERROR_INVALID_SID);
    struct reader second = {.text = text, .place = LocalAlloc(0, reader.used)};
    if (!second.place)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    read_id(&second);
    *id = second.place;
    return TRUE;
}

BOOL WINAPI ConvertStringSidToSidA(LPCSTR text, PSID *id)
{
    WCHAR *wide = widen(text);
    BOOL done = wide && ConvertStringSidToSidW(wide, id);
    free(wide);
    return done;
}
