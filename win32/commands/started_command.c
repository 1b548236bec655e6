/* Commands that run beside the program. */
#include "win32/commands/started_command.h"

#include <consoleapi.h>
#include <errhandlingapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <processenv.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>

#include "lib/environment.h"
#include "lib/lock.h"
#include "lib/stdio_impl.h"
#include "win32/commands/command_list.h"
#include "win32/process_handle.h"

enum { FROM, TO, ERRORS, STREAMS, STACK = 256 << 10 };

struct started {
    struct command_process process;
    char *file, *behind;     /* file: NULL, the command processor */
    HANDLE handles[STREAMS]; /* own ones; NULL: the program's stream */
    FILE *files[STREAMS];    /* which the command has for them; NULL: another's */
    DWORD id;                /* of its thread */
    bool is_over;            /* TerminateProcess was called */
    UINT status;             /* then: with which status */
    bool is_ending;          /* its thread, or TerminateProcess, gives it back */
};

/* Commands that run. TerminateProcess ends the thread alone of one that finds no row. */
static struct started *running[64];
static struct lock running_lock;

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
    for (int i = 0; i < STREAMS; i++) {
        if (started->files[i])
            fclose(started->files[i]);
        if (started->handles[i])
            CloseHandle(started->handles[i]);
    }
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

/* Makes files for the handles. Returns false without a place for one. */
static bool open_files(struct started *started, FILE *files[STREAMS])
{
    for (int i = 0; i < STREAMS; i++) {
        bool has_own = started->handles[i],
             is_both = i == ERRORS && has_own && started->handles[i] == started->handles[TO];
        files[i] = is_both ? files[TO] : has_own ? tmpfile() : &stdio_files[i];
        if (has_own && !is_both)
            started->files[i] = files[i];
        if (!files[i])
            return false;
    }
    return true;
}

/* Whether the caller is the first who ends the command: it gives back what the command has. */
static bool claim_end(struct started *started)
{
    return !__atomic_exchange_n(&started->is_ending, true, __ATOMIC_ACQ_REL);
}

static int run_command(struct started *started)
{
    FILE *files[STREAMS];
    if (!open_files(started, files))
        return -1;
    if (started->files[FROM]) {
        fill_input(files[FROM], started->handles[FROM]);
        files[FROM]->text = true;
    }
    struct command command = {.process = &started->process,
                              .streams = {files[FROM], files[TO], files[ERRORS]},
                              .rest = started->behind};
    int status = started->file ? command_run_batch(&command, started->file, started->file)
                               : command_cmd(&command);
    command_forget_places(&started->process);
    for (int i = TO; i < STREAMS; i++)
        if (started->files[i])
            drain_output(started->files[i], started->handles[i]);
    return status;
}

/* The row of a command that runs, or an empty one for 0; NULL: there is none. */
static struct started **row_of(DWORD id)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++)
        if (running[i] ? running[i]->id == id : !id)
            return &running[i];
    return NULL;
}

static DWORD WINAPI run_started(void *parameter)
{
    struct started *started = parameter;
    DWORD status = (DWORD)run_command(started);
    if (__atomic_load_n(&started->is_over, __ATOMIC_ACQUIRE))
        status = started->status;
    if (!claim_end(started))
        return status;
    lock_take(&running_lock);
    struct started **row = row_of(started->id);
    if (row)
        *row = NULL;
    lock_release(&running_lock);
    end_started(started);
    return status;
}

/* ---------------------------------------------------------------- TerminateProcess */

/* Asks a command to end between two of its parts, where it holds no lock. Returns false: it is none
 * that runs. */
static bool ask_to_end(DWORD id, UINT status)
{
    lock_take(&running_lock);
    struct started **row = row_of(id);
    if (row) {
        (*row)->status = status;
        __atomic_store_n(&(*row)->is_over, true, __ATOMIC_RELEASE);
    }
    lock_release(&running_lock);
    return row;
}

/* A command that waits for something is ended where it is, and what it has is given back here. */
static BOOL end_by_call(HANDLE thread, DWORD id, UINT status)
{
    enum { PATIENCE = 100 /* ms */ };
    struct started *started = NULL;
    if (!ask_to_end(id, status))
        return TerminateThread(thread, status);
    if (WaitForSingleObject(thread, PATIENCE) == WAIT_OBJECT_0)
        return TRUE;
    lock_take(&running_lock);
    struct started **row = row_of(id);
    if (row && claim_end(*row)) {
        started = *row;
        *row = NULL;
    }
    lock_release(&running_lock);
    if (!started)
        return TRUE; /* it is just giving back */
    if (!TerminateThread(thread, status))
        return FALSE;
    WaitForSingleObject(thread, INFINITE);
    end_started(started);
    return TRUE;
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
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    bool is_made = started && take_words(started, file, behind) &&
                   take_variables(started, variables) && take_folder(started, folder);
    if (is_made) {
        take_handles(started, info);
        thread = CreateThread(NULL, STACK, run_started, started, CREATE_SUSPENDED, &started->id);
    }
    if (thread && !DuplicateHandle(GetCurrentProcess(), thread, GetCurrentProcess(), &second, 0,
                                   FALSE, DUPLICATE_SAME_ACCESS)) {
        TerminateThread(thread, 0);
        CloseHandle(thread);
        thread = NULL;
    }
    if (!thread) {
        if (started)
            end_started(started);
        return false;
    }
    DWORD id = started->id;
    started->process.is_over = &started->is_over;
    lock_take(&running_lock);
    struct started **row = row_of(0);
    if (row)
        *row = started;
    lock_release(&running_lock);
    process_note_started(id, end_by_call);
    *process = (PROCESS_INFORMATION){thread, second, id, id};
    if (!(flags & CREATE_SUSPENDED))
        ResumeThread(thread);
    return true;
}
