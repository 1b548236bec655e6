/* Controls of devices. */
#include "win32/fails.h"
#include "win32/files/open_files.h"

#include <ioapiset.h>
#include <winerror.h>

BOOL WINAPI DeviceIoControl(HANDLE device, DWORD code, LPVOID in, DWORD in_size, LPVOID out,
                            DWORD out_size, LPDWORD done, LPOVERLAPPED overlapped)
{
    (void)code, (void)in, (void)in_size, (void)out, (void)out_size, (void)overlapped;
    struct open_file *file = open_file_use(device, 0);
    if (!file)
        return FALSE;
    open_file_leave(file);
    if (done)
        *done = 0;
    return fails(ERROR_INVALID_FUNCTION);
}
