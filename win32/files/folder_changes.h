/* Changes in folders, told to those that watch. Ordinary code. */
#ifndef WIN32_FILES_FOLDER_CHANGES_H
#define WIN32_FILES_FOLDER_CHANGES_H

#include "win32/files/open_files.h"

#define FILE_NOTIFY_CHANGE_FILE_NAME  0x01u
#define FILE_NOTIFY_CHANGE_DIR_NAME   0x02u
#define FILE_NOTIFY_CHANGE_ATTRIBUTES 0x04u
#define FILE_NOTIFY_CHANGE_SIZE       0x08u
#define FILE_NOTIFY_CHANGE_LAST_WRITE 0x10u

/* A handle that is signalled once there was a change in the folder, or with subtree in one inside,
 * until FindNextChangeNotification, which looks for the next one. INVALID_HANDLE_VALUE:
 * ERROR_INVALID_PARAMETER for a filter, ERROR_DIRECTORY for a file, and those of a name. */
HANDLE WINAPI FindFirstChangeNotificationA(LPCSTR folder, BOOL subtree, DWORD filter);
HANDLE WINAPI FindFirstChangeNotificationW(LPCWSTR folder, BOOL subtree, DWORD filter);
BOOL WINAPI FindNextChangeNotification(HANDLE change);
BOOL WINAPI FindCloseChangeNotification(HANDLE change);

/* Tells what has changed in an open folder since the first call, whose subtree and filter stay; an
 * overlapped call is told by its event or port. Each record has the next one's offset, the change,
 * the name's bytes, and the name. Nothing is told when there was no room: the caller looks itself.
 * or by a routine in the caller's thread. FALSE: ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED for
 * one more call while one waits. */
BOOL WINAPI ReadDirectoryChangesW(HANDLE folder, LPVOID buffer, DWORD size, BOOL subtree,
                                  DWORD filter, LPDWORD done, LPOVERLAPPED overlapped,
                                  LPOVERLAPPED_COMPLETION_ROUTINE routine);

/* Ends the call that waits for changes of this folder, if there is one and it is this one (NULL:
 * any). Returns whether it did. Without the lock. */
bool folder_changes_cancel(struct open_file *folder, const OVERLAPPED *only);

/* The folder's last handle is closed: ends a call that waits, with the lock held. Returns memory
 * for free, or NULL. */
struct folder_watch *folder_changes_leave(struct open_file *folder);

#endif
