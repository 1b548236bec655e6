/* The names of days and months, and the texts in which C++'s library asks for them. */
#include "win32/msvcrt/date_names.h"

#include "lib/utf16.h"
#include "win32/msvcrt/call.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const struct date_names date_names = {
    .short_days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
    .days = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
    .short_months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                     "Dec"},
    .months = {"January", "February", "March", "April", "May", "June", "July", "August",
               "September", "October", "November", "December"},
    .halves = {"AM", "PM"},
    .short_date = "MM/dd/yy",
    .long_date = "dddd, MMMM dd, yyyy",
    .time = "HH:mm:ss",
    .calendar = 1,
};

/* ":Sun:Sunday:Mon:Monday" and so on, in memory of malloc. */
static char *join_names(char *const *shorts, char *const *longs, int count)
{
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += 2 + strlen(shorts[i]) + strlen(longs[i]);
    char *text = malloc(size);
    if (!text)
        return NULL;
    *text = 0;
    for (int i = 0; i < count; i++) {
        strcat(strcat(text, ":"), shorts[i]);
        strcat(strcat(text, ":"), longs[i]);
    }
    return text;
}

CALL(char *, _Getdays, void)
{
    return join_names(date_names.short_days, date_names.days, 7);
}

CALL(char *, _Getmonths, void)
{
    return join_names(date_names.short_months, date_names.months, 12);
}

/* Lays the texts behind the block, narrow and wide. Returns NULL without memory. */
static void *copy_texts(size_t size, size_t wide_at)
{
    char *const *texts = date_names.short_days; /* all 43 follow each other */
    size_t letters = 0;
    for (int i = 0; i < DATE_TEXTS; i++)
        letters += strlen(texts[i]) + 1;
    char *made = calloc(1, size + letters * (1 + sizeof(wchar_t)));
    if (!made)
        return NULL;
    wchar_t *wide = (wchar_t *)(made + size), **wide_place = (wchar_t **)(made + wide_at);
    char *narrow = (char *)(wide + letters), **place = (char **)made;
    for (int i = 0; i < DATE_TEXTS; i++) {
        const size_t length = strlen(texts[i]);
        wide_place[i] = wide;
        wide += wide_widen(texts[i], wide) + 1;
        place[i] = memcpy(narrow, texts[i], length + 1);
        narrow += length + 1;
    }
    return made;
}

/* A copy in one block, with its texts behind the structure. */
CALL(struct date_names *, _Gettnames, void)
{
    struct date_names *made = copy_texts(sizeof *made, offsetof(struct date_names, wide_texts));
    if (made) {
        made->language = date_names.language;
        made->calendar = date_names.calendar;
        made->users = 1;
    }
    return made;
}

CALL(struct ucrt_date_names *, ucrt_Gettnames, void)
{
    struct ucrt_date_names *made =
        copy_texts(sizeof *made, offsetof(struct ucrt_date_names, wide_texts));
    if (made) {
        made->calendar = date_names.calendar;
        made->users = 1;
    }
    return made;
}
