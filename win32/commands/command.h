/* The commands of cmd.exe that need no other program, for system and _popen. There is one process,
 * so they run in the thread that calls, and end before the call returns.
 *
 * A command processor has a current folder and variables of its own, as a process of Windows would:
 * changes by cd and set are gone at its end. Titles, colours and files stay. All functions:
 * ordinary code of either ring, without a lock.
 */
#ifndef WIN32_COMMANDS_COMMAND_H
#define WIN32_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <windef.h>
#include <winerror.h>

#include "lib/find_files.h"
#include "lib/paths.h"

/* The streams of commands: descriptors 0, 1 and 2 of the program, a file, or the text that is kept
 * between two commands. A descriptor's FILE must be open: a closed one takes nothing. */
struct command_streams {
    FILE *in, *out, *error;
};

struct command_process {
    char folder[PATH_SIZE]; /* a whole path; a backslash ends the root's alone */
    char *variables;        /* as environment_block has them, from malloc */
    bool ends;              /* exit was called: nothing more runs */
    int status;             /* of the last command */
    unsigned depth;         /* of groups and processors around what runs */
};

/* A command that runs. */
struct command {
    struct command_process *process;
    struct command_streams streams;
    char *rest; /* what stands behind its name: redirections and ^ are taken out, quotes are not */
};

/* Runs a command line as `cmd /c line` does. Returns its status, -1 without memory. */
int command_process_run(const char *line, struct command_streams streams);

/* Runs a line within a process: variables, operators, groups, redirections. Returns the status of
 * its last command, -1 without memory. */
int command_run_line(struct command_process *process, struct command_streams streams,
                     const char *line);

/* Runs a text whose variables are in it already, and changes it. */
int command_run_text(struct command_process *process, struct command_streams streams, char *text);

/* Returns what stands behind a group, whose ( stands at the text's beginning; NULL: it does not
 * end. */
char *command_group_end(char *text);

/* Runs the lines of the input, up to its end or exit. */
int command_run_lines(struct command *command);

/* Runs a line in a processor that begins as this one is now, and ends: cmd /c. NULL: the lines of
 * the input. */
int command_run_inside(const struct command *parent, const char *line);

/* Runs one command, which stands in the text with its arguments. Returns its status. */
int command_run(struct command *command, char *text);

/* Whether a text begins with a command whose text goes as far as the line, operators and all. */
bool command_is_head(char *text);

/* Runs such a command. Returns false: the text begins with none of them. */
bool command_run_head(struct command *command, char *text, int *status);

/* ---------------------------------------------------------------- variables */

/* Returns a copy of the line in which each %NAME% of a variable is its text; NULL without memory.
 */
char *command_expand(const struct command_process *process, const char *line);

/* Returns a variable's text, or NULL. */
const char *command_variable(const struct command_process *process, const char *name);

/* ---------------------------------------------------------------- streams */

/* Writes a text, in a file with CR LF for each LF. */
void command_put(FILE *to, const char *text, size_t length);
void command_print(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether it is the console, or the pipe of the host in its place, and no file. */
bool command_is_device(const FILE *file);

/* Prints the system's text of a Win32 error, and returns a status that is not 0. */
int command_refuse(const struct command *command, DWORD error);
int command_syntax_error(const struct command *command);

/* Asks a question, and returns whether the answer is yes. The end of the input is no. */
bool command_ask(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads a line without its end. Returns false at the end of the input. */
bool command_read_line(FILE *from, char *line, size_t size);

/* ---------------------------------------------------------------- redirections */

/* The files of a command's redirections. */
struct command_files {
    FILE *files[8];
    unsigned count;
};

/* Takes redirections and ^ out of a command's text, opens the files, and changes the streams.
 * Returns false when the command must not run: the reason is printed. */
bool command_redirect(struct command *command, char *text, struct command_files *files);
void command_close_files(struct command_files *files);

/* ---------------------------------------------------------------- words */

/* The words of a command: blanks and , ; = stand between them, quotes are taken off, and what
 * begins with / is a switch. */
struct command_words {
    char **names, **switches; /* switches without the slash */
    unsigned count, switch_count;
    void *memory;
};

/* Cuts a command's rest into words. Returns false, and says so, for a switch whose first letter is
 * none of these. command_free_words must follow. */
bool command_cut(const struct command *command, const char *letters, struct command_words *words);
void command_free_words(struct command_words *words);

/* Returns what stands behind the switch of this letter, without a colon; NULL: it is not there. */
const char *command_switch(const struct command_words *words, char letter);

/* Returns the rest without blanks and, if they enclose all of it, quotes at both ends; changes it.
 */
char *command_whole_rest(struct command *command);

/* Where the text goes on behind blanks and , ; = */
char *command_skip_blanks(const char *text);

/* ---------------------------------------------------------------- files */

/* Makes a whole path of a name, from the process' folder on. Returns false, with the last error. */
bool command_path(const struct command *command, const char *name, char path[PATH_SIZE]);

/* Puts a name behind a folder. Returns false, with the last error: it is too long. */
bool command_join(char path[PATH_SIZE], const char *folder, const char *name);

/* Whether the path is that of a folder. */
bool command_is_folder(const char *path);

/* The files and folders that a pattern means, "." and ".." not among them:
 *
 *     struct command_search search;
 *     for (command_find(&search, path); search.some; command_find_next(&search)) ...
 *
 * The loop goes as far as there are any, or ends with command_find_end. */
struct command_search {
    bool some;
    int number;
    struct found_file found;
    char path[PATH_SIZE];   /* of what was found; "" if that is too long */
    char folder[PATH_SIZE]; /* in which is looked */
};
void command_find(struct command_search *search, const char *pattern);
void command_find_next(struct command_search *search);
void command_find_end(struct command_search *search);

#endif
