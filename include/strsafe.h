/* Texts in places that have a size, in characters (StringCch) or bytes (StringCb). Returns: S_OK;
 * STRSAFE_E_INSUFFICIENT_BUFFER, and the text is cut; STRSAFE_E_INVALID_PARAMETER for a size of 0
 * or beyond STRSAFE_MAX_CCH characters. windows.h does not take this in. */
#ifndef STRSAFE_H
#define STRSAFE_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <windef.h>

#define STRSAFE_MAX_CCH               2147483647
#define STRSAFE_E_INSUFFICIENT_BUFFER ((HRESULT)0x8007007A)
#define STRSAFE_E_INVALID_PARAMETER   ((HRESULT)0x80070057)
#define STRSAFE_E_END_OF_FILE         ((HRESULT)0x80070026)

/* Defines the calls for one kind of text. */
#define STRSAFE_CALLS(letter, character, length_within, copy, print)                               \
    static __inline HRESULT StringCchVPrintf##letter(character *to, size_t size,                   \
                                                     const character *format, va_list args)        \
    {                                                                                              \
        int length;                                                                                \
        if (!size || size > STRSAFE_MAX_CCH)                                                       \
            return STRSAFE_E_INVALID_PARAMETER;                                                    \
        length = print(to, size - 1, format, args);                                                \
        if (length >= 0 && (size_t)length < size) {                                                \
            to[length] = 0;                                                                        \
            return S_OK;                                                                           \
        }                                                                                          \
        to[size - 1] = 0;                                                                          \
        return STRSAFE_E_INSUFFICIENT_BUFFER;                                                      \
    }                                                                                              \
    static __inline HRESULT StringCchPrintf##letter(character *to, size_t size,                    \
                                                    const character *format, ...)                  \
    {                                                                                              \
        HRESULT result;                                                                            \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        result = StringCchVPrintf##letter(to, size, format, args);                                 \
        va_end(args);                                                                              \
        return result;                                                                             \
    }                                                                                              \
    static __inline HRESULT StringCchCopy##letter(character *to, size_t size,                      \
                                                  const character *from)                           \
    {                                                                                              \
        size_t length;                                                                             \
        if (!size || size > STRSAFE_MAX_CCH)                                                       \
            return STRSAFE_E_INVALID_PARAMETER;                                                    \
        length = length_within(from, size - 1);                                                    \
        copy(to, from, length);                                                                    \
        to[length] = 0;                                                                            \
        return from[length] ? STRSAFE_E_INSUFFICIENT_BUFFER : S_OK;                                \
    }                                                                                              \
    static __inline HRESULT StringCchLength##letter(const character *text, size_t size,            \
                                                    size_t *length)                                \
    {                                                                                              \
        size_t found = text && size <= STRSAFE_MAX_CCH ? length_within(text, size) : size;         \
        if (length)                                                                                \
            *length = found < size ? found : 0;                                                    \
        return found < size ? S_OK : STRSAFE_E_INVALID_PARAMETER;                                  \
    }                                                                                              \
    static __inline HRESULT StringCchCat##letter(character *to, size_t size,                       \
                                                 const character *from)                            \
    {                                                                                              \
        size_t length;                                                                             \
        HRESULT result = StringCchLength##letter(to, size, &length);                               \
        return result ? result : StringCchCopy##letter(to + length, size - length, from);          \
    }                                                                                              \
    static __inline HRESULT StringCbCopy##letter(character *to, size_t size,                       \
                                                 const character *from)                            \
    {                                                                                              \
        return StringCchCopy##letter(to, size / sizeof *to, from);                                 \
    }                                                                                              \
    static __inline HRESULT StringCbCat##letter(character *to, size_t size, const character *from) \
    {                                                                                              \
        return StringCchCat##letter(to, size / sizeof *to, from);                                  \
    }                                                                                              \
    static __inline HRESULT StringCbPrintf##letter(character *to, size_t size,                     \
                                                   const character *format, ...)                   \
    {                                                                                              \
        HRESULT result;                                                                            \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        result = StringCchVPrintf##letter(to, size / sizeof *to, format, args);                    \
        va_end(args);                                                                              \
        return result;                                                                             \
    }                                                                                              \
    static __inline HRESULT StringCbLength##letter(const character *text, size_t size,             \
                                                   size_t *length)                                 \
    {                                                                                              \
        HRESULT result = StringCchLength##letter(text, size / sizeof *text, length);               \
        if (length)                                                                                \
            *length *= sizeof *text;                                                               \
        return result;                                                                             \
    }

STRSAFE_CALLS(A, char, strnlen, memcpy, _vsnprintf)
STRSAFE_CALLS(W, wchar_t, wcsnlen, wmemcpy, _vsnwprintf)

#ifdef UNICODE
#define STRSAFE_NAME(name) name##W
#else
#define STRSAFE_NAME(name) name##A
#endif
#define StringCchCopy    STRSAFE_NAME(StringCchCopy)
#define StringCchCat     STRSAFE_NAME(StringCchCat)
#define StringCchPrintf  STRSAFE_NAME(StringCchPrintf)
#define StringCchVPrintf STRSAFE_NAME(StringCchVPrintf)
#define StringCchLength  STRSAFE_NAME(StringCchLength)
#define StringCbCopy     STRSAFE_NAME(StringCbCopy)
#define StringCbCat      STRSAFE_NAME(StringCbCat)
#define StringCbPrintf   STRSAFE_NAME(StringCbPrintf)
#define StringCbLength   STRSAFE_NAME(StringCbLength)

#endif
