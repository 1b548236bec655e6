/* The headers that declare the calls of win32/exports.h. */
#ifndef WIN32_EXPORT_DECLARATIONS_H
#define WIN32_EXPORT_DECLARATIONS_H

#include <consoleapi.h>
#include <debugapi.h>
#include <errhandlingapi.h>
#include <fibersapi.h>
#include <fileapi.h>
#include <handleapi.h>
#include <heapapi.h>
#include <interlockedapi.h>
#include <ioapiset.h>
#include <libloaderapi.h>
#include <memoryapi.h>
#include <processenv.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <realtimeapiset.h>
#include <seh.h>
#include <seh_frames.h>
#include <string.h>
#include <stringapiset.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <timezoneapi.h>
#include <tlhelp32.h>
#include <ums.h>
#include <winbase.h>
#include <wincrypt.h>
#include <winnls.h>
#include <winnt.h>
#include <winternl.h>
#include <winuser.h>

/* Windows has this name beside that of narrow text, and its headers call that by it. */
#undef GetEnvironmentStrings
LPSTR WINAPI GetEnvironmentStrings(void);

#endif
