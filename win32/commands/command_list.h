/* The commands, by their names. Each is int command_FUNCTION(struct command *), which returns its
 * status. COMMAND(name, function, kind): OWN and KEEPS are those of cmd.exe itself, behind whose
 * names . \ : and brackets may stand. KEEPS leaves errorlevel as it is if the command is done.
 * PROGRAM is a small program of Windows, whose name may end in .exe or .com. */
#ifndef WIN32_COMMANDS_COMMAND_LIST_H
#define WIN32_COMMANDS_COMMAND_LIST_H

#include "win32/commands/command.h"

enum command_kind { PROGRAM, OWN, KEEPS };

#define COMMANDS                                                                                   \
    COMMAND("attrib", attrib, PROGRAM)                                                             \
    COMMAND("call", call, KEEPS)                                                                   \
    COMMAND("cd", cd, OWN)                                                                         \
    COMMAND("chcp", chcp, PROGRAM)                                                                 \
    COMMAND("chdir", cd, OWN)                                                                      \
    COMMAND("cls", cls, KEEPS)                                                                     \
    COMMAND("cmd", cmd, PROGRAM)                                                                   \
    COMMAND("color", color, OWN)                                                                   \
    COMMAND("copy", copy, OWN)                                                                     \
    COMMAND("date", date, OWN)                                                                     \
    COMMAND("del", del, OWN)                                                                       \
    COMMAND("dir", dir, OWN)                                                                       \
    COMMAND("echo", echo, KEEPS)                                                                   \
    COMMAND("endlocal", endlocal, KEEPS)                                                           \
    COMMAND("erase", del, OWN)                                                                     \
    COMMAND("exit", exit, KEEPS)                                                                   \
    COMMAND("find", find_text, PROGRAM)                                                            \
    COMMAND("findstr", findstr, PROGRAM)                                                           \
    COMMAND("goto", goto, KEEPS)                                                                   \
    COMMAND("hostname", hostname, PROGRAM)                                                         \
    COMMAND("md", md, OWN)                                                                         \
    COMMAND("mkdir", md, OWN)                                                                      \
    COMMAND("mode", mode, PROGRAM)                                                                 \
    COMMAND("more", more, PROGRAM)                                                                 \
    COMMAND("move", move, OWN)                                                                     \
    COMMAND("path", path_variable, KEEPS)                                                          \
    COMMAND("pause", pause, KEEPS)                                                                 \
    COMMAND("popd", popd, KEEPS)                                                                   \
    COMMAND("pushd", pushd, OWN)                                                                   \
    COMMAND("rd", rd, KEEPS)                                                                       \
    COMMAND("ren", ren, OWN)                                                                       \
    COMMAND("rename", ren, OWN)                                                                    \
    COMMAND("rmdir", rd, KEEPS)                                                                    \
    COMMAND("set", set, KEEPS)                                                                     \
    COMMAND("setlocal", setlocal, KEEPS)                                                           \
    COMMAND("shift", shift, KEEPS)                                                                 \
    COMMAND("sort", sort, PROGRAM)                                                                 \
    COMMAND("start", start, KEEPS)                                                                 \
    COMMAND("time", time, OWN)                                                                     \
    COMMAND("timeout", timeout, PROGRAM)                                                           \
    COMMAND("title", title, KEEPS)                                                                 \
    COMMAND("type", type, OWN)                                                                     \
    COMMAND("ver", ver, OWN)                                                                       \
    COMMAND("vol", vol, OWN)                                                                       \
    COMMAND("whoami", whoami, PROGRAM)

/* Functions that stand behind two names are declared twice, which C allows. */
#define COMMAND(name, function, own) int command_##function(struct command *command);
COMMANDS
#undef COMMAND

#endif
