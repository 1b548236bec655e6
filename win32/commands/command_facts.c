/* Commands that tell what is: the version, the drive, the date, names. */
#include <fileapi.h>
#include <stdlib.h>
#include <string.h>
#include <sysinfoapi.h>
#include <time.h>
#include <winbase.h>

#include "win32/commands/command_list.h"

int command_ver(struct command *command)
{
    DWORD version = GetVersion();
    command_print(command->streams.out, "\nMicrosoft Windows [Version %u.%u.%u]\n",
                  (unsigned)(version & 0xFF), (unsigned)(version >> 8 & 0xFF),
                  (unsigned)(version >> 16));
    return 0;
}

int command_vol(struct command *command)
{
    DWORD serial = 0;
    const char *drive = command_whole_rest(command);
    if (*drive && _strnicmp(drive, "c:", 3) != 0)
        return command_refuse(command, ERROR_PATH_NOT_FOUND);
    GetVolumeInformationA("C:\\", NULL, 0, &serial, NULL, NULL, NULL, 0);
    command_print(command->streams.out,
                  " Volume in drive C has no label.\n Volume Serial Number is %04X-%04X\n",
                  (unsigned)(serial >> 16), (unsigned)(serial & 0xFFFF));
    return 0;
}

/* The commands date and time: with /t they print the value alone. Else it can be set, which only an
 * administrator may. */
static int tell_time(struct command *command, const char *format, const char *name,
                     const char *form)
{
    char text[64], line[64] = "";
    time_t now = time(NULL);
    char *rest = command_whole_rest(command);
    bool tells_only = _strnicmp(rest, "/t", 2) == 0;
    strftime(text, sizeof text, tells_only || strcmp(name, "date") == 0 ? format : "%H:%M:%S.00",
             localtime(&now));
    if (tells_only) {
        command_print(command->streams.out, "%s\n", text);
        return 0;
    }
    if (!*rest) {
        command_print(command->streams.out, "The current %s is: %s\nEnter the new %s: %s", name,
                      text, name, form);
        if (!command_read_line(command->streams.in, line, sizeof line))
            command_print(command->streams.out, "\n");
        rest = line;
    }
    if (!*rest)
        return 0;
    command_print(command->streams.error, "A required privilege is not held by the client.\n");
    return 1;
}

int command_date(struct command *command)
{
    return tell_time(command, "%a %m/%d/%Y ", "date", "(mm-dd-yy) ");
}

int command_time(struct command *command)
{
    return tell_time(command, "%I:%M %p", "time", "");
}

int command_hostname(struct command *command)
{
    char name[32];
    DWORD size = sizeof name;
    GetComputerNameA(name, &size);
    command_print(command->streams.out, "%s\n", name);
    return 0;
}

int command_whoami(struct command *command)
{
    char computer[32], user[32];
    DWORD size = sizeof computer, user_size = sizeof user;
    GetComputerNameA(computer, &size);
    GetUserNameA(user, &user_size);
    command_print(command->streams.out, "%s\\%s\n", _strlwr(computer), _strlwr(user));
    return 0;
}
