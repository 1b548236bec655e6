/* The readers of types' names, and of functions' and variables' names, share these calls. */
#ifndef WIN32_CXX_CXX_READER_H
#define WIN32_CXX_CXX_READER_H

#include "win32/cxx/cxx_names.h"

#include <stdbool.h>
#include <stddef.h>

enum { MOST_REPEATED = 10, MOST_PARTS = 16, MOST_DEPTH = 24, POOL_SIZE = 16 * CXX_NAME_SIZE };

/* Where a name is read. All functions return a part of the text that people read, "" after a
 * failure; nothing is left to read then. */
struct reader {
    const char *at;
    unsigned flags; /* CXX_NO_... */
    bool failed;
    unsigned depth;
    const char *parts[MOST_REPEATED], *types[MOST_REPEATED]; /* that digits may repeat */
    unsigned part_count, type_count;
    char pool[POOL_SIZE];
    size_t used;
};

const char *cxx_unreadable(struct reader *reader);
__attribute__((format(printf, 2, 3))) const char *cxx_write(struct reader *reader,
                                                            const char *format, ...);
/* Returns whether this text comes next, and goes behind it. */
bool cxx_takes(struct reader *reader, const char *text);

/* inner: the text between the type and the name of a variable of it. */
const char *cxx_read_type(struct reader *reader, const char *inner);
const char *cxx_read_number(struct reader *reader);
const char *cxx_read_plain(struct reader *reader);
const char *cxx_read_template(struct reader *reader);
/* The parts around a name, to the end of their list; inner: the name, or NULL where the first part
 * is it. */
const char *cxx_read_scopes(struct reader *reader, const char *inner);
/* "" or " const" and its like. */
const char *cxx_read_qualifier(struct reader *reader);
/* How a function is called, "" where the flags leave it out. */
const char *cxx_read_convention(struct reader *reader);
/* The parameters of a function, and the exceptions that it may throw, in brackets. */
const char *cxx_read_parameters(struct reader *reader);

/* The name of an operator or of another function that the language names, behind its question mark.
 */
const char *cxx_read_operator(struct reader *reader);
/* A function or a variable, behind the first question mark. */
const char *cxx_read_symbol(struct reader *reader);

#endif
