/* Names of the C library for TCHAR: wide where a program defines _UNICODE, else narrow. windef.h
 * asks UNICODE for Windows' calls. */
#ifndef TCHAR_H
#define TCHAR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* TCHAR_NAME(narrow, wide) is one of the two. */
#ifdef _UNICODE
#define TCHAR_NAME(narrow, wide) wide
#define _T(text)                 L##text
#define _TEXT(text)              L##text
typedef wchar_t _TCHAR;
typedef wint_t _TINT;
#define _TEOF WEOF
#else
#define TCHAR_NAME(narrow, wide) narrow
#define _T(text)                 text
#define _TEXT(text)              text
typedef char _TCHAR;
typedef int _TINT;
#define _TEOF                    EOF
#endif

#define _tmain      TCHAR_NAME(main, wmain)
#define _tWinMain   TCHAR_NAME(WinMain, wWinMain)

#define _tprintf    TCHAR_NAME(printf, wprintf)
#define _ftprintf   TCHAR_NAME(fprintf, fwprintf)
#define _sntprintf  TCHAR_NAME(_snprintf, _snwprintf)
#define _vtprintf   TCHAR_NAME(vprintf, vwprintf)
#define _vftprintf  TCHAR_NAME(vfprintf, vfwprintf)
#define _vsntprintf TCHAR_NAME(_vsnprintf, _vsnwprintf)
#define _sctprintf  TCHAR_NAME(_scprintf, _scwprintf)
#define _tscanf     TCHAR_NAME(scanf, wscanf)
#define _ftscanf    TCHAR_NAME(fscanf, fwscanf)
#define _stscanf    TCHAR_NAME(sscanf, swscanf)
#define _gettchar   TCHAR_NAME(getchar, getwchar)
#define _puttchar   TCHAR_NAME(putchar, putwchar)
#define _fgettc     TCHAR_NAME(fgetc, fgetwc)
#define _fputtc     TCHAR_NAME(fputc, fputwc)
#define _putts      TCHAR_NAME(puts, _putws)
#define _fputts     TCHAR_NAME(fputs, fputws)
#define _fgetts     TCHAR_NAME(fgets, fgetws)
#define _tfopen     TCHAR_NAME(fopen, _wfopen)
#define _tremove    TCHAR_NAME(remove, _wremove)
#define _trename    TCHAR_NAME(rename, _wrename)

#define _tcslen     TCHAR_NAME(strlen, wcslen)
#define _tcscpy     TCHAR_NAME(strcpy, wcscpy)
#define _tcsncpy    TCHAR_NAME(strncpy, wcsncpy)
#define _tcscat     TCHAR_NAME(strcat, wcscat)
#define _tcsncat    TCHAR_NAME(strncat, wcsncat)
#define _tcscmp     TCHAR_NAME(strcmp, wcscmp)
#define _tcsncmp    TCHAR_NAME(strncmp, wcsncmp)
#define _tcsicmp    TCHAR_NAME(_stricmp, _wcsicmp)
#define _tcsnicmp   TCHAR_NAME(_strnicmp, _wcsnicmp)
#define _tcscoll    TCHAR_NAME(strcoll, wcscoll)
#define _tcschr     TCHAR_NAME(strchr, wcschr)
#define _tcsrchr    TCHAR_NAME(strrchr, wcsrchr)
#define _tcsstr     TCHAR_NAME(strstr, wcsstr)
#define _tcsspn     TCHAR_NAME(strspn, wcsspn)
#define _tcscspn    TCHAR_NAME(strcspn, wcscspn)
#define _tcspbrk    TCHAR_NAME(strpbrk, wcspbrk)
#define _tcsdup     TCHAR_NAME(_strdup, _wcsdup)
#define _tcslwr     TCHAR_NAME(_strlwr, _wcslwr)
#define _tcsupr     TCHAR_NAME(_strupr, _wcsupr)
#define _tcsftime   TCHAR_NAME(strftime, wcsftime)
#define _tcstol     TCHAR_NAME(strtol, wcstol)
#define _tcstoul    TCHAR_NAME(strtoul, wcstoul)
#define _tcstoi64   TCHAR_NAME(strtoll, wcstoll)
#define _tcstod     TCHAR_NAME(strtod, wcstod)
#define _ttoi       TCHAR_NAME(atoi, _wtoi)

/* Without a size, as swprintf is in C for Windows. */
#define _stprintf   TCHAR_NAME(sprintf, _swprintf)
#define _vstprintf  TCHAR_NAME(vsprintf, _vswprintf)
#define _ttol       TCHAR_NAME(atol, _wtol)
#define _tstol      _ttol
#define _tstoi      _ttoi
#define _tstof      TCHAR_NAME(atof, _wtof)

#endif
