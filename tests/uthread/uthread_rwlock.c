/* Read-write locks: which thread is let in, in which order, and the lock afterwards.
 *
 * run: name=plain
 * run: name=checked checked=1
 * run: name=ring3 ring=3 compilers=gcc
 */
#include "tests/uthread/uthread_script_objects.h"

static const struct script rows[] = {
    {"any number read", "read read readers unread unread",
     "a:read a:read a:readers=2 a:unread a:unread "},
    {"one writes, and no thread reads meanwhile",
     "write yield unwrite | write unwrite | read unread",
     "a:write a:yield a:unwrite b:write b:unwrite c:read c:unread "},
    {"the writer is known",
     "writer write writer yield unwrite writer | write writer unwrite writer",
     "a:writer=9 a:write a:writer=0 a:yield a:unwrite a:writer=1 b:write b:writer=1 b:unwrite "
     "b:writer=9 "},
    {"a reader behind a waiting writer waits",
     "read yield2 unread | write unwrite | read unread | readers",
     "a:read d:readers=1 a:yield2 a:unread b:write b:unwrite c:read c:unread "},
    {"readers with no writer between them go on together",
     "write yield unwrite | read yield unread | read yield unread | write unwrite | read unread",
     "a:write a:yield a:unwrite b:read c:read b:yield b:unread c:yield c:unread d:write d:unwrite "
     "e:read e:unread "},
    {"the last reader lets the writer in", "read yield unread | read yield3 unread | write unwrite",
     "a:read b:read a:yield a:unread b:yield3 b:unread c:write c:unwrite "},
    {"a waiter that is let in holds it before it runs",
     "write yield unwrite read@0 write@0 | write yield unwrite",
     "a:write a:yield a:unwrite a:read!timed a:write!timed b:write b:yield b:unwrite "},
    {"the writer neither writes nor reads again", "write write read read@0 unwrite unwrite unread",
     "a:write a:write!self a:read!self a:read!self a:unwrite a:unwrite!notowner "
     "a:unread!notowner "},
    {"only the writer unlocks a lock that is written", "write yield unwrite | unwrite unread",
     "a:write b:unwrite!notowner b:unread!notowner a:yield a:unwrite "},
    {"a lock that is read is not unlocked by a writer's call", "read unwrite readers unread",
     "a:read a:unwrite!notowner a:readers=1 a:unread "},
    {"a reader may unlock another reader's lock", "read | unread readers",
     "a:read b:unread b:readers=0 "},
    {"a reader that asks to write waits for itself", "read write@2 unread write unwrite",
     "a:read a:write!timed@2 a:unread@2 a:write@2 a:unwrite@2 "},
    {"a reader that gives up loses its place and no other's",
     "write sleep9 unwrite | read@5 | read unread",
     "a:write b:read!timed@5 a:sleep9@9 a:unwrite@9 c:read@9 c:unread@9 "},
    {"a writer that gives up lets the readers behind it in",
     "read sleep9 unread | write@5 | read unread | read unread | write@7",
     "a:read b:write!timed@5 c:read@5 c:unread@5 d:read@5 d:unread@5 e:write!timed@7 a:sleep9@9 "
     "a:unread@9 "},
    {"but not the writer behind it", "read sleep9 unread | write@5 | write unwrite",
     "a:read b:write!timed@5 a:sleep9@9 a:unread@9 c:write@9 c:unwrite@9 "},
    {"a writer behind another gives up: nothing changes",
     "write sleep9 unwrite | write unwrite | write@5 | read unread",
     "a:write c:write!timed@5 a:sleep9@9 a:unwrite@9 b:write@9 b:unwrite@9 d:read@9 d:unread@9 "},
    {"priorities do not change the order",
     "write yield unwrite | read unread | priority5 write unwrite",
     "a:write c:priority5 a:yield a:unwrite b:read b:unread c:write c:unwrite "},
    {"a writer that is cancelled lets the readers behind it in",
     "read sleep3 unread | write | read unread | cancel1 readers",
     "a:read d:cancel1 d:readers=2 b:ends c:read c:unread a:sleep3@3 a:unread@3 "},
    {"a reader that is cancelled is not counted", "write sleep3 unwrite | read | cancel1 readers",
     "a:write c:cancel1 c:readers=0 b:ends a:sleep3@3 a:unwrite@3 "},
    {"one that is let in and then cancelled has it while it cleans up",
     "write yield unwrite | write take | yield cancel1 | read unread",
     "a:write a:yield a:unwrite c:yield c:cancel1 b:write b:ends+write d:read d:unread "},
    {"so has a reader", "read take | cancel0 readers | write unwrite",
     "a:read b:cancel0 b:readers=1 a:ends+read c:write c:unwrite "},
};

