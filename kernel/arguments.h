/* The boot command line, cut into words. */
#ifndef KERNEL_ARGUMENTS_H
#define KERNEL_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Requests to the runtime: the words that begin with "trapline:". */
struct runtime_options {
    bool trace;              /* trapline:trace */
    bool moments;            /* trapline:moments, with trapline:trace */
    bool safeseh, sehop;     /* trapline:safeseh, trapline:sehop */
    bool input_is_pipe;      /* trapline:input=pipe */
    bool output_is_terminal; /* trapline:output=terminal */
    bool output_is_pipe;     /* trapline:output=pipe */
    bool error_is_pipe;      /* trapline:error=pipe */
    bool error_is_apart;     /* trapline:error=apart */
    bool missing_late;       /* trapline:missing=late */
    bool out;                /* trapline:out */
    bool schedule_steps;     /* trapline:schedule-steps, with trapline:trace */
    bool schedule_sleepers;  /* trapline:schedule-sleepers, with both */
    unsigned ring;           /* trapline:ring=3 or 0: the program's ring */
    uint32_t first_tick;     /* trapline:tick=N, decimal, or hexadecimal after 0x */
    const char *schedule;    /* trapline:schedule=TEXT (kernel/threads/given_points.h), or NULL */
};

struct arguments {
    int count;
    char **words; /* count of them, then NULL; the first is the program's name */
    struct runtime_options options;
    const char *unknown_option; /* the first word with the prefix that is no option, or NULL */
};

/* Cuts line into words at blanks. '...' and "..." keep blanks. A backslash keeps any character,
 * except between '...'. Words with the runtime's prefix are taken out. The result stays valid until
 * the next call. */
const struct arguments *arguments_parse(const char *line);

/* Returns the options of the last line that was cut. */
const struct runtime_options *runtime_options(void);

/* Copies line's last word, cut by the same rules, to a buffer that has room for the whole line.
 * Returns false when there is no word. */
bool arguments_last_word(const char *line, char *to);

#endif
