/* getopt and getopt_long. */
#include <getopt.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static const char *rest; /* letters of the current word that are still to come */
static int passed;       /* the first of the words before it that are to go behind it */

/* A call's arguments, `options` without the signs that it begins with. */
struct call {
    int argc;
    char *const *argv;
    const char *options;
    const struct option *rows; /* NULL: getopt */
    int *index;
    bool quiet;       /* a missing argument is ':', and nothing is written */
    bool moves;       /* words that are no options go behind those */
    bool tells_words; /* they are returned */
};

static int complain(const struct call *call, const char *what, const char *name, size_t length,
                    int result)
{
    if (opterr && !call->quiet)
        fprintf(stderr, "%s: %s -- %.*s\n", call->argv[0], what, (int)length, name);
    return result;
}

static int lacks_argument(const struct call *call, const char *name, size_t length)
{
    return complain(call, "option requires an argument", name, length, call->quiet ? ':' : '?');
}

static int next_letter(const struct call *call)
{
    const char *letter = rest++;
    const char *found = *letter == ':' ? NULL : strchr(call->options, *letter);
    if (!*rest) {
        optind++;
        rest = NULL;
    }
    optopt = (unsigned char)*letter;
    if (!found)
        return complain(call, "unknown option", letter, 1, '?');
    if (found[1] != ':')
        return optopt;
    if (rest) {
        optarg = (char *)rest;
        optind++;
    } else if (found[2] != ':') {
        if (optind >= call->argc)
            return lacks_argument(call, letter, 1);
        optarg = call->argv[optind++];
    }
    rest = NULL;
    return optopt;
}

/* Returns the row that is called so, or the only one that begins so. *ambiguous: there are several.
 */
static const struct option *find_row(const struct option *rows, const char *name, size_t length,
                                     bool *ambiguous)
{
    const struct option *found = NULL;
    *ambiguous = false;
    for (const struct option *row = rows; row->name; row++) {
        if (strncmp(row->name, name, length) != 0)
            continue;
        if (!row->name[length]) {
            *ambiguous = false;
            return row;
        }
        *ambiguous |= found != NULL;
        found = row;
    }
    return found;
}

static int next_long(const struct call *call)
{
    const char *name = call->argv[optind++] + 2;
    size_t length = strcspn(name, "=");
    bool ambiguous;
    const struct option *row = find_row(call->rows, name, length, &ambiguous);
    optopt = 0;
    if (ambiguous)
        return complain(call, "ambiguous option", name, length, '?');
    if (!row)
        return complain(call, "unknown option", name, length, '?');
    optopt = row->flag ? 0 : row->val;
    if (name[length] && row->has_arg == no_argument)
        return complain(call, "option doesn't take an argument", name, length, '?');
    if (name[length]) {
        optarg = (char *)name + length + 1;
    } else if (row->has_arg == required_argument) {
        if (optind >= call->argc)
            return lacks_argument(call, name, length);
        optarg = call->argv[optind++];
    }
    if (call->index)
        *call->index = (int)(row - call->rows);
    if (!row->flag)
        return row->val;
    *row->flag = row->val;
    return 0;
}

static bool is_option(const struct call *call, int at)
{
    return call->argv[at][0] == '-' && call->argv[at][1];
}

/* Moves the words [middle, end) before those of [first, middle). */
static void rotate(char **argv, int first, int middle, int end)
{
    for (; middle < end; first++, middle++) {
        char *word = argv[middle];
        memmove(argv + first + 1, argv + first, (size_t)(middle - first) * sizeof *argv);
        argv[first] = word;
    }
}

static int next_option(const struct call *call)
{
    if (!rest)
        passed = optind;
    while (call->moves && !rest && optind < call->argc && !is_option(call, optind))
        optind++;
    int middle = optind, result = -1;
    if (rest) {
        result = next_letter(call);
    } else if (optind >= call->argc) {
        optind = passed;
        return -1;
    } else if (!is_option(call, optind)) {
        if (!call->tells_words)
            return -1;
        optarg = call->argv[optind++];
        return 1;
    } else if (strcmp(call->argv[optind], "--") == 0) {
        optind++;
    } else if (call->rows && call->argv[optind][1] == '-') {
        result = next_long(call);
    } else {
        rest = call->argv[optind] + 1;
        result = next_letter(call);
    }
    if (middle > passed && optind > middle) {
        rotate((char **)call->argv, passed, middle, optind);
        optind = passed + optind - middle;
    }
    return result;
}

static int begin(struct call *call)
{
    char sign = *call->options;
    if (sign == '+' || sign == '-')
        call->options++;
    call->tells_words = sign == '-';
    call->moves = call->rows && sign != '+' && sign != '-';
    call->quiet = *call->options == ':';
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        rest = NULL;
    }
    return next_option(call);
}

int getopt(int argc, char *const argv[], const char *options)
{
    return begin(&(struct call){.argc = argc, .argv = argv, .options = options});
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *rows,
                int *index)
{
    return begin(&(struct call){
        .argc = argc, .argv = argv, .options = options, .rows = rows, .index = index});
}
