/* Open files: the state that the handles of one CreateFile share. The kernel's handle has the
 * number of one (kernel/objects/open_file.c). The lock of all files (lib/ram_files.h) guards
 * them. */
#ifndef WIN32_FILES_OPEN_FILES_H
#define WIN32_FILES_OPEN_FILES_H

#include "lib/ram_files.h"

#include <fileapi.h>
#include <stdbool.h>
#include <stdint.h>

/* The program's standard input is FILE_PIPE, and its output and error FILE_OUTPUT_PIPE, when they
 * are pipes. */
enum file_kind {
    FILE_NONE,
    FILE_ON_DISK,
    FILE_NUL,
    FILE_INPUT,
    FILE_OUTPUT,
    FILE_PIPE,
    FILE_OUTPUT_PIPE,
    FILE_PIPE_READER, /* an end of a pipe that the program has made */
    FILE_PIPE_WRITER,
    FILE_PIPE_END, /* of a pipe with a name */
    FILE_SLOT,     /* a mailslot's reader */
    FILE_SLOT_WRITER,
    FILE_FOLDER, /* ram is NULL for the root */
    FILE_SECTION,
    FILE_OBJECT /* no file: what else closes with its last handle */
};

/* Ends an object, without the lock. Its function tells the kind of an object, too. */
typedef void object_end(void *object);

struct open_file;

/* Hears of an overlapped call that is done, by its structure or by what the call of ntdll was given
 * in its place. Without the lock. */
typedef void file_completed(struct open_file *file, void *value, NTSTATUS status, DWORD bytes);

struct open_file {
    enum file_kind kind;
    struct ram_file *ram;           /* of FILE_ON_DISK, FILE_FOLDER and FILE_SECTION */
    struct memory_pipe *pipe;       /* of FILE_PIPE_READER and FILE_PIPE_WRITER */
    struct pipe_instance *instance; /* of FILE_PIPE_END; NULL: the server has let it go */
    struct folder_watch *watch;     /* of FILE_FOLDER, if its changes are read */
    struct mailslot *slot;          /* of FILE_SLOT and FILE_SLOT_WRITER */
    void *object;                   /* of FILE_OBJECT, with what ends it; of FILE_OUTPUT a screen,
                                     * NULL: the first one */
    object_end *end;
    struct open_file *port; /* whose user the file is, and to which its calls are told */
    ULONG_PTR port_key;
    file_completed *completed;
    bool is_error;       /* the standard error, of FILE_OUTPUT and FILE_OUTPUT_PIPE */
    bool tells_failures; /* but no call that is done when it returns */
    char *name;          /* of FILE_SECTION, from malloc; NULL: none */
    DWORD access;        /* no generic rights */
    DWORD share;         /* of a section the SEC flags that are told of it */
    DWORD flags;         /* of a section its protection */
    unsigned users;      /* calls that use it; its handles count as one */
    uint64_t position;   /* of a section its size */
};

#define OPEN_FILES 128
extern struct open_file open_files[OPEN_FILES];

/* Returns a free one, with one user, or NULL. With the lock held. */
struct open_file *open_file_make(enum file_kind kind, struct ram_file *ram);

/* Makes a handle of a file whose user the caller is. The handle becomes the user. Returns
 * INVALID_HANDLE_VALUE, and the file is closed, with the last error. Without the lock. */
HANDLE open_file_publish(struct open_file *file);

/* Makes a handle that has other rights than the file's own. */
HANDLE open_file_publish_as(struct open_file *file, DWORD access);

/* Opens a device, with these rights, none of them generic. */
HANDLE open_file_device(enum file_kind kind, DWORD access);

/* Makes a handle of an object, or of a device that has one. INVALID_HANDLE_VALUE, and the object is
 * ended, with the last error. */
HANDLE open_file_of(enum file_kind kind, DWORD access, void *object, object_end *end);

/* Returns the rights that generic ones stand for. */
DWORD open_file_rights(DWORD access);

/* Return the file or the section of a handle that has these rights, with one user more, or NULL,
 * with the last error. open_file_leave takes the user away, and closes the file after the last one.
 * Without the lock. */
struct open_file *open_file_use(HANDLE handle, DWORD access);
struct open_file *open_section_use(HANDLE handle, DWORD access);
void open_file_leave(struct open_file *file);

