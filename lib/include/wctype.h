/* Classes of wide characters and their capitals: newlib's tables of Unicode, linked into programs
 * that call them. A half of a pair belongs to no class.
 */
#ifndef LIB_WCTYPE_H
#define LIB_WCTYPE_H

#ifdef __cplusplus
extern "C" {
#endif

#include <wchar.h>

typedef int wctype_t;
typedef int wctrans_t;

int iswalnum(wint_t character);
int iswalpha(wint_t character);
int iswblank(wint_t character);
int iswcntrl(wint_t character);
int iswdigit(wint_t character);
int iswgraph(wint_t character);
int iswlower(wint_t character);
int iswprint(wint_t character);
int iswpunct(wint_t character);
int iswspace(wint_t character);
int iswupper(wint_t character);
int iswxdigit(wint_t character);
wint_t towlower(wint_t character);
wint_t towupper(wint_t character);

/* Classes and conversions by their names, "alpha" or "toupper"; 0 if there is none. */
wctype_t wctype(const char *name);
int iswctype(wint_t character, wctype_t type);
wctrans_t wctrans(const char *name);
wint_t towctrans(wint_t character, wctrans_t conversion);

#ifdef __cplusplus
}
#endif

#endif
