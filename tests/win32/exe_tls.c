/* Values of threads: slots by TlsAlloc, and what FlsAlloc calls when a thread ends. */

#include <stdio.h>
#include <windows.h>

static DWORD slot, fiber_slot;

static void WINAPI ended(void *value) { printf("callback with %d\n", (int)value); }

static DWORD WINAPI worker(void *parameter)
{
    printf("fresh: %p\n", TlsGetValue(slot));
    TlsSetValue(slot, parameter);
    FlsSetValue(fiber_slot, parameter);
    Sleep(1);
    return (DWORD)TlsGetValue(slot);
}

int main(void)
{
    DWORD slots[100], status;
    setvbuf(stdout, NULL, _IONBF, 0);
    slot = TlsAlloc();
    fiber_slot = FlsAlloc(ended);
    printf("index 0 is nobody's: %d\n", slot > 0 && TlsGetValue(0) == NULL);
    TlsSetValue(slot, (void *)11);
    for (int i = 2; i < 4; i++) {
        HANDLE thread = CreateThread(NULL, 0, worker, (void *)(i * 11), 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        GetExitCodeThread(thread, &status);
        printf("thread's value %lu, mine %d\n", status, (int)TlsGetValue(slot));
        CloseHandle(thread);
    }
    SetLastError(99);
    TlsGetValue(slot);
    printf("TlsGetValue succeeds with %lu\n", GetLastError());
    int distinct = 1;
    for (int i = 0; i < 100; i++) {
        slots[i] = TlsAlloc();
        distinct &= slots[i] != TLS_OUT_OF_INDEXES && TlsGetValue(slots[i]) == NULL;
        TlsSetValue(slots[i], (void *)(i + 1));
    }
    for (int i = 0; i < 100; i++)
        distinct &= TlsGetValue(slots[i]) == (void *)(i + 1);
    printf("100 more, past the first 64: %d\n", distinct);
    for (int i = 0; i < 100; i++)
        TlsFree(slots[i]);
    printf("a bad index: %d", TlsSetValue(5000, NULL));
    printf(" %lu\n", GetLastError());
    FlsSetValue(fiber_slot, (void *)44);
    printf("FlsFree calls, too\n");
    printf("%d\n", FlsFree(fiber_slot));
    return 0;
}