/* Makes a handle of an open file of the kind FILE_OBJECT, with all rights. open_object_use returns
 * the open file of an object of this kind, as open_file_use. */
HANDLE open_object_publish(void *object, object_end *end);
struct open_file *open_object_use(HANDLE handle, object_end *end);

/* The kind of the section or the object that has this name, which the kernel takes for one:
 * FILE_SECTION, FILE_OBJECT, or FILE_NONE. Without the lock. */
enum file_kind open_file_kind_of(const char *name);

/* A name as it is compared: there is one session. */
const char *open_file_plain_name(const char *name);

/* The last handle of the file with this number is closed. */
void open_file_end(uint32_t number);

/* Whether another handle, a section or a FILE keeps the file from being opened with these rights
 * and shares, and whether a section or a view has its bytes. With the lock held. */
bool file_is_kept(const struct ram_file *ram, DWORD access, DWORD share);
bool file_is_mapped(const struct ram_file *ram);

/* Whether a section or a view has bytes behind this size. With the lock held. */
bool file_is_mapped_behind(const struct ram_file *ram, uint64_t size);

/* Between these two calls the file's bytes stay where they are. Without the lock. */
void file_keep_bytes(struct ram_file *ram);
void file_leave_bytes(struct ram_file *ram);

/* Whether all handles and FILEs of the file let its name go. With the lock held. */
bool open_files_let_go(const struct ram_file *ram);

/* Whether a lock keeps the file's reader or writer from these bytes. With the lock held. */
bool file_lock_meets(const struct open_file *file, uint64_t first, uint64_t size, bool writes);

/* Takes all locks of a file away, with the lock held. Returns whether there were some: then the
 * caller, without the lock, lets calls go on that wait for locks. */
bool file_locks_end(const struct open_file *file);
void file_locks_changed(void);

/* Makes room for a file of this size. The lock, which is held, is released for a while. */
bool file_make_room(struct ram_file *ram, uint64_t size);

/* The lowest bit of hEvent says that no port hears of the call. */
enum { OVERLAPPED_QUIET = 1 };

static inline HANDLE overlapped_event(const OVERLAPPED *overlapped)
{
    return (HANDLE)((ULONG_PTR)overlapped->hEvent & ~(ULONG_PTR)OVERLAPPED_QUIET);
}

static inline bool overlapped_is_quiet(const OVERLAPPED *overlapped)
{
    return (ULONG_PTR)overlapped->hEvent & OVERLAPPED_QUIET;
}

/* Tells the port of a file, if it has one, of a call that has ended. Without the lock. */
void file_tell(struct open_file *file, LPOVERLAPPED overlapped);

/* Tells the caller's structure how a call has ended, and sets its event. Returns TRUE. */
BOOL file_complete(LPOVERLAPPED overlapped, NTSTATUS status, DWORD bytes);

/* Has a thread call the function, with what the structure tells, when it waits alertably. */
typedef VOID(CALLBACK *LPOVERLAPPED_COMPLETION_ROUTINE)(DWORD error, DWORD bytes,
                                                        LPOVERLAPPED overlapped);
bool file_call_later(HANDLE thread, LPOVERLAPPED_COMPLETION_ROUTINE function,
                     LPOVERLAPPED overlapped);

/* Read to and write from pages of FILE_PAGE bytes that lie apart, by an overlapped call, of a file
 * for such calls: else ERROR_INVALID_PARAMETER. */
enum { FILE_PAGE = 4096 };
typedef union _FILE_SEGMENT_ELEMENT {
    PVOID Buffer;
    ULONGLONG Alignment;
} FILE_SEGMENT_ELEMENT;
BOOL WINAPI ReadFileScatter(HANDLE file, FILE_SEGMENT_ELEMENT pages[], DWORD size, LPDWORD reserved,
                            LPOVERLAPPED overlapped);
BOOL WINAPI WriteFileGather(HANDLE file, FILE_SEGMENT_ELEMENT pages[], DWORD size, LPDWORD reserved,
                            LPOVERLAPPED overlapped);

/* Set the last error, and return FALSE or INVALID_HANDLE_VALUE. */
BOOL file_fails(DWORD error);
HANDLE file_handle_fails(DWORD error);

#endif
