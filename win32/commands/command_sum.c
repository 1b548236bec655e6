/* The expressions of set /a: whole numbers of 32 bits, with C's operators. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "win32/commands/command.h"

enum failure { NONE, UNBALANCED, NO_OPERAND, NO_OPERATOR, BAD_NUMBER, BIG_NUMBER, BY_ZERO };
enum { FIRST_STATUS = 1073750987 /* before that of UNBALANCED, as of cmd.exe */ };

static const char *const reasons[] = {
    [NONE] = NULL,
    [UNBALANCED] = "Unbalanced parenthesis.",
    [NO_OPERAND] = "Missing operand.",
    [NO_OPERATOR] = "Missing operator.",
    [BAD_NUMBER] = "Invalid number.  Numeric constants are either decimal (17),\n"
                   "hexadecimal (0x11), or octal (021).",
    [BIG_NUMBER] = "Invalid number.  Numbers are limited to 32-bits of precision.",
    [BY_ZERO] = "Divide by zero error.",
};

struct sum {
    struct command_process *process;
    const char *at;
    enum failure failure;
    bool is_trial;  /* it is read, but sets nothing: what is none changes nothing */
    unsigned depth; /* of parentheses, signs and assignments */
};

/* Operators between two values, from those that bind least on. */
static const struct operator
{
    const char *sign;
    int level;
}
operators[] = {
    {"|", 0}, {"^", 1}, {"&", 2}, {"<<", 3}, {">>", 3},
    {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5},  {"%", 5},
};
enum { LEVELS = 6, DEEPEST = 64, NAME_SIZE = 64 };

static int sum_row(struct sum *sum);

static int end_sum(struct sum *sum, enum failure failure)
{
    if (!sum->failure)
        sum->failure = failure;
    sum->at += strlen(sum->at);
    return 0;
}

static char next_sign(struct sum *sum)
{
    sum->at += strspn(sum->at, " \t\"");
    return *sum->at;
}

static int apply(struct sum *sum, const char *sign, int left, int right)
{
    uint32_t first = (uint32_t)left, second = (uint32_t)right;
    bool is_cut = right < 0 || right >= 32;
    switch (*sign) {
    case '|':
        return left | right;
    case '^':
        return left ^ right;
    case '&':
        return left & right;
    case '<':
        return is_cut ? 0 : (int)(first << second);
    case '>':
        return is_cut ? (left < 0 ? -1 : 0) : left >> right;
    case '+':
        return (int)(first + second);
    case '-':
        return (int)(first - second);
    case '*':
        return (int)(first * second);
    }
    if (!right)
        return sum->is_trial ? 0 : end_sum(sum, BY_ZERO);
    if (left == INT_MIN && right == -1)
        return *sign == '/' ? left : 0;
    return *sign == '/' ? left / right : left % right;
}

/* ---------------------------------------------------------------- numbers and names */

static int take_number(struct sum *sum)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(sum->at, &end, 0);
    bool is_big = errno == ERANGE || number > INT_MAX;
    errno = 0;
    if (isalnum((unsigned char)*end) || *end == '_')
        return end_sum(sum, BAD_NUMBER);
    sum->at = end;
    return is_big ? end_sum(sum, BIG_NUMBER) : (int)number;
}

static bool is_name(char letter)
{
    return letter && !strchr(" \t\"()|^&<>+-*/%=,!~", letter);
}

/* A variable that is not there, or is no number, is 0. */
static int value_of(const struct sum *sum, const char *name)
{
    const char *text = command_variable(sum->process, name);
    return text ? (int)strtol(text, NULL, 0) : 0;
}

/* The operator of an assignment, "=" or one with = behind it, or NULL. */
static const struct operator* assignment(const char *at, const char **behind)
{
    static const struct operator plain = {"", 0};
    if (*at == '=' && at[1] != '=') {
        *behind = at + 1;
        return &plain;
    }
    for (const struct operator* row = operators;
         row < operators + sizeof operators / sizeof *operators; row++) {
        size_t length = strlen(row->sign);
        *behind = at + length + 1;
        if (strncmp(at, row->sign, length) == 0 && at[length] == '=')
            return row;
    }
    return NULL;
}

/* A name, and what it gets if an assignment stands behind it. */
static int take_name(struct sum *sum)
{
    char name[NAME_SIZE], text[16];
    const char *behind;
    size_t length = 0;
    for (; is_name(*sum->at); sum->at++)
        if (length < NAME_SIZE - 1)
            name[length++] = *sum->at;
    name[length] = 0;
    next_sign(sum);
    const struct operator* row = assignment(sum->at, &behind);
    if (!row)
        return value_of(sum, name);
    if (++sum->depth > DEEPEST)
        return end_sum(sum, NO_OPERAND);
    sum->at = behind;
    int value = sum_row(sum);
    sum->depth--;
    if (*row->sign && !sum->failure)
        value = apply(sum, row->sign, value_of(sum, name), value);
    sprintf(text, "%d", value);
    if (!sum->failure && !sum->is_trial)
        command_set_variable(sum->process, name, text);
    return value;
}

/* ---------------------------------------------------------------- expressions */

static int take_operand(struct sum *sum)
{
    char sign = next_sign(sum);
    int value;
    if (isdigit((unsigned char)sign))
        return take_number(sum);
    if (is_name(sign))
        return take_name(sum);
    if (!sign || !strchr("(-+!~", sign) || ++sum->depth > DEEPEST)
        return end_sum(sum, NO_OPERAND);
    sum->at++;
    if (sign == '(') {
        do
            value = sum_row(sum);
        while (next_sign(sum) == ',' && sum->at++);
        if (next_sign(sum) != ')')
            return end_sum(sum, UNBALANCED);
        sum->at++;
    } else {
        value = take_operand(sum);
        value = sign == '-'   ? (int)(0 - (uint32_t)value)
                : sign == '!' ? !value
                : sign == '~' ? ~value
                              : value;
    }
    sum->depth--;
    return value;
}

/* The operator of this level that stands here, or NULL. */
static const struct operator* operator_here(struct sum *sum, int level)
{
    next_sign(sum);
    for (const struct operator* row = operators;
         row < operators + sizeof operators / sizeof *operators; row++)
        if (row->level == level && strncmp(sum->at, row->sign, strlen(row->sign)) == 0)
            return row;
    return NULL;
}

static int sum_level(struct sum *sum, int level)
{
    if (level == LEVELS)
        return take_operand(sum);
    int left = sum_level(sum, level + 1);
    const struct operator* row;
    while ((row = operator_here(sum, level))) {
        sum->at += strlen(row->sign);
        int right = sum_level(sum, level + 1);
        left = sum->failure ? 0 : apply(sum, row->sign, left, right);
    }
    return left;
}

static int sum_row(struct sum *sum)
{
    return sum_level(sum, 0);
}

static enum failure compute(struct sum sum, int *value)
{
    do
        *value = sum_row(&sum);
    while (next_sign(&sum) == ',' && sum.at++);
    if (*sum.at)
        end_sum(&sum, *sum.at == ')' ? UNBALANCED : NO_OPERATOR);
    return sum.failure;
}

const char *command_compute(struct command_process *process, const char *text, int *value,
                            int *status)
{
    struct sum sum = {.process = process, .at = text, .is_trial = true};
    enum failure failure = compute(sum, value);
    sum.is_trial = false;
    if (!failure)
        failure = compute(sum, value);
    *status = failure ? FIRST_STATUS + (int)failure : 0;
    return reasons[failure];
}
