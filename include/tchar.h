/* Names of the C library for TCHAR, which is char here: there are no wide calls for the console. */
#ifndef TCHAR_H
#define TCHAR_H

#ifdef _UNICODE
#error "tchar.h: there are no wide calls for the console; leave _UNICODE undefined"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define _T(text)    text
#define _TEXT(text) text

typedef char _TCHAR;

#define _tmain    main
#define _tprintf  printf
#define _ftprintf fprintf
#define _stprintf sprintf
#define _vtprintf vprintf
#define _putts    puts
#define _fputts   fputs
#define _fgetts   fgets
#define _tcslen   strlen
#define _tcscpy   strcpy
#define _tcscat   strcat
#define _tcscmp   strcmp
#define _tcsncmp  strncmp
#define _tcsicmp  _stricmp
#define _tcschr   strchr
#define _tcsrchr  strrchr
#define _tcsstr   strstr
#define _tcstol   strtol
#define _tcstoul  strtoul
#define _ttoi     atoi
#define _ttol     atol

#endif
