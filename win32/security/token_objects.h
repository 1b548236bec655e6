/* Tokens: objects of the program's memory that say in which way the one user acts. Ordinary
 * code. */
#ifndef WIN32_SECURITY_TOKEN_OBJECTS_H
#define WIN32_SECURITY_TOKEN_OBJECTS_H

#include <processthreadsapi.h>
#include <securitybaseapi.h>
#include <stdbool.h>

#define TOKEN_QUERY_SOURCE   0x10u
#define TOKEN_ADJUST_GROUPS  0x40u
#define TOKEN_ADJUST_DEFAULT 0x80u

struct token {
    LUID id;
    TOKEN_TYPE kind;
    SECURITY_IMPERSONATION_LEVEL level; /* of TokenImpersonation */
};

/* Ends a token, and so tells the kind of an object (win32/files/open_files.h). */
void token_end(void *object);

/* Stores a handle of the process' token, or of a new one, with these rights, also generic ones.
 * FALSE, with the last error. */
BOOL token_open_own(DWORD access, PHANDLE handle);
BOOL token_make(TOKEN_TYPE kind, SECURITY_IMPERSONATION_LEVEL level, DWORD access, PHANDLE handle);

/* Copies the token of a handle that has these rights. false: ERROR_INVALID_HANDLE,
 * ERROR_ACCESS_DENIED. */
bool token_take(HANDLE handle, DWORD access, struct token *token);

/* The rights that a token's handle has. */
DWORD token_access(HANDLE handle);

/* Whether a number is that of the user, or of a group whose rights the user has. */
bool token_has_member(PSID id);

#endif
