/* The errors that calls leave for GetLastError: the Windows SDK's winerror.h, as far as Trapline's
 * calls have them. Part of windows.h. */
#ifndef WINERROR_H
#define WINERROR_H

#define ERROR_SUCCESS                     0u
#define NO_ERROR                          0u
#define ERROR_INVALID_FUNCTION            1u
#define ERROR_FILE_NOT_FOUND              2u
#define ERROR_PATH_NOT_FOUND              3u
#define ERROR_TOO_MANY_OPEN_FILES         4u
#define ERROR_ACCESS_DENIED               5u
#define ERROR_INVALID_HANDLE              6u
#define ERROR_NOT_ENOUGH_MEMORY           8u
#define ERROR_BAD_LENGTH                  24u
#define ERROR_GEN_FAILURE                 31u
#define ERROR_SHARING_VIOLATION           32u
#define ERROR_LOCK_VIOLATION              33u
#define ERROR_HANDLE_EOF                  38u
#define ERROR_NOT_SUPPORTED               50u
#define ERROR_FILE_EXISTS                 80u
#define ERROR_INVALID_PARAMETER           87u
#define ERROR_DISK_FULL                   112u
#define ERROR_CALL_NOT_IMPLEMENTED        120u
#define ERROR_INSUFFICIENT_BUFFER         122u
#define ERROR_INVALID_NAME                123u
#define ERROR_MOD_NOT_FOUND               126u
#define ERROR_PROC_NOT_FOUND              127u
#define ERROR_NEGATIVE_SEEK               131u
#define ERROR_SIGNAL_REFUSED              156u
#define ERROR_NOT_LOCKED                  158u
#define ERROR_BAD_ARGUMENTS               160u
#define ERROR_BAD_PATHNAME                161u
#define ERROR_BUSY                        170u
#define ERROR_INVALID_ORDINAL             182u
#define ERROR_ALREADY_EXISTS              183u
#define ERROR_BAD_EXE_FORMAT              193u
#define ERROR_ENVVAR_NOT_FOUND            203u
#define ERROR_FILENAME_EXCED_RANGE        206u
#define ERROR_MORE_DATA                   234u
#define ERROR_NO_MORE_ITEMS               259u
#define ERROR_NOT_OWNER                   288u
#define ERROR_TOO_MANY_POSTS              298u
#define ERROR_MR_MID_NOT_FOUND            317u
#define ERROR_PROCESS_MODE_NOT_BACKGROUND 403u
#define ERROR_INVALID_ADDRESS             487u
#define ERROR_ARITHMETIC_OVERFLOW         534u
#define ERROR_OBJECT_NAME_EXISTS          698u
#define ERROR_OPERATION_ABORTED           995u
#define ERROR_IO_INCOMPLETE               996u
#define ERROR_IO_PENDING                  997u
#define ERROR_NOACCESS                    998u
#define ERROR_SWAPERROR                   999u
#define ERROR_STACK_OVERFLOW              1001u
#define ERROR_CAN_NOT_COMPLETE            1003u
#define ERROR_INVALID_FLAGS               1004u
#define ERROR_NO_UNICODE_TRANSLATION      1113u
#define ERROR_POSSIBLE_DEADLOCK           1131u
#define ERROR_NOT_FOUND                   1168u
#define ERROR_CANCELLED                   1223u
#define ERROR_USER_MAPPED_FILE            1224u
#define ERROR_RETRY                       1237u
#define ERROR_ALREADY_FIBER               1280u
#define ERROR_ALREADY_THREAD              1281u
#define ERROR_PRIVILEGE_NOT_HELD          1314u
#define ERROR_INTERNAL_ERROR              1359u
#define ERROR_NO_SYSTEM_RESOURCES         1450u
#define ERROR_WORKING_SET_QUOTA           1453u
#define ERROR_COMMITMENT_LIMIT            1455u
#define ERROR_TIMEOUT                     1460u
#define ERROR_INVALID_USER_BUFFER         1784u
#define ERROR_NOT_ENOUGH_QUOTA            1816u

#endif
