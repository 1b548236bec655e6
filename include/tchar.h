/* Names of the C library for TCHAR, which is wchar_t with _UNICODE and char without. */
#ifndef TCHAR_H
#define TCHAR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#ifdef _UNICODE

#define _T(text)    L##text
#define _TEXT(text) L##text

typedef wchar_t _TCHAR;

/* Calls the program's function with main's words as wide texts, which stay until its end. */
static __inline int tchar_start(int (*program)(int, wchar_t **), int argc, char **argv)
{
    wchar_t **words = (wchar_t **)calloc((size_t)argc + 1, sizeof *words);
    for (int i = 0; words && i < argc; i++) {
        size_t room = strlen(argv[i]) + 1;
        words[i] = (wchar_t *)calloc(room, sizeof(wchar_t));
        if (words[i])
            mbstowcs(words[i], argv[i], room);
    }
    return program(argc, words);
}

/* Behind the `int` of the program's function: main, which calls it. */
#define _tmain                                                                                     \
    tchar_main();                                                                                  \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return tchar_start((int (*)(int, wchar_t **))tchar_main, argc, argv);                      \
    }                                                                                              \
    int tchar_main
#define _tprintf   wprintf
#define _ftprintf  fwprintf
#define _sntprintf _snwprintf
#define _vtprintf  vwprintf
#define _putts     _putws
#define _fputts    fputws
#define _fgetts    fgetws
#define _tfopen    _wfopen
#define _tcslen    wcslen
#define _tcscpy    wcscpy
#define _tcscat    wcscat
#define _tcscmp    wcscmp
#define _tcsncmp   wcsncmp
#define _tcsicmp   _wcsicmp
#define _tcsdup    _wcsdup
#define _tcschr    wcschr
#define _tcsrchr   wcsrchr
#define _tcsstr    wcsstr
#define _tcstol    wcstol
#define _tcstoul   wcstoul
#define _ttoi      _wtoi

#else

#define _sntprintf  _snprintf
#define _tfopen     fopen
#define _tcsdup     _strdup

#define _T(text)    text
#define _TEXT(text) text

typedef char _TCHAR;

#define _tmain      main
#define _tprintf    printf
#define _ftprintf   fprintf
#define _stprintf   sprintf
#define _vtprintf   vprintf
#define _putts      puts
#define _fputts     fputs
#define _fgetts     fgets
#define _tcslen     strlen
#define _tcscpy     strcpy
#define _tcscat     strcat
#define _tcscmp     strcmp
#define _tcsncmp    strncmp
#define _tcsicmp    _stricmp
#define _tcschr     strchr
#define _tcsrchr    strrchr
#define _tcsstr     strstr
#define _tcstol     strtol
#define _tcstoul    strtoul
#define _ttoi       atoi
#define _ttol       atol

#endif

#endif
