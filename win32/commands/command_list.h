/* The commands, by their names. Each is int command_FUNCTION(struct command *), which returns its
 * status. COMMAND(name, function, own): own is true for those of cmd.exe itself, behind whose names
 * . \ : and brackets may stand, and false for small programs of Windows, whose names may end in
 * .exe or .com. */
#ifndef WIN32_COMMANDS_COMMAND_LIST_H
#define WIN32_COMMANDS_COMMAND_LIST_H

#include "win32/commands/command.h"

#define COMMANDS                                                                                   \
    COMMAND("call", call, true)                                                                    \
    COMMAND("cd", cd, true)                                                                        \
    COMMAND("chcp", chcp, false)                                                                   \
    COMMAND("chdir", cd, true)                                                                     \
    COMMAND("cls", cls, true)                                                                      \
    COMMAND("cmd", cmd, false)                                                                     \
    COMMAND("color", color, true)                                                                  \
    COMMAND("copy", copy, true)                                                                    \
    COMMAND("date", date, true)                                                                    \
    COMMAND("del", del, true)                                                                      \
    COMMAND("dir", dir, true)                                                                      \
    COMMAND("echo", echo, true)                                                                    \
    COMMAND("erase", del, true)                                                                    \
    COMMAND("exit", exit, true)                                                                    \
    COMMAND("find", find_text, false)                                                              \
    COMMAND("hostname", hostname, false)                                                           \
    COMMAND("md", md, true)                                                                        \
    COMMAND("mkdir", md, true)                                                                     \
    COMMAND("mode", mode, false)                                                                   \
    COMMAND("more", more, false)                                                                   \
    COMMAND("move", move, true)                                                                    \
    COMMAND("path", path_variable, true)                                                           \
    COMMAND("pause", pause, true)                                                                  \
    COMMAND("rd", rd, true)                                                                        \
    COMMAND("ren", ren, true)                                                                      \
    COMMAND("rename", ren, true)                                                                   \
    COMMAND("rmdir", rd, true)                                                                     \
    COMMAND("set", set, true)                                                                      \
    COMMAND("sort", sort, false)                                                                   \
    COMMAND("time", time, true)                                                                    \
    COMMAND("timeout", timeout, false)                                                             \
    COMMAND("title", title, true)                                                                  \
    COMMAND("type", type, true)                                                                    \
    COMMAND("ver", ver, true)                                                                      \
    COMMAND("vol", vol, true)                                                                      \
    COMMAND("whoami", whoami, false)

/* Functions that stand behind two names are declared twice, which C allows. */
#define COMMAND(name, function, own) int command_##function(struct command *command);
COMMANDS
#undef COMMAND

#endif
