/* The functions that printf and its kin become in objects of compilers for Windows: the headers of
 * MinGW and of Microsoft's universal C runtime define them inline, by these calls. The declarations
 * are the compilers', so no header has them. */
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

FILE *__acrt_iob_func(unsigned number);

FILE *__acrt_iob_func(unsigned number)
{
    FILE *const streams[] = {stdin, stdout, stderr};
    return number < sizeof streams / sizeof *streams ? streams[number] : NULL;
}

/* MinGW's. */
#define BY_OUR_OWN(name, own, parameters, ...)                                                     \
    int name parameters;                                                                           \
    int name parameters                                                                            \
    {                                                                                              \
        return own(__VA_ARGS__);                                                                   \
    }

BY_OUR_OWN(__mingw_vprintf, vprintf, (const char *text, va_list args), text, args)
BY_OUR_OWN(__mingw_vfprintf, vfprintf, (FILE * file, const char *text, va_list args), file, text,
           args)
BY_OUR_OWN(__mingw_vsprintf, vsprintf, (char *buffer, const char *text, va_list args), buffer, text,
           args)
BY_OUR_OWN(__mingw_vsnprintf, vsnprintf,
           (char *buffer, size_t size, const char *text, va_list args), buffer, size, text, args)
BY_OUR_OWN(__mingw_vfwprintf, vfwprintf, (FILE * file, const wchar_t *text, va_list args), file,
           text, args)
BY_OUR_OWN(__mingw_vsnwprintf, vswprintf,
           (wchar_t * buffer, size_t size, const wchar_t *text, va_list args), buffer, size, text,
           args)
BY_OUR_OWN(__mingw_vfscanf, vfscanf, (FILE * file, const char *text, va_list args), file, text,
           args)
BY_OUR_OWN(__mingw_vsscanf, vsscanf, (const char *from, const char *text, va_list args), from, text,
           args)

/* Microsoft's. The locale is "C", whichever is given. */
BY_OUR_OWN(__stdio_common_vfprintf, vfprintf,
           (uint64_t options, FILE *file, const char *text, void *locale, va_list args),
           ((void)options, (void)locale, file), text, args)
BY_OUR_OWN(__stdio_common_vfscanf, vfscanf,
           (uint64_t options, FILE *file, const char *text, void *locale, va_list args),
           ((void)options, (void)locale, file), text, args)

int __stdio_common_vsprintf(uint64_t options, char *buffer, size_t size, const char *text,
                            void *locale, va_list args);

/* Two of the options count: without either a text that is cut gives -1. */
int __stdio_common_vsprintf(uint64_t options, char *buffer, size_t size, const char *text,
                            void *locale, va_list args)
{
    enum { MAY_LACK_ITS_ZERO = 1, TELLS_LENGTH = 2 };
    (void)locale;
    if (options & MAY_LACK_ITS_ZERO && size != SIZE_MAX)
        return _vsnprintf(buffer, size, text, args);
    int length = vsnprintf(buffer, size, text, args);
    return options & TELLS_LENGTH || (unsigned)length < size ? length : -1;
}

/* Programs give no size: it is SIZE_MAX. */
int __stdio_common_vsscanf(uint64_t options, const char *from, size_t size, const char *text,
                           void *locale, va_list args);

int __stdio_common_vsscanf(uint64_t options, const char *from, size_t size, const char *text,
                           void *locale, va_list args)
{
    (void)options, (void)locale, (void)size;
    return vsscanf(from, text, args);
}
