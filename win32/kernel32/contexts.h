/* Activation contexts: there are no manifests here, so none can be made, and the one of the process
 * is the default. Ordinary code. */
#ifndef WIN32_KERNEL32_CONTEXTS_H
#define WIN32_KERNEL32_CONTEXTS_H

#include <windef.h>

/* INVALID_HANDLE_VALUE: ERROR_INVALID_PARAMETER, no structure; ERROR_FILE_NOT_FOUND, its file;
 * ERROR_SXS_CANT_GEN_ACTCTX. */
HANDLE WINAPI CreateActCtxA(const void *wish);
HANDLE WINAPI CreateActCtxW(const void *wish);
VOID WINAPI AddRefActCtx(HANDLE context);
VOID WINAPI ReleaseActCtx(HANDLE context);
BOOL WINAPI GetCurrentActCtx(HANDLE *context); /* NULL: the default one */

/* NULL activates the default one, under a number that Deactivate takes. FALSE:
 * ERROR_INVALID_PARAMETER. */
BOOL WINAPI ActivateActCtx(HANDLE context, ULONG_PTR *cookie);
BOOL WINAPI DeactivateActCtx(DWORD flags, ULONG_PTR cookie);

/* There is none that could become useless: FALSE, ERROR_INVALID_PARAMETER. */
BOOL WINAPI ZombifyActCtx(HANDLE context);

/* Class 1, the basic facts: the default context, NULL and no flags, 8 bytes. *needed, unless NULL,
 * becomes their size. FALSE: ERROR_INSUFFICIENT_BUFFER, ERROR_INVALID_PARAMETER, another class or
 * another context. */
BOOL WINAPI QueryActCtxW(DWORD flags, HANDLE context, PVOID part, ULONG facts_class, PVOID facts,
                         SIZE_T size, SIZE_T *needed);

/* Nothing is found: ERROR_SXS_SECTION_NOT_FOUND. */
BOOL WINAPI FindActCtxSectionStringA(DWORD flags, const void *extension, ULONG section, LPCSTR text,
                                     void *data);
BOOL WINAPI FindActCtxSectionStringW(DWORD flags, const void *extension, ULONG section,
                                     LPCWSTR text, void *data);
BOOL WINAPI FindActCtxSectionGuid(DWORD flags, const void *extension, ULONG section,
                                  const void *guid, void *data);

#endif
