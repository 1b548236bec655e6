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
    char folder[PATH_SIZE];      /* a whole path; a backslash ends the root's alone */
    char *variables;             /* as environment_block has them, from malloc */
    bool ends;                   /* exit was called: nothing more runs */
    const bool *is_over;         /* whether the program has ended the processor; NULL: it cannot */
    bool jumps;                  /* goto or exit /b was called: the rest of the line does not run */
    bool is_called;              /* call runs what follows: a batch file comes back */
    bool is_silent;              /* echo off */
    bool delays;                 /* !NAME! means a variable */
    int status;                  /* errorlevel */
    unsigned depth;              /* of groups and processors around what runs */
    struct command_batch *batch; /* the file whose lines run; NULL: none */
    struct command_loop *loop;   /* the innermost for that runs */
    struct command_place *places; /* of pushd */
};

/* The variables of a for that runs: letters in their order, from the first on. */
struct command_loop {
    struct command_loop *outer;
    char first;
    unsigned count;
    char *values[32];
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
 * the input. Whether it delays variables is its own. */
int command_run_inside(const struct command *parent, const char *line, bool delays);

/* Copies the word that is a command's name, as much as a path can have, without its quotes. Returns
 * what stands behind it. */
char *command_take_name(char *text, char name[PATH_SIZE]);

/* Whether a text begins with the name of a command. */
bool command_is_known(char *text);

/* Runs one command, which stands in the text with its arguments. Returns its status. */
int command_run(struct command *command, char *text);

/* Whether nothing more runs. */
static inline bool command_ends(const struct command_process *process)
{
    return process->ends ||
           (process->is_over && __atomic_load_n(process->is_over, __ATOMIC_RELAXED));
}

/* Whether nothing more of a line runs. */
static inline bool command_stops(const struct command_process *process)
{
    return process->jumps || command_ends(process);
}

/* Whether a text ends inside a group, or inside the parentheses of for. */
bool command_is_open(char *text);

/* ---------------------------------------------------------------- heads */

/* Commands whose text goes as far as the line, operators and all: if, for, rem and labels. Returns
 * where the command that such a head runs begins, or the line's end; NULL: the text begins with
 * none of them. */
char *command_head_end(char *text);

/* Runs such a command. Returns false: the text begins with none of them. */
bool command_run_head(struct command *command, char *text, int *status);

char *command_if_end(char *text);
int command_run_if(struct command *command, char *text);

/* Returns NULL for a for that cannot be read, and the text's end for one whose ) is not there. */
char *command_for_end(char *text);
bool command_is_for(const char *text);
int command_run_for(struct command *command, char *text);

/* Takes a word of letters at the text's beginning. Returns what stands behind it, or NULL. */
char *command_behind_word(const char *text, const char *word);

/* ---------------------------------------------------------------- batch files */

/* Looks for a program: in its folder, else in the current one and those of PATH. Returns false:
 * it is not there. */
bool command_find_program(const struct command *command, const char *name, char path[PATH_SIZE]);

/* Whether the file's name ends in .bat or .cmd. */
bool command_is_batch(const char *path);

/* Runs the file's lines. It gets the rest as its arguments. */
int command_run_batch(struct command *command, const char *path, const char *name);

/* Runs the lines behind a label of the batch file. Its words behind are the arguments. */
int command_call_label(struct command *command, char *label);

/* Ends the batch file, or the lines that call runs. Returns false: there is none. */
bool command_leave_batch(struct command_process *process);

/* Returns the text of a batch file's argument, "" behind the last; NULL: no batch file runs. The
 * argument -1 is all of them. */
const char *command_argument(const struct command_process *process, int number);

/* The whole path of the batch file that runs. */
const char *command_batch_path(const struct command_process *process);

/* Gives back what pushd keeps. */
void command_forget_places(struct command_process *process);

/* ---------------------------------------------------------------- variables */

/* Returns a copy of the line in which each %NAME% of a variable and each argument of the batch file
 * is its text; NULL without memory. */
char *command_expand(const struct command_process *process, const char *line);

/* Returns a copy of a command in which for's variables and, if the processor delays them, those of
 * !NAME! are texts, and ^ has gone; NULL without memory. */
char *command_expand_late(const struct command_process *process, const char *text, size_t length);

/* Returns what %~letters means of a name: its drive, folder, ...; NULL without memory. */
char *command_name_parts(const struct command_process *process, const char *letters, size_t count,
                         const char *name);

/* Returns a copy of all variables; NULL without memory. */
char *command_copy_variables(const struct command_process *process);

/* Gives a variable a text, or takes it away for "". Returns false without memory. */
bool command_set_variable(struct command_process *process, const char *name, const char *value);

/* Computes an expression of set /a, which may set variables. Returns NULL, and its value; else why
 * there is none, and the status that stands for this. */
const char *command_compute(struct command_process *process, const char *text, int *value,
                            int *status);

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

enum { COMMAND_LINE_SIZE = 8192 /* of the lines that commands read, as cmd.exe's own */ };

/* Reads a line without its end. Returns false at the end of the input. */
bool command_read_line(FILE *from, char *line, size_t size);

/* ---------------------------------------------------------------- redirections */

/* The files of a command's redirections. */
struct command_files {
    FILE *files[8];
    unsigned count;
};

/* Takes redirections out of a command's text, opens the files, and changes the streams.
 * Returns false when the command must not run: the reason is printed. */
bool command_redirect(struct command *command, char *text, struct command_files *files);
void command_close_files(struct command_files *files);

/* Returns what stands behind the redirections that begin a text. */
char *command_behind_redirections(char *text);

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

/* Takes all quotes out of a text. */
void command_take_quotes(char *text);

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

/* When what was found was written, in strftime's format. */
void command_written(const struct found_file *found, const char *format, char text[32]);

#endif
