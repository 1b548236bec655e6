/* The parameters of a process in its PEB. */
#include "win32/process/parameters.h"

#include "win32/image/image_view.h"
#include "win32/process/module.h"

#include <consoleapi.h>
#include <heapapi.h>
#include <nt.h>
#include <processenv.h>
#include <winbase.h>
#include <winnt.h>

static RTL_USER_PROCESS_PARAMETERS parameters = {
    .MaximumLength = sizeof parameters,
    .Length = sizeof parameters,
    .Flags = 1, /* pointers are addresses */
};

void parameters_fill(void)
{
    static wchar_t folder[] = L"C:\\", desktop[] = L"WinSta0\\Default";
    PEB *peb = NtCurrentTeb()->ProcessEnvironmentBlock;
    const IMAGE_OPTIONAL_HEADER *optional =
        &image_headers(module_base(program_module))->OptionalHeader;
    parameters.StandardInput = GetStdHandle(STD_INPUT_HANDLE);
    parameters.StandardOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    parameters.StandardError = GetStdHandle(STD_ERROR_HANDLE);
    RtlInitUnicodeString(&parameters.CurrentDirectory.DosPath, folder);
    RtlInitUnicodeString(&parameters.ImagePathName, program_module->wide_path);
    RtlInitUnicodeString(&parameters.CommandLine, GetCommandLineW());
    RtlInitUnicodeString(&parameters.WindowTitle, program_module->wide_path);
    RtlInitUnicodeString(&parameters.DesktopInfo, desktop);
    parameters.Environment = GetEnvironmentStringsW();
    peb->ImageBaseAddress = module_base(program_module);
    peb->Ldr = &loader_data;
    peb->LoaderLock = &loader_lock;
    peb->ProcessParameters = &parameters;
    peb->ProcessHeap = GetProcessHeap();
    peb->ImageSubsystem = optional->Subsystem;
}
