#include "win32/process/surroundings.h"

#include "lib/environment.h"

#include <stdio.h>
#include <sysinfoapi.h>

/* Sorted, or nearly: the last one comes first, so each finds its place at once. */
static const struct {
    const char *name, *value;
} variables[] = {
    {"ALLUSERSPROFILE", "C:\\ProgramData"},
    {"APPDATA", "C:\\Users\\user\\AppData\\Roaming"},
    {"CommonProgramFiles", "C:\\Program Files\\Common Files"},
    {"COMPUTERNAME", "TRAPLINE"},
    {"ComSpec", "C:\\Windows\\system32\\cmd.exe"},
    {"HOMEDRIVE", "C:"},
    {"HOMEPATH", "\\Users\\user"},
    {"LOCALAPPDATA", "C:\\Users\\user\\AppData\\Local"},
    {"OS", "Windows_NT"},
    {"Path", "C:\\Windows\\system32;C:\\Windows"},
    {"PATHEXT", ".COM;.EXE;.BAT;.CMD;.VBS;.VBE;.JS;.JSE;.WSF;.WSH;.MSC"},
    {"PROCESSOR_ARCHITECTURE", "x86"},
    {"ProgramData", "C:\\ProgramData"},
    {"ProgramFiles", "C:\\Program Files"},
    {"PUBLIC", "C:\\Users\\Public"},
    {"SESSIONNAME", "Console"},
    {"SystemDrive", "C:"},
    {"SystemRoot", "C:\\Windows"},
    {"TEMP", "C:\\Windows\\Temp"},
    {"TMP", "C:\\Windows\\Temp"},
    {"USERDOMAIN", "TRAPLINE"},
    {"USERNAME", "user"},
    {"USERPROFILE", "C:\\Users\\user"},
    {"windir", "C:\\Windows"},
};

static void set(const char *name, const char *value)
{
    if (environment_copy(name, NULL, 0) == ENVIRONMENT_MISSING)
        environment_set(name, value);
}

void surroundings_set(void)
{
    SYSTEM_INFO system;
    char number[12];
    GetSystemInfo(&system);
    snprintf(number, sizeof number, "%u", (unsigned)system.dwNumberOfProcessors);
    for (unsigned i = sizeof variables / sizeof variables[0]; i-- > 0;)
        set(variables[i].name, variables[i].value);
    set("NUMBER_OF_PROCESSORS", number);
}
