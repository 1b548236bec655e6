/* A for that runs. */
#ifndef WIN32_COMMANDS_COMMAND_FOR_H
#define WIN32_COMMANDS_COMMAND_FOR_H

#include "win32/commands/command.h"

/* The text of a for: for /kind "option" %letter in (set) do command. */
struct for_head {
    char kind; /* d, f, l, r; 0 for a list */
    char letter;
    const char *option, *set; /* option: NULL, none */
    size_t option_length, set_length;
};

struct for_run {
    struct command command;
    struct for_head head;
    const char *text; /* of the command that runs each time */
    int status;       /* of its last run */
};

/* Runs the command with these texts as variables, from for's letter on. Returns 0: for is at its
 * end. */
int command_for_each(struct for_run *run, unsigned count, const char *const values[]);

/* for /f: runs it for the lines of files, of a text or of a command. */
void command_for_lines(struct for_run *run, char *set, const char *option);

#endif
