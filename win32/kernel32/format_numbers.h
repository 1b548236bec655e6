/* Numbers and sums of money as texts of a locale. A number is a text of digits, with a minus before
 * them and one point among them. Ordinary code. */
#ifndef WIN32_KERNEL32_FORMAT_NUMBERS_H
#define WIN32_KERNEL32_FORMAT_NUMBERS_H

#include <winnls.h>

typedef struct _numberfmtW {
    UINT NumDigits;   /* behind the point, at most 9; the last is rounded */
    UINT LeadingZero; /* 1: a zero before a point without digits */
    UINT Grouping;    /* 3, 32 (three, then twos), 30 (three, then the rest); 0: none */
    LPWSTR lpDecimalSep, lpThousandSep;
    UINT NegativeOrder;
} NUMBERFMTW;

typedef struct _numberfmtA {
    UINT NumDigits, LeadingZero, Grouping;
    LPSTR lpDecimalSep, lpThousandSep;
    UINT NegativeOrder;
} NUMBERFMTA;

typedef struct _currencyfmtW {
    UINT NumDigits, LeadingZero, Grouping;
    LPWSTR lpDecimalSep, lpThousandSep;
    UINT NegativeOrder, PositiveOrder;
    LPWSTR lpCurrencySymbol;
} CURRENCYFMTW;

typedef struct _currencyfmtA {
    UINT NumDigits, LeadingZero, Grouping;
    LPSTR lpDecimalSep, lpThousandSep;
    UINT NegativeOrder, PositiveOrder;
    LPSTR lpCurrencySymbol;
} CURRENCYFMTA;

/* The result is the length with the zero; size 0 asks for it. 0: ERROR_INVALID_PARAMETER, no number
 * or no such format; ERROR_INVALID_FLAGS, flags beside a format; ERROR_INSUFFICIENT_BUFFER. */
int WINAPI GetNumberFormatA(LCID locale, DWORD flags, LPCSTR number, const NUMBERFMTA *format,
                            LPSTR buffer, int size);
int WINAPI GetNumberFormatW(LCID locale, DWORD flags, LPCWSTR number, const NUMBERFMTW *format,
                            LPWSTR buffer, int size);
int WINAPI GetNumberFormatEx(LPCWSTR locale, DWORD flags, LPCWSTR number, const NUMBERFMTW *format,
                             LPWSTR buffer, int size);
int WINAPI GetCurrencyFormatA(LCID locale, DWORD flags, LPCSTR number, const CURRENCYFMTA *format,
                              LPSTR buffer, int size);
int WINAPI GetCurrencyFormatW(LCID locale, DWORD flags, LPCWSTR number, const CURRENCYFMTW *format,
                              LPWSTR buffer, int size);
int WINAPI GetCurrencyFormatEx(LPCWSTR locale, DWORD flags, LPCWSTR number,
                               const CURRENCYFMTW *format, LPWSTR buffer, int size);

#endif
