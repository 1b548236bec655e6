/* The loader by the names of ntdll. Each call has the rules of the one of kernel32 that leads to
 * it, and returns a status: STATUS_DLL_NOT_FOUND where a module is not there,
 * STATUS_INVALID_PARAMETER for unknown flags. Ordinary code.
 */
#ifndef WIN32_NTDLL_LDR_CALLS_H
#define WIN32_NTDLL_LDR_CALLS_H

#include <winternl.h>

#define STATUS_RESOURCE_DATA_NOT_FOUND 0xC0000089u
#define STATUS_RESOURCE_TYPE_NOT_FOUND 0xC000008Au
#define STATUS_RESOURCE_NAME_NOT_FOUND 0xC000008Bu
#define STATUS_RESOURCE_LANG_NOT_FOUND 0xC0000204u

/* Load a library, or find a loaded one. Folders to search are not given: they are always the same.
 * LdrLoadDll's flag 2 is DONT_RESOLVE_DLL_REFERENCES. LdrGetDllHandleEx's flag 1 counts nothing,
 * and its flag 2 counts for ever. */
NTSTATUS NTAPI LdrLoadDll(PCWSTR folders, PULONG flags, PUNICODE_STRING name, PVOID *base);
NTSTATUS NTAPI LdrUnloadDll(PVOID base);
NTSTATUS NTAPI LdrGetDllHandle(PCWSTR folders, PULONG traits, PUNICODE_STRING name, PVOID *base);
NTSTATUS NTAPI LdrGetDllHandleEx(ULONG flags, PCWSTR folders, PULONG traits, PUNICODE_STRING name,
                                 PVOID *base);
NTSTATUS NTAPI LdrAddRefDll(ULONG flags, PVOID base); /* 1: for ever */
NTSTATUS NTAPI LdrDisableThreadCalloutsForDll(PVOID base);

/* STATUS_ENTRYPOINT_NOT_FOUND, STATUS_ORDINAL_NOT_FOUND, STATUS_PROCEDURE_NOT_FOUND. The name,
 * unless it is NULL or empty, comes before the number. */
NTSTATUS NTAPI LdrGetProcedureAddress(PVOID base, PANSI_STRING name, ULONG number, PVOID *address);

/* The loader's lock. Flags: 1 raises what is wrong, 2 does not wait. *disposition becomes 1, or 2
 * when another thread has the lock; *cookie is for the call that gives it back.
 * STATUS_INVALID_PARAMETER_1 (flags), STATUS_INVALID_PARAMETER_2, STATUS_INVALID_PARAMETER_3. */
NTSTATUS NTAPI LdrLockLoaderLock(ULONG flags, PULONG disposition, PULONG cookie);
NTSTATUS NTAPI LdrUnlockLoaderLock(ULONG flags, ULONG cookie);

/* Rows of the loader's lists: that of an address, STATUS_NO_MORE_ENTRIES without one; and all, for
 * each of which the function is called until it stops. */
typedef VOID(NTAPI *PLDR_ENUM_CALLBACK)(PLDR_DATA_TABLE_ENTRY row, PVOID context, BOOLEAN *stop);
NTSTATUS NTAPI LdrFindEntryForAddress(PVOID address, PLDR_DATA_TABLE_ENTRY *row);
NTSTATUS NTAPI LdrEnumerateLoadedModules(ULONG reserved, PLDR_ENUM_CALLBACK function,
                                         PVOID context);

/* The base of the module in which the address is, NULL without one; also stored. */
PVOID NTAPI RtlPcToFileHeader(PVOID address, PVOID *base);

/* Whether the process ends. */
BOOLEAN NTAPI RtlDllShutdownInProgress(VOID);

/* RtlImageRvaToSection returns the section of an image that has this offset (an RVA), or NULL.
 * RtlImageRvaToVa returns the offset's address in an image that lies as in its file, or NULL. It
 * looks first at the section *last, unless last is NULL, and stores the section found there. */
PIMAGE_SECTION_HEADER NTAPI RtlImageRvaToSection(const IMAGE_NT_HEADERS *headers, PVOID base,
                                                 ULONG offset);
PVOID NTAPI RtlImageRvaToVa(const IMAGE_NT_HEADERS *headers, PVOID base, ULONG offset,
                            PIMAGE_SECTION_HEADER *last);

/* Resources: of a type, a name and a language, and where their bytes are. Only whole paths are
 * found: level is 3, else STATUS_INVALID_PARAMETER. STATUS_RESOURCE_..._NOT_FOUND. */
typedef struct _LDR_RESOURCE_INFO {
    ULONG_PTR Type, Name, Language;
} LDR_RESOURCE_INFO, *PLDR_RESOURCE_INFO;
NTSTATUS NTAPI LdrFindResource_U(PVOID base, PLDR_RESOURCE_INFO path, ULONG level, PVOID *row);
NTSTATUS NTAPI LdrAccessResource(PVOID base, PVOID row, PVOID *bytes, PULONG size);

/* Relocates the words of a page by a block's rows: those of kinds 0 to 3. Returns the place behind
 * the rows; NULL for a row of another kind. */
PUSHORT NTAPI LdrProcessRelocationBlock(PVOID page, ULONG count, PUSHORT rows, LONG distance);

#endif
