/* The memory and string functions: every small size and offset against a byte loop, and each
 * function's corner cases. Random comparison with the host's library: lib_compare.t.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/tap.h"

#define SPAN  24 /* offsets and sizes up to here */
#define ARENA (4 * SPAN)

static unsigned char arena[ARENA], expected[ARENA];

static void fill(void)
{
    for (unsigned i = 0; i < ARENA; i++)
        arena[i] = expected[i] = (unsigned char)(i * 7 + 1);
}

/* The bytes that memmove(to, from, size) must leave, made without memmove. */
static void move_by_bytes(unsigned to, unsigned from, unsigned size)
{
    unsigned char copy[SPAN];
    for (unsigned i = 0; i < size; i++)
        copy[i] = expected[from + i];
    for (unsigned i = 0; i < size; i++)
        expected[to + i] = copy[i];
}

static bool same(void)
{
    for (unsigned i = 0; i < ARENA; i++) {
        if (arena[i] != expected[i])
            return false;
    }
    return true;
}

static void check_moves(void)
{
    unsigned wrong_moves = 0, wrong_copies = 0, wrong_sets = 0;
    for (unsigned to = 0; to < SPAN; to++) {
        for (unsigned from = 0; from < SPAN; from++) {
            for (unsigned size = 0; size < SPAN; size++) {
                fill();
                move_by_bytes(to, from, size);
                wrong_moves += memmove(arena + to, arena + from, size) != arena + to || !same();
                fill();
                move_by_bytes(to + 2 * SPAN, from, size);
                memcpy(arena + to + 2 * SPAN, arena + from, size);
                wrong_copies += !same();
            }
        }
        for (unsigned size = 0; size < SPAN; size++) {
            fill();
            for (unsigned i = 0; i < size; i++)
                expected[to + i] = 0xA5;
            wrong_sets += memset(arena + to, 0x3A5, size) != arena + to || !same();
        }
    }
    ok(wrong_moves == 0, "memmove moves every overlap of up to %d bytes", SPAN);
    ok(wrong_copies == 0, "memcpy copies every alignment of up to %d bytes", SPAN);
    ok(wrong_sets == 0, "memset fills exactly, with the value's low byte");
}

static void check_comparisons(void)
{
    ok(memcmp("abcdefgh", "abcdefgi", 8) < 0 && memcmp("abcdefgi", "abcdefgh", 8) > 0,
       "memcmp finds a difference in the last byte");
    ok(memcmp("\x01\x02\x03\x04", "\x02\x01\x03\x04", 4) < 0,
       "memcmp decides by the first difference, not by the word");
    ok(memcmp("\x80", "\x7F", 1) > 0, "memcmp compares bytes without sign");
    ok(memcmp("a", "b", 0) == 0, "memcmp of nothing is equal");
    ok(strcmp("", "") == 0 && strcmp("a", "") > 0 && strcmp("", "a") < 0,
       "strcmp orders the empty string first");
    ok(strcmp("\xFF", "a") > 0, "strcmp compares characters without sign");
    ok(strcmp("a", "z") == -1 && strcmp("z", "a") == 1 && strcoll("a", "z") == -1,
       "strcmp and strcoll say which is greater, not by how much");
    ok(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0, "strncmp stops at its limit");
    ok(strncmp("ab\0x", "ab\0y", 4) == 0, "strncmp stops at the end of the string");
}

static void check_searches(void)
{
    const char *text = "banana";
    ok(memchr(text, 'n', 6) == text + 2 && !memchr(text, 'n', 2), "memchr stays within its size");
    ok(strchr(text, 0) == text + 6 && strrchr(text, 0) == text + 6,
       "strchr and strrchr find the closing zero");
    ok(strchr(text, 'a') == text + 1 && strrchr(text, 'a') == text + 5,
       "strchr finds the first, strrchr the last");
    ok(strstr(text, "nan") == text + 2 && strstr(text, "") == text && !strstr(text, "nab"),
       "strstr finds a part of the string");
    ok(strstr("aab", "ab") != NULL, "strstr goes back after a false start");
    ok(strspn(text, "ab") == 2 && strspn(text, "abn") == 6,
       "strspn counts the accepted characters");
    ok(strcspn(text, "n") == 2 && strcspn(text, "") == 6,
       "strcspn counts up to a rejected character");
    ok(strpbrk(text, "xn") == text + 2 && !strpbrk(text, "x"), "strpbrk finds one of several");
    ok(strlen("") == 0 && strlen(text) == 6 && strnlen(text, 4) == 4 && strnlen(text, 9) == 6,
       "strlen and strnlen count");
}

static void check_copies(void)
{
    char buffer[16];
    memset(buffer, '~', sizeof buffer);
    ok(strncpy(buffer, "ab", 5) == buffer && memcmp(buffer, "ab\0\0\0~", 6) == 0,
       "strncpy fills up with zeros and no further");
    memset(buffer, '~', sizeof buffer);
    strncpy(buffer, "abcdef", 3);
    ok(memcmp(buffer, "abc~", 4) == 0, "strncpy does not close a string that does not fit");
    strcpy(buffer, "ab");
    ok(strcmp(strcat(buffer, "cd"), "abcd") == 0, "strcat appends");
    ok(strcmp(strncat(buffer, "efgh", 2), "abcdef") == 0, "strncat appends its limit and a zero");

    char list[] = ",,one,;two;";
    char *position;
    ok(strcmp(strtok_r(list, ",;", &position), "one") == 0, "strtok_r skips leading separators");
    ok(strcmp(strtok_r(NULL, ",;", &position), "two") == 0, "strtok_r goes on with the next token");
    ok(!strtok_r(NULL, ",;", &position) && !strtok_r(NULL, ",;", &position),
       "strtok_r ends, and stays at the end");
    char words[] = "a b";
    ok(strcmp(strtok(words, " "), "a") == 0 && strcmp(strtok(NULL, " "), "b") == 0 &&
           !strtok(NULL, " "),
       "strtok keeps its position itself");

    char *copy = strdup("trap");
    ok(copy && strcmp(copy, "trap") == 0, "strdup copies");
    free(copy);
}

/* Classes from their definitions in C11 7.4, for ASCII. */
static void check_classes(void)
{
    unsigned wrong = 0;
    for (int c = EOF; c < 256; c++) {
        bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z',
             digit = c >= '0' && c <= '9';
        bool printing = c >= ' ' && c <= '~';
        wrong += !!islower(c) != lower || !!isupper(c) != upper || !!isdigit(c) != digit;
        wrong += !!isalpha(c) != (lower || upper) || !!isalnum(c) != (lower || upper || digit);
        wrong += !!isprint(c) != printing || !!isgraph(c) != (printing && c != ' ');
        wrong += !!ispunct(c) != (printing && c != ' ' && !lower && !upper && !digit);
        wrong += !!iscntrl(c) != (c >= 0 && c < 128 && !printing);
        wrong += !!isspace(c) != (c > 0 && strchr(" \t\n\v\f\r", c) != NULL);
        wrong += !!isblank(c) != (c == ' ' || c == '\t');
        wrong += !!isxdigit(c) != (c > 0 && strchr("0123456789abcdefABCDEF", c) != NULL);
        wrong += toupper(c) != (lower ? c - 32 : c) || tolower(c) != (upper ? c + 32 : c);
    }
    ok(wrong == 0, "the character classes hold for EOF and every byte");
}

int main(void)
{
    check_moves();
    check_comparisons();
    check_searches();
    check_copies();
    check_classes();
    return tap_done();
}
