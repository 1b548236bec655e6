/* Bytes in files of settings: as digits, with their sum behind them. */
#include "win32/kernel32/profiles.h"

#include "win32/fails.h"
#include "win32/kernel32/profile_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    struct answer answer = profile_ask(section, key, "", file);
    bool is_one = answer.text && read_bytes(answer.text, bytes, size);
    free(answer.text);
    return is_one || fails(ERROR_INVALID_DATA);
}

BOOL WINAPI GetPrivateProfileStructW(LPCWSTR section, LPCWSTR key, LPVOID bytes, UINT size,
                                     LPCWSTR file)
{
    struct narrow narrow = profile_narrow(section, key, NULL, file);
    BOOL done = GetPrivateProfileStructA(narrow.section, narrow.key, bytes, size, narrow.file);
    profile_forget(narrow);
    return done;
}

BOOL WINAPI WritePrivateProfileStructA(LPCSTR section, LPCSTR key, LPVOID bytes, UINT size,
                                       LPCSTR file)
{
    const BYTE *from = bytes;
    BYTE sum = 0;
    if (!from)
        return profile_rewrite(section, key, NULL, file, FALSE);
    char *text = malloc((size_t)size * 2 + 3), *to = text;
    if (!text)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    for (UINT i = 0; i < size; i++, sum = (BYTE)(sum + from[i - 1]))
        to += sprintf(to, "%02X", from[i]);
    sprintf(to, "%02X", sum);
    BOOL done = profile_rewrite(section, key, text, file, FALSE);
    free(text);
    return done;
}

BOOL WINAPI WritePrivateProfileStructW(LPCWSTR section, LPCWSTR key, LPVOID bytes, UINT size,
                                       LPCWSTR file)
{
    struct narrow narrow = profile_narrow(section, key, NULL, file);
    BOOL done = WritePrivateProfileStructA(narrow.section, narrow.key, bytes, size, narrow.file);
    profile_forget(narrow);
    return done;
}
