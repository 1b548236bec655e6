#include "win32/kernel32/binary_type.h"

#include "win32/fails.h"
#include "win32/files/file_names.h"

#include <fileapi.h>
#include <handleapi.h>
#include <nt_image.h>

BOOL WINAPI GetBinaryTypeA(LPCSTR name, LPDWORD type)
{
    IMAGE_DOS_HEADER dos = {0};
    IMAGE_NT_HEADERS32 headers = {0};
    DWORD done = 0;
    HANDLE file = CreateFileA(name, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return FALSE;
    bool is_program = ReadFile(file, &dos, sizeof dos, &done, NULL) && done == sizeof dos &&
                      dos.e_magic == IMAGE_DOS_SIGNATURE &&
                      SetFilePointer(file, (LONG)dos.e_lfanew, NULL, FILE_BEGIN) &&
                      ReadFile(file, &headers, sizeof headers, &done, NULL) &&
                      headers.Signature == IMAGE_NT_SIGNATURE &&
                      !(headers.FileHeader.Characteristics & IMAGE_FILE_DLL);
    CloseHandle(file);
    if (is_program)
        *type = 0;
    return is_program || fails(ERROR_BAD_EXE_FORMAT);
}

BOOL WINAPI GetBinaryTypeW(LPCWSTR name, LPDWORD type)
{
    char narrow[FILE_NARROW_SIZE];
    return GetBinaryTypeA(file_narrow(name, narrow), type);
}
