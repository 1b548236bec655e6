/* A server of 10,000 connections: each is a worker, and all of them wait at the same time.
 * needs: --memory 256M
 */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

enum { CONNECTIONS = 10000, REQUESTS = 2, STACK = 8192 };

static struct connection {
    HANDLE arrived; /* a request has */
    int request, answer;
} connections[CONNECTIONS];

static PUMS_COMPLETION_LIST list;
static HANDLE all_wait;
static unsigned alive = CONNECTIONS, blocks, answers, wrong;

static DWORD WINAPI serve(void *argument)
{
    struct connection *connection = argument;
    for (int i = 0; i < REQUESTS; i++) {
        WaitForSingleObject(connection->arrived, INFINITE);
        connection->answer = connection->request * 2;
        answers++;
    }
    return 0;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static PUMS_CONTEXT ready; /* linked, as the completion list had them */
    (void)payload, (void)parameter;
    if (reason == UmsSchedulerThreadBlocked && ++blocks % CONNECTIONS == 0)
        SetEvent(all_wait);
    while (alive) {
        if (!ready)
            DequeueUmsCompletionListItems(list, INFINITE, &ready);
        PUMS_CONTEXT worker = ready;
        ready = GetNextUmsListItem(worker);
        if (DeleteUmsThreadContext(worker))
            alive--;
        else
            ExecuteUmsThread(worker); /* it has not ended */
    }
}

/* An ordinary thread, which stands for all clients. */
static DWORD WINAPI ask(void *argument)
{
    (void)argument;
    for (int round = 0; round <= REQUESTS; round++) {
        WaitForSingleObject(all_wait, INFINITE);
        for (int i = 0; i < CONNECTIONS; i++) {
            struct connection *connection = &connections[i * 7919 % CONNECTIONS];
            wrong += connection->answer != connection->request * 2;
            connection->request = round * CONNECTIONS + i;
            if (round < REQUESTS)
                SetEvent(connection->arrived);
        }
    }
    return 0;
}

int main(void)
{
    CreateUmsCompletionList(&list);
    all_wait = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (int i = 0; i < CONNECTIONS; i++) {
        connections[i].arrived = CreateEvent(NULL, FALSE, FALSE, NULL);
        if (!make_worker_with(list, NULL, STACK, serve, &connections[i])) {
            printf("the memory is for %d connections\n", i);
            return 1;
        }
    }
    HANDLE clients = CreateThread(NULL, 0, ask, NULL, 0, NULL);
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    WaitForSingleObject(clients, INFINITE);
    printf("%u answers, %u wrong, %u blocks\n", answers, wrong, blocks);
    /* 1: 20000 answers, 0 wrong, 30000 blocks */
    return answers != CONNECTIONS * REQUESTS || wrong;
}
