/* The text of a schedule:
 *
 *	text	SEED ["r"] | "@" [point {"," point}]
 *	point	NUMBER [(">" | "z") THREAD] | "w" NUMBER ">" THREAD
 */
#include "kernel/threads/given_points.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* Takes a number of at least 1 from *text. */
static bool take_number(const char **text, uint32_t *number)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    errno = 0;
    *number = (uint32_t)strtoul(*text, &end, 10);
    *text = end;
    return !errno && *number;
}

static bool take_sign(const char **text, char sign)
{
    if (**text != sign)
        return false;
    ++*text;
    return true;
}

static bool take_point(const char **text, struct given_text *result)
{
    bool is_choice = take_sign(text, 'w');
    struct given_points *points = is_choice ? &result->choices : &result->preemptions;
    struct given_point point = {0};
    if (!take_number(text, &point.number))
        return false;
    point.wakes = !is_choice && take_sign(text, 'z');
    if (point.wakes || take_sign(text, '>') ? !take_number(text, &point.to) : is_choice)
        return false;
    if (points->count == GIVEN_POINTS_MOST ||
        (points->count && points->point[points->count - 1].number >= point.number))
        return false;
    points->point[points->count++] = point;
    return true;
}

bool given_points_parse(const char *text, struct given_text *result)
{
    *result = (struct given_text){0};
    if (!take_sign(&text, '@')) {
        result->by_chance = true;
        if (!take_number(&text, &result->seed))
            return false;
        result->in_runtime = take_sign(&text, 'r');
        return !*text;
    }
    if (!*text)
        return true;
    do {
        if (!take_point(&text, result))
            return false;
    } while (take_sign(&text, ','));
    return !*text;
}
