/* Instances of pipes with names: a server's end, perhaps a client's, and the messages between them.
 * The lock of all files guards them. */
#ifndef WIN32_FILES_PIPE_INSTANCE_H
#define WIN32_FILES_PIPE_INSTANCE_H

#include "win32/files/open_files.h"

#include <namedpipeapi.h>

enum pipe_side { PIPE_SERVER, PIPE_CLIENT, PIPE_SIDES };

/* The bytes that one write has brought. A pipe of bytes has no bounds between them. */
struct pipe_message {
    struct pipe_message *next;
    DWORD size, taken;
    char bytes[];
};

/* A read that waits by itself, for an overlapped structure. */
struct pipe_read {
    struct pipe_read *next;
    struct open_file *file;
    char *to;
    DWORD size, done;
    LPOVERLAPPED overlapped;
    NTSTATUS status;
};

/* The messages that one side of the pipe reads. */
struct pipe_way {
    struct pipe_message *first, **last;
    DWORD count; /* bytes that were not taken */
    DWORD room;
    struct pipe_read *reads; /* in their order */
};

enum pipe_state { PIPE_IS_LISTENING, PIPE_IS_CONNECTED, PIPE_IS_DISCONNECTED };

struct pipe_instance {
    struct pipe_instance *next; /* in the list of all that have a server */
    const char *name;           /* behind \\.\pipe\ */
    DWORD access, type, most, timeout;
    enum pipe_state state;
    struct open_file *ends[PIPE_SIDES]; /* NULL: closed, or not opened yet */
    struct pipe_way ways[PIPE_SIDES];   /* by the side that reads */
    DWORD modes[PIPE_SIDES];            /* PIPE_READMODE_MESSAGE, PIPE_NOWAIT */
    LPOVERLAPPED connecting;            /* the server waits for a client by itself */
};

extern struct pipe_instance *pipe_instances;

/* The next instance of a name behind one, or with NULL the first; NULL: there is none. With the
 * lock held. */
struct pipe_instance *pipe_instance_next(const char *name, const struct pipe_instance *behind);

/* Changes with each step of any instance; pipe_wait_change waits until it is not `seen`. */
uint32_t pipe_changes(void);
void pipe_tell_changed(void);
void pipe_wait_change(uint32_t seen, uint64_t deadline);

/* The open file of an end, with a user more; NULL, with the last error. Without the lock. */
struct open_file *pipe_end_use(HANDLE pipe);

enum pipe_side pipe_side_of(const struct open_file *file);

/* Makes all ways of an instance empty. Returns the messages for pipe_free_messages, which is called
 * without the lock. With the lock held. */
struct pipe_message *pipe_empty(struct pipe_instance *instance);
void pipe_free_messages(struct pipe_message *messages);

/* Read and write, as memory_pipe.h's. STATUS_PENDING: the structure hears of the read's end.
 * STATUS_BUFFER_OVERFLOW: a message is longer. Without the lock. */
NTSTATUS pipe_end_read(struct open_file *file, char *to, DWORD size, LPDWORD done,
                       LPOVERLAPPED overlapped);
NTSTATUS pipe_end_write(struct open_file *file, const char *from, DWORD size, LPDWORD done);

/* Waits until the other end has read all. STATUS_PIPE_BROKEN, STATUS_PIPE_DISCONNECTED: it has gone
 * meanwhile. Without the lock. */
NTSTATUS pipe_end_flush(const struct open_file *file);

/* Copies the next bytes, and leaves them there: at most *size, which becomes their number. *all
 * becomes that of all bytes, *left that of the message behind those copied. Returns the last
 * error. */
DWORD pipe_end_look(const struct open_file *file, char *to, DWORD *size, DWORD *all, DWORD *left);

/* Makes a structure that of a call that goes on. */
void pipe_begin_waiting(LPOVERLAPPED overlapped);

/* Takes the waiting reads of a side, all or those of one structure, with the lock held.
 * pipe_finish_reads ends them, without it. */
struct pipe_read *pipe_take_reads(struct pipe_way *way, const OVERLAPPED *only, NTSTATUS status);
void pipe_finish_reads(struct pipe_read *reads);

/* An end is closed, with the lock held. The caller hands what is returned to pipe_end_closed
 * without the lock. */
struct pipe_leaving {
    struct pipe_instance *instance; /* both ends are closed; or NULL */
    struct pipe_read *reads, *own;  /* the other end's, and those of the file that is gone */
    LPOVERLAPPED connecting;
};
struct pipe_leaving pipe_end_leave(struct open_file *file);
void pipe_end_closed(struct pipe_leaving leaving);

#endif
