/* The console without lines: a key at a time, even where stdin and stdout are files. From the first
 * of these calls on the host's terminal sends each key at once, until text is read. The enter key
 * is 13. A key without a character, such as an arrow, is two values: 0 or 224, and Windows' number.
 */
#ifndef LIB_CONIO_H
#define LIB_CONIO_H

#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether _getch would not wait. */
int _kbhit(void);

/* Wait for a key, and return it; -1 once the input has ended. _getche shows it, too. */
int _getch(void);
int _getche(void);

/* As wide text: a character beyond ASCII is one value, or the two of a pair, and not as many as it
 * has bytes of UTF-8. WEOF once the input has ended. */
wint_t _getwch(void);
wint_t _getwche(void);

/* Give a key back; -1 or WEOF if one is given back already. */
int _ungetch(int key);
wint_t _ungetwch(wint_t key);

int _putch(int character);
int _cputs(const char *text);
int _cprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

int kbhit(void) __asm__("_kbhit");
int getch(void) __asm__("_getch");
int getche(void) __asm__("_getche");
int ungetch(int key) __asm__("_ungetch");
int putch(int character) __asm__("_putch");
int cputs(const char *text) __asm__("_cputs");

#ifdef __cplusplus
}
#endif

#endif
