/* Opening, closing and positions of files; removing and renaming them. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/folders.h"
#include "lib/invalid_parameter.h"
#include "lib/stdio_impl.h"

static struct stdio_place places[STDIO_FILES];

int _fmode = _O_TEXT;

/* Returns a FILE that is free, or NULL. With the lock held. */
static FILE *free_stream(void)
{
    for (FILE *file = stdio_files + STDIO_STREAMS; file < stdio_files + STDIO_FILES; file++)
        if (!file->reads && !file->writes && !file->kept)
            return file;
    errno = EMFILE;
    return NULL;
}

bool stdio_name_is_file(const struct path *path)
{
    static const int errors[] = {
        [PATH_EMPTY] = ENOENT,  [PATH_BAD] = EINVAL,     [PATH_LONG] = ENOENT,
        [PATH_ROOT] = EACCES,   [PATH_FILE] = ENOENT,    [PATH_ELSEWHERE] = ENOENT,
        [PATH_NUL] = EACCES,    [PATH_CONSOLE] = EACCES, [PATH_INPUT] = EACCES,
        [PATH_OUTPUT] = EACCES, [PATH_DEVICE] = ENOENT};
    if (path->kind == PATH_FILE && !path_is_folder(path))
        return true;
    errno = errors[path->kind];
    return false;
}

/* Each FILE has at most one, so one is free. With the lock held. */
static struct stdio_place *free_place(void)
{
    struct stdio_place *place = places;
    while (place->users)
        place++;
    *place = (struct stdio_place){.users = 1};
    return place;
}

static void attach(FILE *file, struct ram_file *ram, struct stdio_how how)
{
    *file = (struct stdio_file){.reads = how.reads,
                                .writes = how.writes,
                                .appends = how.appends,
                                .text = how.text,
                                .ram = ram,
                                .place = ram ? free_place() : NULL,
                                .number = _fileno(file),
                                STDIO_NOTHING_HELD};
    if (ram)
        ram->users++;
}

/* Finds the file, or makes it, as the caller wants. Returns NULL, with errno. With the lock held.
 */
static struct ram_file *find_or_make(const char *name, struct stdio_how how)
{
    struct ram_file *ram = ram_find(name);
    bool is_kept = ram && how.writes && ram->attributes & RAM_READ_ONLY;
    if (ram && (ram->goes || ram->is_folder || is_kept || (how.creates && how.exclusive))) {
        errno = how.creates && how.exclusive ? EEXIST : EACCES;
        return NULL;
    }
    if (ram)
        return ram;
    if (!how.creates || !ram_has_place(name))
        errno = ENOENT;
    else if (!(ram = ram_make(name)))
        errno = ENOSPC;
    return ram;
}

/* Opens the console, in one direction, or NUL. With the lock held. */
static void open_device(FILE *file, enum path_kind kind, struct stdio_how how)
{
    if (kind != PATH_NUL)
        how.reads = kind == PATH_INPUT || !how.writes;
    attach(file, NULL, how);
    file->empty = kind == PATH_NUL;
}

FILE *stdio_open(FILE *file, const char *name, struct stdio_how how)
{
    struct path path;
    path_make(&path, name);
    bool is_device = path_is_device(&path);
    if (!is_device && !stdio_name_is_file(&path))
        return NULL;
    lock_take(&ram_lock);
    file = file ? file : free_stream();
    if (file && is_device)
        open_device(file, path.kind, how);
    if (is_device) {
        lock_release(&ram_lock);
        return file;
    }
    struct ram_file *ram = file ? find_or_make(path_name(&path), how) : NULL;
    if (ram) {
        attach(file, ram, how);
        if (how.empties)
            ram_resize(ram, 0);
        if (how.text && how.appends && how.reads && ram->size &&
            ram->bytes[ram->size - 1] == STDIO_CONTROL_Z)
            ram_resize(ram, ram->size - 1); /* what is appended would stand behind the end */
    }
    lock_release(&ram_lock);
    return ram ? file : NULL;
}

/* Reads the mode of fopen. Returns false, with errno, if there is no such mode. */
static bool read_mode(const char *mode, struct stdio_how *how)
{
    bool both = strchr(mode, '+') != NULL;
    char first = *mode;
    if (!first || !strchr("rwa", first)) {
        errno = EINVAL;
        return false;
    }
    *how = (struct stdio_how){
        .reads = first == 'r' || both,
        .writes = first != 'r' || both,
        .appends = first == 'a',
        .creates = first != 'r',
        .empties = first == 'w',
        .exclusive = strchr(mode, 'x') != NULL,
        .text = strchr(mode, 't') || (!strchr(mode, 'b') && _fmode != _O_BINARY),
    };
    return true;
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
    struct stdio_how how;
    if (!is_given(name, "fopen") || !is_given(mode, "fopen"))
        return NULL;
    return read_mode(mode, &how) ? stdio_open(NULL, name, how) : NULL;
}

/* Returns whether it was open. kept: the FILE does not become free. */
static bool close_stream(FILE *file, bool kept)
{
    char *left = NULL;
    struct lock *lock = stdio_lock(file);
    lock_take(lock);
    bool was_open = file->reads || file->writes;
    if (file->ram) {
        left = ram_leave(file->ram);
        file->place->users--;
    }
    *file = (struct stdio_file){.kept = kept, .number = _fileno(file), STDIO_NOTHING_HELD};
    lock_release(lock);
    ram_give_back(left);
    return was_open;
}

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict file)
{
    struct stdio_how how;
    if (!name) {
        errno = EINVAL;
        return NULL;
    }
    (void)strlen(name); /* a bad pointer faults while the FILE is open */
    (void)strlen(mode);
    close_stream(file, true);
    FILE *opened = read_mode(mode, &how) ? stdio_open(file, name, how) : NULL;
    if (!opened)
        file->kept = false;
    return opened;
}

