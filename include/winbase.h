/* The Windows SDK's winbase.h: the calls of kernel32. Part of windows.h. */
#ifndef WINBASE_H
#define WINBASE_H

#include <debugapi.h>
#include <errhandlingapi.h>
#include <fibersapi.h>
#include <handleapi.h>
#include <heapapi.h>
#include <interlockedapi.h>
#include <libloaderapi.h>
#include <memoryapi.h>
#include <minwinbase.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <realtimeapiset.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <threadpoolapiset.h>
#include <threadpoollegacyapiset.h>
#include <timezoneapi.h>
#include <ums.h>
#include <winnt.h>

/* Frees memory that a call has made for the program, by its description. Returns NULL. */
HANDLE WINAPI LocalFree(HANDLE memory);

#define MoveMemory RtlMoveMemory
#define CopyMemory RtlCopyMemory
#define FillMemory RtlFillMemory
#define ZeroMemory RtlZeroMemory

#endif