/* ---------------------------------------------------------------- outside, destroyed */

static void check_outside(void)
{
    script_begin();
    is_dec((DWORD)utRwLockRead(rw_lock, UT_FOREVER), UtErrorNone, "outside, it is read");
    is_dec((DWORD)utRwLockRead(rw_lock, UT_FOREVER), UtErrorNone, "twice");
    is_dec((DWORD)utRwLockWrite(rw_lock, UT_FOREVER), UtErrorOutside, "but not waited for");
    is_dec((DWORD)utRwLockDestroy(rw_lock), UtErrorBusy, "read, it stays");
    is_dec((DWORD)(utRwLockReadUnlock(rw_lock) | utRwLockReadUnlock(rw_lock)), UtErrorNone,
           "and given back");
    is_dec((DWORD)utRwLockWrite(rw_lock, UT_NOW), UtErrorNone, "it is written");
    is_dec((DWORD)utRwLockWrite(rw_lock, UT_NOW), UtErrorSelf, "once");
    ok(utRwLockWriter(rw_lock) == NULL, "by no thread");
    is_dec((DWORD)utRwLockDestroy(rw_lock), UtErrorBusy, "written, it stays");
    utSch sch = utSchedulerCreate();
    static const struct script reader = {NULL, "read@0 unwrite writer", NULL};
    utSchAddUthd(sch, script_thread(&reader, 0));
    utSchStart(sch);
    diary_is("a:read!timed a:unwrite!notowner a:writer=9 ", "threads have to wait for it");
    is_dec((DWORD)utRwLockWriteUnlock(rw_lock), UtErrorNone, "and given back");
    utSchedulerDestroy(sch);
    script_end("outside");
}

/* A scheduler with waiting threads is destroyed: a writer, and readers behind it. Behind them waits
 * a reader of another scheduler. It is let in, and nothing is lost with the others. */
static void check_destroyed(void)
{
    script_begin();
    static const struct script waiters = {NULL, "write | read | write | read | read readers unread",
                                          NULL};
    utSch going = utSchedulerCreate(), staying = utSchedulerCreate();
    utRwLockRead(rw_lock, UT_NOW);
    for (int i = 4; i--;)
        utSchAddUthd(going, script_thread(&waiters, i));
    utSchStart(going);
    utSchAddUthd(staying, script_thread(&waiters, 4));
    utSchStart(staying);
    diary_is("", "all of them wait");
    utSchedulerDestroy(going);
    is_dec((DWORD)utRwLockReaders(rw_lock), 2, "the reader that is left has been let in");
    utSchStart(staying);
    diary_is("e:read e:readers=2 e:unread ", "and reads");
    is_dec((DWORD)utRwLockReaders(rw_lock), 1, "those that were destroyed hold nothing");
    utRwLockReadUnlock(rw_lock);
    utSchedulerDestroy(staying);
    script_end("destroyed");
}

int main(void)
{
    SCRIPTS_RUN(rows, 1000);
    check_outside();
    check_destroyed();
    return tap_done();
}
