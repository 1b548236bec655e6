/* The table of threads, line by line, with backtraces; also of threads whose stack is damaged.
 * uthread_dump.t reads what it prints.
 *
 * run: name=plain compilers=gcc expect="^scheduler .*: 9 threads, 3 ready, 2 sleeping, 2 waiting, 2 finished$"
 * run: name=ring3 ring=3 compilers=gcc
 *   expect="^scheduler .*: 9 threads, 3 ready, 2 sleeping, 2 waiting, 2 finished$"
 */
#include <stdio.h>
#include <string.h>
#include <uthread.h>

static utSch sch;
static utMutex mutex;
static utSemaphore semaphore;
static uThd victims[5];

static volatile int after; /* so that no call is a function's last */

static void holds(void)
{
    utMutexLock(mutex);
    utSleep(100000);
    after++;
}

static void wants(void)
{
    utMutexLock(mutex);
    after++;
}

__attribute__((noinline)) static int digs(int depth)
{
    if (depth) {
        int result = digs(depth - 1);
        after++;
        return result;
    }
    return utSemaphoreTakeUntil(semaphore, utAfter(100000));
}

static void takes(void)
{
    digs(20 + after);
    after++;
}

__attribute__((noinline)) static void yields(void)
{
    for (int i = 0; i < 2; i++)
        utYield();
    after++;
}

/* Comes back from the depth. The bytes that it has used can still be seen. */
static char room[2 * UT_STACK_LEAST] __attribute__((aligned(4)));

__attribute__((noinline)) static void fills(void)
{
    volatile char deep[5000];
    memset((char *)deep, 1, sizeof deep);
    after++;
}

static void dug(void)
{
    fills();
    yields();
    after++;
}

static void faults(void) { *(volatile int *)0 = 0; }

static void halts(void)
{
    after++;
    __asm__ volatile("ud2");
    after++;
}

static void ends(void) {}

static volatile int tables;

/* Where uthread_gdb.t stops the machine, for the debugger's own table. */
__attribute__((noinline)) static void dumped(void) { after++; }

static void dump(void)
{
    tables++;
    utDump(sch);
    dumped();
}

static void dumps_at_once(void) { dump(); }

static void dumps(void)
{
    utYield();
    dump();
}

/* A thread of the scheduler inside dumps the scheduler outside. */
static void hosts(void)
{
    utSch inside = utSchedulerCreate();
    uThd uthread = uThreadCreate(dumps);
    utSchAddUthd(inside, uthread);
    utSchStart(inside);
    utSchedulerDestroy(inside);
}

static void resumes(void)
{
    uThd uthread = uThreadCreate(dumps_at_once);
    utResume(uthread);
    uThreadDestroy(uthread);
}

static uThd add(uThd uthread, const char *name, int priority)
{
    uThreadSetName(uthread, name);
    uThreadSetPriority(uthread, priority);
    utSchAddUthd(sch, uthread);
    return uthread;
}

/* Runs inside, so that those that sleep do not keep the run from ending. */
static void run(void) { utSchStart(sch); }

static void dump_all(void)
{
    uThd runner = uThreadCreate(run);
    sch = utSchedulerCreate();
    mutex = utMutexCreate(FALSE);
    semaphore = utSemaphoreCreate(0, 1);
    add(uThreadCreate(dumps), "dumper", 0);
    add(uThreadCreate(yields), "ready", 0);
    add(uThreadCreate(ends), "ended", 0);
    add(uThreadCreate(faults), "faulty", 0);
    add(uThreadCreated(room, sizeof room, dug), "dug", 0);
    uThreadSetPolicy(add(uThreadCreate(halts), "halted", 0), UtPolicyStop, NULL);
    add(uThreadCreate(wants), "wants", 0);
    add(uThreadCreate(holds), "holder", 31);
    add(uThreadCreate(takes), NULL, 0);
    utResume(runner);
    printf("from outside:\n");
    add(uThreadCreate(ends), "new", 0);
    dump();
}

static void dump_callers(void)
{
    sch = utSchedulerCreate();
    add(uThreadCreate(hosts), "host", 0);
    printf("from a thread inside:\n");
    utSchStart(sch);
    utSchedulerDestroy(sch);
    sch = utSchedulerCreate();
    add(uThreadCreate(resumes), "resumer", 0);
    printf("from a thread that another has resumed:\n");
    utSchStart(sch);
    utSchedulerDestroy(sch);
}

/* Each of these would lead a careless walk astray; the last one ends the table. */
static void dump_damaged(void)
{
    printf("damaged:\n");
    sch = utSchedulerCreate();
    static const char *const names[] = {"own frame", "no memory", "no stack", "not there", "gone"};
    for (int i = 4; i >= 0; i--) {
        victims[i] = uThreadCreate(yields);
        utResume(victims[i]);
        add(victims[i], names[i], 0);
    }
    DWORD *ebp = (DWORD *)victims[0]->regs[0];
    ebp[0] = (DWORD)ebp;                          /* a frame that is its own caller's */
    victims[1]->regs[0] = 0x00001000;             /* no memory */
    victims[2]->regs[1] = (int)dumps;             /* no stack */
    victims[3]->regs[1] = (int)victims[3]->stack; /* its stack, but no memory yet */
    victims[3]->flags = 0;                        /* nor do the flags name the stack's kind */
    victims[4]->magic = 0;
    dump();
}

int main(void)
{
    dump_all();
    dump_callers();
    dump_damaged();
    printf("%d\n", utDump(NULL) == UtErrorInvalid);
    return 0;
}
