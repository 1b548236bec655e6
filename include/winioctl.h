/* Codes for DeviceIoControl (ioapiset.h), which no device here takes. */
#ifndef WINIOCTL_H
#define WINIOCTL_H

#include <ioapiset.h>

#define CTL_CODE(device, function, method, access)                                                 \
    ((DWORD)(device) << 16 | (DWORD)(access) << 14 | (DWORD)(function) << 2 | (DWORD)(method))

#define FILE_DEVICE_DISK        0x7
#define FILE_DEVICE_FILE_SYSTEM 0x9
#define FILE_DEVICE_UNKNOWN     0x22

#define METHOD_BUFFERED         0
#define METHOD_IN_DIRECT        1
#define METHOD_OUT_DIRECT       2
#define METHOD_NEITHER          3

#define FILE_ANY_ACCESS         0
#define FILE_SPECIAL_ACCESS     FILE_ANY_ACCESS
#define FILE_READ_ACCESS        1
#define FILE_WRITE_ACCESS       2

#define FSCTL_GET_COMPRESSION                                                                      \
    CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 15, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define FSCTL_SET_COMPRESSION                                                                      \
    CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 16, METHOD_BUFFERED, FILE_READ_ACCESS | FILE_WRITE_ACCESS)
#define FSCTL_SET_SPARSE CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 49, METHOD_BUFFERED, FILE_SPECIAL_ACCESS)

#endif
