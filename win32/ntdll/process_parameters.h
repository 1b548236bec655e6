/* The parameters that a process is started with, as one block of the heap. Ordinary code. */
#ifndef WIN32_NTDLL_PROCESS_PARAMETERS_H
#define WIN32_NTDLL_PROCESS_PARAMETERS_H

#include <winternl.h>

/* Make a block. A text that is NULL: those of the running process for the folder, the folders of
 * DLLs and the environment, the image's path for the command line, nothing for the others. The
 * texts' Buffers are distances from the block's beginning, or places with the flag 1.
 * STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlCreateProcessParameters(PRTL_USER_PROCESS_PARAMETERS *made,
                                          PCUNICODE_STRING image, PCUNICODE_STRING dll_folders,
                                          PCUNICODE_STRING folder, PCUNICODE_STRING line, PWSTR env,
                                          PCUNICODE_STRING title, PCUNICODE_STRING desktop,
                                          PCUNICODE_STRING shell, PCUNICODE_STRING data);
NTSTATUS NTAPI RtlCreateProcessParametersEx(PRTL_USER_PROCESS_PARAMETERS *made,
                                            PCUNICODE_STRING image, PCUNICODE_STRING dll_folders,
                                            PCUNICODE_STRING folder, PCUNICODE_STRING line,
                                            PWSTR env, PCUNICODE_STRING title,
                                            PCUNICODE_STRING desktop, PCUNICODE_STRING shell,
                                            PCUNICODE_STRING data, ULONG flags);
VOID NTAPI RtlDestroyProcessParameters(PRTL_USER_PROCESS_PARAMETERS parameters);

/* Make the Buffers places, or distances, unless they are so already. Return the block. */
PRTL_USER_PROCESS_PARAMETERS NTAPI RtlNormalizeProcessParams(PRTL_USER_PROCESS_PARAMETERS block);
PRTL_USER_PROCESS_PARAMETERS NTAPI RtlDeNormalizeProcessParams(PRTL_USER_PROCESS_PARAMETERS block);

#endif
