/* Facts about a section, by its handle. Ordinary code. */
#ifndef WIN32_NTDLL_SECTION_FACTS_H
#define WIN32_NTDLL_SECTION_FACTS_H

#include <winternl.h>

typedef enum _SECTION_INFORMATION_CLASS {
    SectionBasicInformation,
    SectionImageInformation
} SECTION_INFORMATION_CLASS;

typedef struct _SECTION_BASIC_INFORMATION {
    PVOID BaseAddress; /* NULL: it has none of its own */
    ULONG Attributes;  /* SEC_FILE, SEC_IMAGE, SEC_COMMIT, SEC_RESERVE, SEC_NOCACHE */
    LARGE_INTEGER Size;
} SECTION_BASIC_INFORMATION;

/* The facts about an image that its file has. */
typedef struct _SECTION_IMAGE_INFORMATION {
    PVOID TransferAddress; /* at the base that the file wants */
    ULONG ZeroBits;
    SIZE_T MaximumStackSize, CommittedStackSize;
    ULONG SubSystemType;
    USHORT SubSystemMinorVersion, SubSystemMajorVersion;
    ULONG GpValue;
    USHORT ImageCharacteristics, DllCharacteristics, Machine;
    BOOLEAN ImageContainsCode;
    UCHAR ImageFlags;
    ULONG LoaderFlags, ImageFileSize, CheckSum;
} SECTION_IMAGE_INFORMATION;

/* *length, unless NULL, becomes the size of the facts. STATUS_INVALID_INFO_CLASS,
 * STATUS_INFO_LENGTH_MISMATCH (less room than that), STATUS_ACCESS_VIOLATION,
 * STATUS_INVALID_HANDLE, STATUS_ACCESS_DENIED, STATUS_SECTION_NOT_IMAGE. */
NTSTATUS NTAPI NtQuerySection(HANDLE section, SECTION_INFORMATION_CLASS which, PVOID facts,
                              SIZE_T size, PSIZE_T length);

/* STATUS_SUCCESS: both addresses are in one view or image, or the first is in an image of the file
 * that the second one's view shows. STATUS_NOT_SAME_DEVICE: they are not. STATUS_INVALID_ADDRESS:
 * nothing is there; STATUS_CONFLICTING_ADDRESSES: nothing mapped is. */
NTSTATUS NTAPI NtAreMappedFilesTheSame(PVOID first, PVOID second);

#endif