FILE *tmpfile(void)
{
    lock_take(&ram_lock);
    FILE *file = free_stream();
    struct ram_file *ram = file ? ram_make("") : NULL;
    if (ram)
        attach(file, ram, (struct stdio_how){.reads = true, .writes = true});
    lock_release(&ram_lock);
    return ram ? file : NULL;
}

char *tmpnam(char *buffer)
{
    static char own[L_tmpnam];
    static unsigned last;
    char *name = buffer ? buffer : own;
    struct path path;
    bool taken;
    do {
        snprintf(name, L_tmpnam, "s%x.", __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED));
        path_make(&path, name);
        lock_take(&ram_lock);
        taken = ram_find(path_name(&path)) != NULL;
        lock_release(&ram_lock);
    } while (taken);
    return name;
}

int fclose(FILE *file)
{
    return is_given(file, "fclose") && close_stream(file, false) ? 0 : EOF;
}

/* The FILE of a number, whether it is open or not; NULL: there is no such number. */
static FILE *by_number(int number)
{
    return (unsigned)number < STDIO_FILES ? &stdio_files[number] : NULL;
}

FILE *stdio_by_number(int number)
{
    FILE *file = by_number(number);
    if (file && (file->reads || file->writes))
        return file;
    errno = EBADF;
    return NULL;
}

int _fileno(FILE *file)
{
    return !is_given(file, "_fileno") ? -1 : (int)(file - stdio_files);
}

/* Makes `to` stand for what `from` has open. With the lock held. */
static void share(FILE *to, const FILE *from)
{
    *to = (struct stdio_file){.reads = from->reads,
                              .writes = from->writes,
                              .appends = from->appends,
                              .text = from->text,
                              .empty = from->empty,
                              .ram = from->ram,
                              .place = from->place,
                              .number = _fileno(to),
                              STDIO_NOTHING_HELD};
    if (to->ram) {
        to->ram->users++;
        to->place->users++;
    }
}

int _dup(int number)
{
    const FILE *from = stdio_by_number(number);
    if (!from)
        return -1;
    lock_take(&ram_lock);
    FILE *to = free_stream();
    if (to)
        share(to, from);
    lock_release(&ram_lock);
    return to ? _fileno(to) : -1;
}

int _dup2(int number, int becomes)
{
    const FILE *from = stdio_by_number(number);
    FILE *to = by_number(becomes);
    if (!from || !to) {
        errno = EBADF;
        return -1;
    }
    if (from == to)
        return 0;
    close_stream(to, true);
    lock_take(&ram_lock);
    share(to, from);
    lock_release(&ram_lock);
    return 0;
}

FILE *_fdopen(int number, const char *mode)
{
    struct stdio_how how;
    FILE *file = read_mode(mode, &how) ? stdio_by_number(number) : NULL;
    if (file && strpbrk(mode, "bt"))
        file->text = how.text;
    return file;
}

int _flushall(void)
{
    int open = 0;
    for (int number = 0; number < STDIO_FILES; number++) {
        const FILE *file = by_number(number);
        open += file->reads || file->writes;
    }
    return open;
}

int setvbuf(FILE *restrict file, char *restrict buffer, int mode, size_t size)
{
    (void)file, (void)buffer;
    bool buffers = mode == _IOFBF || mode == _IOLBF;
    if (mode == _IONBF || (buffers && size >= 2 && size <= INT_MAX))
        return 0;
    errno = EINVAL;
    return -1;
}

void setbuf(FILE *restrict file, char *restrict buffer)
{
    (void)file, (void)buffer;
}

int remove(const char *name)
{
    struct path path;
    char *left = NULL;
    path_make(&path, name);
    if (!stdio_name_is_file(&path))
        return -1;
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(path_name(&path));
    bool done = ram && !ram->is_folder && !(ram->attributes & RAM_READ_ONLY);
    if (done)
        left = ram_forget(ram);
    lock_release(&ram_lock);
    ram_give_back(left);
    if (!done)
        errno = ram ? EACCES : ENOENT;
    return done ? 0 : -1;
}

int rename(const char *old, const char *becomes)
{
    struct path from, to;
    char *left = NULL;
    path_make(&from, old);
    path_make(&to, becomes);
    if (!stdio_name_is_file(&from) || !stdio_name_is_file(&to))
        return -1;
    lock_take(&ram_lock);
    struct ram_file *ram = ram_find(path_name(&from)), *there = ram_find(path_name(&to));
    int error = !ram || !ram_has_place(path_name(&to)) ? ENOENT
                : there && there->is_folder            ? EACCES
                                                       : 0;
    bool is_folder = ram && ram->is_folder;
    if (!error && !is_folder) {
        if (there && there != ram)
            left = ram_forget(there);
        ram_rename(ram, path_name(&to));
    }
    lock_release(&ram_lock);
    ram_give_back(left);
    if (!error && is_folder && folder_rename(&from, &to) != FOLDER_DONE)
        error = EACCES;
    if (error)
        errno = error;
    return error ? -1 : 0;
}
