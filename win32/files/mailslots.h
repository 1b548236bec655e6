/* Mailslots: messages from many writers to one reader. There is one machine. Ordinary code. */
#ifndef WIN32_FILES_MAILSLOTS_H
#define WIN32_FILES_MAILSLOTS_H

#include "win32/files/open_files.h"

#include <minwinbase.h>

#define MAILSLOT_WAIT_FOREVER 0xFFFFFFFFu
#define MAILSLOT_NO_MESSAGE   0xFFFFFFFFu

/* size: of the longest message, 0: any. timeout: how long a read waits, in milliseconds.
 * INVALID_HANDLE_VALUE: ERROR_PATH_NOT_FOUND without a name, ERROR_INVALID_NAME for one outside of
 * \\.\mailslot\, ERROR_ALREADY_EXISTS. */
HANDLE WINAPI CreateMailslotA(LPCSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security);
HANDLE WINAPI CreateMailslotW(LPCWSTR name, DWORD size, DWORD timeout,
                              LPSECURITY_ATTRIBUTES security);

/* Takes the reader's handle. Stores the next message's size and the number of messages. Pointers
 * may be NULL. */
BOOL WINAPI GetMailslotInfo(HANDLE slot, LPDWORD size, LPDWORD next, LPDWORD count,
                            LPDWORD timeout);
BOOL WINAPI SetMailslotInfo(HANDLE slot, DWORD timeout);

bool mailslot_is_name(const char *name);

/* Opens a slot to write to it. INVALID_HANDLE_VALUE: ERROR_FILE_NOT_FOUND. */
HANDLE mailslot_open(const char *name, DWORD access);

/* Take the oldest message, which fits, and add one. STATUS_IO_TIMEOUT, STATUS_BUFFER_TOO_SMALL;
 * STATUS_FILE_FORCED_CLOSED: the reader is gone. Without the lock. */
NTSTATUS mailslot_read(struct open_file *file, char *to, DWORD size, LPDWORD done);
NTSTATUS mailslot_write(struct open_file *file, const char *from, DWORD size, LPDWORD done);

/* A handle's file is closed, with the lock held. The caller hands what is returned to
 * mailslot_closed without the lock. */
struct mailslot *mailslot_leave(struct open_file *file);
void mailslot_closed(struct mailslot *slot);

#endif
