/* Options of a command line. getopt ends at the first word that is none; getopt_long moves such
 * words behind the options, unless `options` begins with + (it ends there) or - (it returns 1, and
 * the word is optarg). The returned values and the rules of `options` are POSIX' and GNU's; words
 * about mistakes go to stderr unless opterr is 0 or `options` begins with a colon.
 *
 * One thread at a time; setting optind to 0 or 1 begins anew.
 */
#ifndef LIB_GETOPT_H
#define LIB_GETOPT_H

/* GNU's header has this guard, and programs bring a copy of it: the first of the two serves. */
#ifndef _GETOPT_H
#define _GETOPT_H

#ifdef __cplusplus
extern "C" {
#endif

extern char *optarg; /* the last option's argument, or NULL */
extern int optind;   /* the next word of argv */
extern int opterr, optopt;

enum { no_argument, required_argument, optional_argument };

/* An array of these ends with a row of zeros. */
struct option {
    const char *name;
    int has_arg;
    int *flag; /* NULL: val is returned; else *flag becomes val, and 0 is returned */
    int val;
};

int getopt(int argc, char *const argv[], const char *options);

/* *index becomes the row of a long option, unless index is NULL. */
int getopt_long(int argc, char *const argv[], const char *options, const struct option *rows,
                int *index);

#ifdef __cplusplus
}
#endif

#endif

#endif
