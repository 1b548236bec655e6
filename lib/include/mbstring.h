/* Texts of characters of one or two bytes, by Microsoft's names. In the one locale no byte begins a
 * pair, so the calls are those of string.h. */
#ifndef LIB_MBSTRING_H
#define LIB_MBSTRING_H

#ifdef __cplusplus
extern "C" {
#endif

#include <ctype.h>
#include <string.h>

#define MBSTRING_CALL(name, plain)                                                                 \
    static __inline unsigned char *name(const unsigned char *text, unsigned character)             \
    {                                                                                              \
        return (unsigned char *)plain((const char *)text, (int)character);                         \
    }
MBSTRING_CALL(_mbschr, strchr)
MBSTRING_CALL(_mbsrchr, strrchr)
#undef MBSTRING_CALL

#define MBSTRING_CALL(name, plain)                                                                 \
    static __inline unsigned char *name(unsigned char *to, const unsigned char *from)              \
    {                                                                                              \
        return (unsigned char *)plain((char *)to, (const char *)from);                             \
    }
MBSTRING_CALL(_mbscpy, strcpy)
MBSTRING_CALL(_mbscat, strcat)
MBSTRING_CALL(_mbstok, strtok)
#undef MBSTRING_CALL

#define MBSTRING_CALL(type, name, plain)                                                           \
    static __inline type name(const unsigned char *left, const unsigned char *right)               \
    {                                                                                              \
        return (type)plain((const char *)left, (const char *)right);                               \
    }
MBSTRING_CALL(int, _mbscmp, strcmp)
MBSTRING_CALL(int, _mbsicmp, _stricmp)
MBSTRING_CALL(size_t, _mbsspn, strspn)
MBSTRING_CALL(size_t, _mbscspn, strcspn)
MBSTRING_CALL(unsigned char *, _mbsstr, strstr)
MBSTRING_CALL(unsigned char *, _mbspbrk, strpbrk)
#undef MBSTRING_CALL

#define MBSTRING_CALL(type, name, plain)                                                           \
    static __inline type name(const unsigned char *left, const unsigned char *right, size_t limit) \
    {                                                                                              \
        return (type)plain((const char *)left, (const char *)right, limit);                        \
    }
MBSTRING_CALL(int, _mbsncmp, strncmp)
MBSTRING_CALL(int, _mbsnicmp, _strnicmp)
#undef MBSTRING_CALL

static __inline size_t _mbslen(const unsigned char *text)
{
    return strlen((const char *)text);
}

static __inline unsigned char *_mbsinc(const unsigned char *text)
{
    return (unsigned char *)text + 1;
}

static __inline unsigned char *_mbsdec(const unsigned char *start, const unsigned char *text)
{
    return text > start ? (unsigned char *)text - 1 : NULL;
}

static __inline unsigned _mbsnextc(const unsigned char *text)
{
    return *text;
}

#define _ismbblead(byte)  0
#define _ismbbtrail(byte) 0

#ifdef __cplusplus
}
#endif

#endif
