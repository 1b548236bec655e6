/* FlushProcessWriteBuffers asks each CPU that runs a thread, and returns when all have answered.
 *
 * Ring 0 only: ring 3 cannot keep a CPU from answering.
 *
 * run: name=2 smp=2
 * run: name=2-counted smp=2 virtual-time=1 compilers=gcc
 * run: name=bochs smp=2 emulator=bochs compilers=gcc
 * run: name=1
 */
#include "kernel/cpu/cpu.h"
#include "kernel/cpu/interrupts.h"
#include "tests/harness/tap.h"

#include <windows.h>

enum { LOOKS = 300000 };

static volatile bool deaf, flushed;

/* Answers nobody for a while. Returns whether the other CPU went on meanwhile. */
static DWORD CALLBACK is_deaf(PVOID unused)
{
    interrupts_off();
    deaf = true;
    for (unsigned i = 0; i < LOOKS; i++)
        YieldProcessor();
    bool early = flushed;
    interrupts_on();
    return early;
}

int main(void)
{
    DWORD early = 4711;
    HANDLE thread = CreateThread(NULL, 0, is_deaf, NULL, CREATE_SUSPENDED, NULL);
    if (GetActiveProcessorCount(0) > 1) {
        SetThreadAffinityMask(GetCurrentThread(), 1);
        SetThreadAffinityMask(thread, 2);
    }
    ResumeThread(thread);
    while (!deaf)
        SwitchToThread();
    FlushProcessWriteBuffers();
    flushed = true;
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &early);
    is_dec(early, false, "the call waits for a CPU that does not answer yet");
    FlushProcessWriteBuffers();
    ok(true, "one that idles is not asked");
    return tap_done();
}
