/* Classes of ASCII characters. Codes from 80h on belong to no class. */
#include <ctype.h>

int isdigit(int c)
{
    return c >= '0' && c <= '9';
}

int islower(int c)
{
    return c >= 'a' && c <= 'z';
}

int isupper(int c)
{
    return c >= 'A' && c <= 'Z';
}

int isalpha(int c)
{
    return islower(c) || isupper(c);
}

int isalnum(int c)
{
    return isalpha(c) || isdigit(c);
}

int isxdigit(int c)
{
    return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isblank(int c)
{
    return c == ' ' || c == '\t';
}

int isspace(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int isprint(int c)
{
    return c >= 0x20 && c < 0x7F;
}

int isgraph(int c)
{
    return c > 0x20 && c < 0x7F;
}

int ispunct(int c)
{
    return isgraph(c) && !isalnum(c);
}

int iscntrl(int c)
{
    return (c >= 0 && c < 0x20) || c == 0x7F;
}

int tolower(int c)
{
    return isupper(c) ? c + ('a' - 'A') : c;
}

int toupper(int c)
{
    return islower(c) ? c - ('a' - 'A') : c;
}

int __isascii(int c)
{
    return c >= 0 && c < 0x80;
}

int __toascii(int c)
{
    return c & 0x7F;
}

int __iscsymf(int c)
{
    return isalpha(c) || c == '_';
}

int __iscsym(int c)
{
    return isalnum(c) || c == '_';
}
