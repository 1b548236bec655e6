/* Memory and string functions of C11, and strnlen, strtok_r and strdup of POSIX.
 *
 * There are no locales: characters are bytes, compared as unsigned char. All functions may be
 * called from anywhere, except strtok (one position for each thread) and strdup (which allocates).
 */
#ifndef LIB_STRING_H
#define LIB_STRING_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>

void *memcpy(void *__restrict to, const void *__restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memchr(const void *block, int byte, size_t size);

size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
char *strcpy(char *__restrict to, const char *__restrict from);
char *strncpy(char *__restrict to, const char *__restrict from, size_t size);
char *strcat(char *__restrict to, const char *__restrict from);
char *strncat(char *__restrict to, const char *__restrict from, size_t limit);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t limit);

char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
char *strstr(const char *text, const char *part);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);
char *strpbrk(const char *text, const char *wanted);
char *strtok(char *__restrict text, const char *__restrict separators);
char *strtok_r(char *__restrict text, const char *__restrict separators,
               char **__restrict position);

/* Returns a copy from malloc; NULL when memory is exhausted, and of NULL. */
char *strdup(const char *text);

/* Windows' own: comparisons that take capitals of A to Z for small letters, and its name of
 * strdup. Without a text a comparison is that number, with EINVAL. */
#define _NLSCMPERROR 0x7FFFFFFF
int _stricmp(const char *left, const char *right);
int _strnicmp(const char *left, const char *right, size_t limit);
char *_strdup(const char *text);
char *_strlwr(char *text);
char *_strupr(char *text);
char *_strrev(char *text);
char *_strset(char *text, int character);
char *_strnset(char *text, int character, size_t limit);
int _memicmp(const void *left, const void *right, size_t size);
void *_memccpy(void *__restrict to, const void *__restrict from, int last, size_t size);
char *strtok_s(char *text, const char *separators, char **position);
#define _stricoll _stricmp
#define _strcmpi  _stricmp

/* These calls by their names without a line before, which a program of the C standard alone may
 * define for itself. */
#ifndef __STRICT_ANSI__
int stricmp(const char *left, const char *right) __asm__("_stricmp");
int strcmpi(const char *left, const char *right) __asm__("_stricmp");
int strnicmp(const char *left, const char *right, size_t limit) __asm__("_strnicmp");
char *strlwr(char *text) __asm__("_strlwr");
char *strupr(char *text) __asm__("_strupr");
char *strrev(char *text) __asm__("_strrev");
char *strset(char *text, int character) __asm__("_strset");
char *strnset(char *text, int character, size_t limit) __asm__("_strnset");
int memicmp(const void *left, const void *right, size_t size) __asm__("_memicmp");
#endif

/* Microsoft's functions with the size of the place. They return 0, EINVAL for NULL or no size,
 * ERANGE for what has no room: then the place has an empty text (or zeros), errno the same, and the
 * handler of invalid parameters is called (stdlib.h). With _TRUNCATE for count a text is cut:
 * STRUNCATE, and no handler. strnlen_s is 0 for NULL. */
#ifndef _TRUNCATE
#define _TRUNCATE ((size_t)-1)
#endif
int memcpy_s(void *to, size_t size, const void *from, size_t count);
int memmove_s(void *to, size_t size, const void *from, size_t count);
int strcpy_s(char *to, size_t size, const char *from);
int strncpy_s(char *to, size_t size, const char *from, size_t count);
int strcat_s(char *to, size_t size, const char *from);
int strncat_s(char *to, size_t size, const char *from, size_t count);
int strerror_s(char *to, size_t size, int error);
size_t strnlen_s(const char *text, size_t limit);

/* The text of a number of errno, in English; never NULL. */
char *strerror(int error);

/* "title: text\n" with the text of errno, or for NULL without the title, of which there are at most
 * 94 characters, in one buffer that all threads share. */
char *_strerror(const char *title);

/* The order is that of bytes; strxfrm copies the text if it has room, and returns its length. */
int strcoll(const char *left, const char *right);
size_t strxfrm(char *__restrict to, const char *__restrict from, size_t size);

#ifdef __cplusplus
}
#endif

#endif
