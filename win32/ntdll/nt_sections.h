/* Sections by system calls, with the rules of kernel32's calls for them. Ordinary code. */
#ifndef WIN32_NTDLL_NT_SECTIONS_H
#define WIN32_NTDLL_NT_SECTIONS_H

#include <winternl.h>

/* A section of a file, or, for NULL, of memory; with a name, "\BaseNamedObjects\x". A file
 * that is no image for SEC_IMAGE has the status of what is wrong with it.
 * STATUS_OBJECT_NAME_COLLISION, or with OBJ_OPENIF the success STATUS_OBJECT_NAME_EXISTS: the name
 * is there. STATUS_SECTION_TOO_BIG, it is more
 * than the image has. STATUS_INVALID_PARAMETER_4 (size), STATUS_INVALID_PARAMETER_6 (traits),
 * STATUS_INVALID_PAGE_PROTECTION, STATUS_OBJECT_PATH_SYNTAX_BAD. */
NTSTATUS NTAPI NtCreateSection(PHANDLE section, ULONG access, POBJECT_ATTRIBUTES attributes,
                               PLARGE_INTEGER size, ULONG protect, ULONG traits, HANDLE file);
NTSTATUS NTAPI NtOpenSection(PHANDLE section, ULONG access, POBJECT_ATTRIBUTES attributes);

/* A view at *base, or, for NULL in it, anywhere; both become those of the view. Size 0 goes to the
 * section's end. An image is whole; the success STATUS_IMAGE_NOT_AT_BASE: it lies elsewhere than it
 * wants to, and its addresses are not moved. zero_bits, at most 21, are the highest bits of the
 * address that are 0. STATUS_INVALID_PARAMETER_4 (zero_bits), STATUS_INVALID_VIEW_SIZE,
 * STATUS_MAPPED_ALIGNMENT, STATUS_CONFLICTING_ADDRESSES; STATUS_NOT_MAPPED_VIEW for what is no
 * view, images among them. */
NTSTATUS NTAPI NtMapViewOfSection(HANDLE section, HANDLE process, PVOID *base, ULONG_PTR zero_bits,
                                  SIZE_T commit, PLARGE_INTEGER offset, PSIZE_T size,
                                  ULONG inherits, ULONG kind, ULONG protect);
NTSTATUS NTAPI NtUnmapViewOfSection(HANDLE process, PVOID base);

#endif
