/* LCMapString: the other case of texts, and their sort keys. */
#include "win32/fails.h"
#include "win32/letters.h"
#include "win32/locale/locale_names.h"
#include "win32/locale/sort_key.h"
#include "win32/locale/wide_text.h"

#include <errhandlingapi.h>
#include <stdbool.h>
#include <wchar.h>

enum { ELEMENT_BYTES = 4, BITS = 7 };

static bool may_be(DWORD flags)
{
    const DWORD changes = LCMAP_LOWERCASE | LCMAP_UPPERCASE;
    const DWORD of_text = changes | LCMAP_BYTEREV | LCMAP_LINGUISTIC_CASING | LOCALE_USE_CP_ACP;
    if (flags & LCMAP_SORTKEY)
        return !(flags & ~(LCMAP_SORTKEY | LCMAP_BYTEREV | sort_flags));
    return flags && !(flags & ~of_text) && (flags & changes) != changes;
}

/* Writes a sort key of at most size bytes, a size of 0 none. Returns how many it has; 0, with the
 * last error: it has no room. Elements have bytes above those of levels, the highest first. */
static int make_key(DWORD flags, LPCWSTR text, int length, BYTE *to, int size)
{
    struct sort_key key = {text, (size_t)length, flags & sort_flags, 0, 0};
    int count = 0;
    for (unsigned next = SORT_LEVEL + 1; next;) {
        next = sort_key_next(&key);
        int bytes = next > SORT_LEVEL ? ELEMENT_BYTES : 1;
        if (size && count + bytes > size)
            return fails(ERROR_INSUFFICIENT_BUFFER);
        for (int i = bytes; size && i-- > 0;)
            *to++ = (BYTE)(bytes == 1 ? next : next >> i * BITS | 1 << BITS);
        count += bytes;
    }
    return count;
}

/* Whether its language has an i with a dot and one without, each in both cases: Turkish, Azeri. */
static bool has_two_kinds_of_i(LCID locale)
{
    enum { TURKISH = 0x1F, AZERI = 0x2C };
    return PRIMARYLANGID(locale) == TURKISH || PRIMARYLANGID(locale) == AZERI;
}

static WCHAR mapped(WCHAR unit, DWORD flags, bool is_dotted)
{
    enum { LARGE_DOTTED = 0x130, SMALL_DOTLESS };
    is_dotted = is_dotted && flags & LCMAP_LINGUISTIC_CASING;
    if (flags & LCMAP_LOWERCASE)
        unit = !is_dotted             ? letter_small(unit)
               : unit == 'I'          ? SMALL_DOTLESS
               : unit == LARGE_DOTTED ? 'i'
                                      : letter_small(unit);
    if (flags & LCMAP_UPPERCASE)
        unit = !is_dotted              ? letter_large(unit)
               : unit == 'i'           ? LARGE_DOTTED
               : unit == SMALL_DOTLESS ? 'I'
                                       : letter_large(unit);
    return flags & LCMAP_BYTEREV ? (WCHAR)(unit << 8 | unit >> 8) : unit;
}

static int map(const struct locale_row *locale, DWORD flags, LPCWSTR text, int length, LPWSTR to,
               int size)
{
    if (!locale)
        return 0;
    if (!text || !length || size < 0 || (size && !to))
        return fails(ERROR_INVALID_PARAMETER);
    if (!may_be(flags) || (text == to && !(flags & (LCMAP_LOWERCASE | LCMAP_UPPERCASE))))
        return fails(ERROR_INVALID_FLAGS);
    if (flags & LCMAP_SORTKEY)
        return make_key(flags, text, length < 0 ? (int)wcslen(text) : length, (BYTE *)to, size);
    if (length < 0)
        length = (int)wcslen(text) + 1;
    if (size && size < length)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    for (int i = 0; size && i < length; i++)
        to[i] = mapped(text[i], flags, has_two_kinds_of_i(locale->number));
    return length;
}

int WINAPI LCMapStringW(LCID locale, DWORD flags, LPCWSTR text, int length, LPWSTR to, int size)
{
    return map(locale_of_number(locale), flags, text, length, to, size);
}

int WINAPI LCMapStringEx(LPCWSTR name, DWORD flags, LPCWSTR text, int length, LPWSTR to, int size,
                         LPNLSVERSIONINFO version, LPVOID reserved, LPARAM parameter)
{
    (void)version;
    if (reserved || parameter)
        return fails(ERROR_INVALID_PARAMETER);
    return map(locale_of_name(name), flags, text, length, to, size);
}

int WINAPI LCMapStringA(LCID locale, DWORD flags, LPCSTR text, int length, LPSTR to, int size)
{
    int count, result = 0;
    if (!text || !length || size < 0 || (size && !to))
        return fails(ERROR_INVALID_PARAMETER);
    LPWSTR wide = wide_text(text, length < 0 ? (int)strlen(text) + 1 : length, &count);
    if (!wide)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    if (flags & LCMAP_SORTKEY)
        result = LCMapStringW(locale, flags, wide, length < 0 ? -1 : count, (LPWSTR)to, size);
    else if (LCMapStringW(locale, flags, wide, count, wide, count))
        result = WideCharToMultiByte(CP_ACP, 0, wide, count, to, size, NULL, NULL);
    free(wide);
    return result;
}
