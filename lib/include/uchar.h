/* UTF-16 and UTF-32 from and to UTF-8. Results are those of mbrtowc and wcrtomb (wchar.h). */
#ifndef LIB_UCHAR_H
#define LIB_UCHAR_H

#ifdef __cplusplus
extern "C" {
#endif

#include <wchar.h>

#ifndef __cplusplus /* which has them as words of its own */
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif

size_t mbrtoc16(char16_t *__restrict to, const char *__restrict text, size_t size,
                mbstate_t *__restrict state);
size_t c16rtomb(char *__restrict to, char16_t character, mbstate_t *__restrict state);
size_t mbrtoc32(char32_t *__restrict to, const char *__restrict text, size_t size,
                mbstate_t *__restrict state);
size_t c32rtomb(char *__restrict to, char32_t character, mbstate_t *__restrict state);

#ifdef __cplusplus
}
#endif

#endif
