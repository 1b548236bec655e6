/* Blocks of variables by ntdll's calls. env is a block from RtlCreateEnvironment; NULL is the
 * process's environment. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_ENVIRONMENT_H
#define WIN32_NTDLL_RTL_ENVIRONMENT_H

#include <winternl.h>

#define STATUS_VARIABLE_NOT_FOUND 0xC0000100u

/* *env becomes an empty block, or a copy of the process's. STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlCreateEnvironment(BOOLEAN copies, PWSTR *env);
NTSTATUS NTAPI RtlDestroyEnvironment(PWSTR env);

/* The variables of env become the process's. *before, unless NULL, becomes the place of those until
 * now, which stays the caller's to keep. */
VOID NTAPI RtlSetCurrentEnvironment(PWSTR env, PWSTR *before);

/* Sets a variable, or takes it away for a value NULL; the block may move. Any case is the same
 * name. STATUS_INVALID_PARAMETER: a name is empty, or has a = behind its first letter.
 * STATUS_NO_MEMORY.
 */
NTSTATUS NTAPI RtlSetEnvironmentVariable(PWSTR *env, PUNICODE_STRING name, PUNICODE_STRING value);

/* Copies a value. STATUS_BUFFER_TOO_SMALL: its length is told, without a zero in bytes, or with it
 * in letters. STATUS_VARIABLE_NOT_FOUND. */
NTSTATUS NTAPI RtlQueryEnvironmentVariable_U(PWSTR env, PUNICODE_STRING name,
                                             PUNICODE_STRING value);
NTSTATUS NTAPI RtlQueryEnvironmentVariable(PWSTR env, PCWSTR name, SIZE_T name_length, PWSTR value,
                                           SIZE_T room, PSIZE_T length);

/* Puts values in place of %names%. *needed, unless NULL, becomes the size with a zero, in bytes.
 * STATUS_BUFFER_TOO_SMALL: as much as fits is copied. */
NTSTATUS NTAPI RtlExpandEnvironmentStrings_U(PWSTR env, PUNICODE_STRING source,
                                             PUNICODE_STRING text, PULONG needed);

#endif
