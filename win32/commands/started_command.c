/* Commands that run beside the program. */
#include "win32/commands/started_command.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>

#include "lib/environment.h"
#include "lib/stdio_impl.h"
#include "win32/commands/command_list.h"
#include "win32/process_handle.h"

enum { FROM, TO, ERRORS, STREAMS, STACK = 256 << 10 };

struct started {
    struct command_process process;
    char *file, *behind;     /* file: NULL, the command processor */
    HANDLE handles[STREAMS]; /* own ones; NULL: the program's stream */
};

bool command_is_processor(const char *name)
{
    static const char folder[] = "C:\\Windows\\System32\\";
    if (_strnicmp(name, folder, sizeof folder - 1) == 0)
        name += sizeof folder - 1;
    return _stricmp(name, "cmd") == 0 || _stricmp(name, "cmd.exe") == 0;
}

static void end_started(struct started *started)
{
    if (started->handles[TO] == started->handles[ERRORS])
        started->handles[ERRORS] = NULL;
    for (int i = 0; i < STREAMS; i++)
        if (started->handles[i])
            CloseHandle(started->handles[i]);
    free(started->process.variables);
    free(started->file);
    free(started->behind);
    free(started);
}

/* ---------------------------------------------------------------- in its thread */

/* Reads a handle's bytes into a file. */
static void fill_input(FILE *file, HANDLE handle)
{
    char bytes[512];
    DWORD size;
    while (ReadFile(handle, bytes, sizeof bytes, &size, NULL) && size)
        fwrite(bytes, 1, size, file);
    rewind(file);
}

/* Writes a file's bytes to a handle. */
static void drain_output(FILE *file, HANDLE handle)
{
    char bytes[512];
    DWORD done;
    size_t size;
    rewind(file);
    while ((size = fread(bytes, 1, sizeof bytes, file)) != 0)
        if (!WriteFile(handle, bytes, (DWORD)size, &done, NULL))
            break;
}

static DWORD WINAPI run_started(void *parameter)
{
    struct started *started = parameter;
    FILE *files[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        files[i] = started->handles[i] ? tmpfile() : &stdio_files[i];
    if (started->handles[TO] && started->handles[TO] == started->handles[ERRORS]) {
        fclose(files[ERRORS]);
        files[ERRORS] = files[TO];
    }
    int status = -1;
    if (files[FROM] && files[TO] && files[ERRORS]) {
        if (started->handles[FROM])
            fill_input(files[FROM], started->handles[FROM]);
        files[FROM]->text = true;
        struct command command = {.process = &started->process,
                                  .streams = {files[FROM], files[TO], files[ERRORS]},
                                  .rest = started->behind};
        status = started->file ? command_run_batch(&command, started->file, started->file)
                               : command_cmd(&command);
        command_forget_places(&started->process);
    }
    for (int i = TO; i < STREAMS; i++)
        if (started->handles[i] && files[i] && (i == TO || files[i] != files[TO]))
            drain_output(files[i], started->handles[i]);
    for (int i = 0; i < STREAMS; i++)
        if (started->handles[i] && files[i] && (i != ERRORS || files[i] != files[TO]))
            fclose(files[i]);
    end_started(started);
    return (DWORD)status;
}

/* ---------------------------------------------------------------- before */

/* Takes the handles that the command gets, but for those of a console and the program's own. The
 * program may close its handles when the call returns. */
static void take_handles(struct started *started, const STARTUPINFOA *info)
{
    const DWORD own[STREAMS] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    const HANDLE handles[STREAMS] = {info->hStdInput, info->hStdOutput, info->hStdError};
    if (!(info->dwFlags & STARTF_USESTDHANDLES))
        return;
    for (int i = 0; i < STREAMS; i++) {
        DWORD mode;
        if (handles[i] == GetStdHandle(own[i]) || GetConsoleMode(handles[i], &mode))
            continue;
        if (i == ERRORS && handles[i] == handles[TO])
            started->handles[i] = started->handles[TO];
        else if (!DuplicateHandle(GetCurrentProcess(), handles[i], GetCurrentProcess(),
                                  &started->handles[i], 0, FALSE, DUPLICATE_SAME_ACCESS))
            started->handles[i] = NULL;
    }
}

static bool take_words(struct started *started, const char *file, const char *behind)
{
    struct path path;
    if (file)
        path_make(&path, file);
    started->file = file ? strdup(path.text) : NULL;
    started->behind = strdup(behind);
    return started->behind && (started->file || !file);
}

/* Puts a block's variables in their order. */
static bool take_variables(struct started *started, const char *block)
{
    started->process.variables = block ? calloc(1, 1) : environment_block();
    for (; started->process.variables && block && *block; block += strlen(block) + 1) {
        char *copy = strdup(block), *equals = copy ? strchr(copy + 1, '=') : NULL;
        if (equals)
            *equals = 0;
        bool is_done =
            copy && (!equals || command_set_variable(&started->process, copy, equals + 1));
        free(copy);
        if (!is_done)
            return false;
    }
    return started->process.variables;
}

static bool take_folder(struct started *started, const char *folder)
{
    struct path path;
    path_make(&path, folder ? folder : ".");
    if (!command_is_folder(path.text)) {
        SetLastError(ERROR_DIRECTORY);
        return false;
    }
    strcpy(started->process.folder, path.text);
    size_t length = strlen(path.text);
    if (length > PATH_ROOT_LENGTH && path.text[length - 1] == '\\')
        started->process.folder[length - 1] = 0;
    return true;
}

/* The program may end its process by the handle of the process, or go on by the thread's. */
bool command_begin(const char *file, const char *behind, const char *variables, const char *folder,
                   const STARTUPINFOA *info, DWORD flags, PROCESS_INFORMATION *process)
{
    struct started *started = calloc(1, sizeof *started);
    HANDLE thread = NULL, second = NULL;
    DWORD id = 0;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    bool is_made = started && take_words(started, file, behind) &&
                   take_variables(started, variables) && take_folder(started, folder);
    if (is_made) {
        take_handles(started, info);
        thread = CreateThread(NULL, STACK, run_started, started, CREATE_SUSPENDED, &id);
    }
    if (!thread) {
        if (started)
            end_started(started);
        return false;
    }
    DuplicateHandle(GetCurrentProcess(), thread, GetCurrentProcess(), &second, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    process_note_started(id);
    *process = (PROCESS_INFORMATION){thread, second, id, id};
    if (!(flags & CREATE_SUSPENDED))
        ResumeThread(thread);
    return true;
}
