/* Raises an exception in its DllMain. */

#include <windows.h>

static int handled;

static EXCEPTION_DISPOSITION take(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                  void *other)
{
    return ExceptionContinueExecution;
}

BOOL WINAPI DllMain(HINSTANCE base, DWORD reason, void *reserved)
{
    volatile struct {
        DWORD next;
        void *handler;
    } frame = {__readfsdword(0), take};
    if (reason != DLL_PROCESS_ATTACH)
        return TRUE;
    __writefsdword(0, (DWORD)&frame);
    RaiseException(0x12345, 0, 0, NULL);
    __writefsdword(0, frame.next);
    handled++;
    return TRUE;
}

__declspec(dllexport) int library_handled(void) { return handled; }
