/* A file of settings in memory. */
#ifndef WIN32_KERNEL32_PROFILE_FILE_H
#define WIN32_KERNEL32_PROFILE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <windef.h>

/* A part of a text, which no zero ends. */
struct part {
    const char *begin;
    size_t length;
};

struct profile {
    char *text; /* in UTF-8, from malloc */
    size_t size;
    bool is_wide; /* the file's bytes are UTF-16 behind FF FE */
};

/* Where a section lies: its lines, without the one that names it, up to the last that is not
 * blank. */
struct section {
    const char *title; /* the line that names it */
    struct part lines;
    const char *next; /* the title of the next one, or the end */
};

/* Read the file with this name, NULL for win.ini, and write it. FALSE, with the last error. */
BOOL profile_read(const char *file, struct profile *profile);
BOOL profile_write(const char *file, const struct profile *profile);

/* Puts a text in place of size bytes at a place of the profile. FALSE, with the last error. */
BOOL profile_change(struct profile *profile, const char *at, size_t size, const char *text);

/* Takes the next line, without blanks around it, from *at, where `end` ends all. */
bool profile_line(const char **at, const char *end, struct part *line);

/* Finds the first section behind `at`, whose name becomes *name. */
bool profile_next_section(const struct profile *profile, const char *at, struct section *section,
                          struct part *name);
bool profile_section(const struct profile *profile, const char *name, struct section *section);

/* Splits a line into its key and its text. Returns false for a comment; a line without = has a
 * text whose begin is NULL. */
bool profile_key(struct part line, struct part *key, struct part *text);

/* Finds the text of a key. *line becomes the whole line. */
bool profile_find(const struct section *section, const char *key, struct part *line,
                  struct part *text);

#endif
