/* Classes of characters in the "C" locale. The argument is an unsigned char or EOF. */
#ifndef LIB_CTYPE_H
#define LIB_CTYPE_H

#ifdef __cplusplus
extern "C" {
#endif

int isalnum(int c);
int isalpha(int c);
int isblank(int c);
int iscntrl(int c);
int isdigit(int c);
int isgraph(int c);
int islower(int c);
int isprint(int c);
int ispunct(int c);
int isspace(int c);
int isupper(int c);
int isxdigit(int c);
int tolower(int c);
int toupper(int c);

/* Microsoft's: of ASCII, and of names in C: their first character (__iscsymf) and the others. Any
 * argument is allowed. */
int __isascii(int c);
int __toascii(int c);
int __iscsym(int c);
int __iscsymf(int c);
#ifndef __STRICT_ANSI__
int isascii(int c) __asm__("__isascii");
int toascii(int c) __asm__("__toascii");
int iscsym(int c) __asm__("__iscsym");
int iscsymf(int c) __asm__("__iscsymf");
#endif

#ifdef __cplusplus
}
#endif

#endif
