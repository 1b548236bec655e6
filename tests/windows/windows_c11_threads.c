/* C11's threads, their storage and call_once, by a program that knows nothing else.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 * run: name=2 smp=2 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=4 smp=4
 * run: name=4-counted smp=4 virtual-time=1 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=bochs smp=2 emulator=bochs compilers=gcc
 * run: name=486 cpu=486 compilers=gcc
 * run: name=main-ends args=main-ends exit=0 expect="^the other ends last$"
 * run: name=main-returns args=main-returns exit=3 expect="^main returns$"
 */
#include <stdlib.h>
#include <string.h>

#include "tests/windows/windows_c11.h"

enum { MANY = 20 };

/* ---------------------------------------------------------------- threads */

static int adds_one(void *number) { return *(int *)number + 1; }
static int exits(void *number) { thrd_exit(*(int *)number); }

static thrd_t main_thread, told;

static int is_told(void *unused)
{
    return thrd_equal(told, thrd_current()) && !thrd_equal(main_thread, thrd_current());
}

static int joins_itself(void *unused) { return thrd_join(thrd_current(), NULL); }

static mtx_t gate;
static int detached_ran;

static int detaches_itself(void *unused)
{
    int result = thrd_detach(thrd_current());
    mtx_lock(&gate);
    detached_ran = result == thrd_success ? 1 : -1;
    mtx_unlock(&gate);
    return 5;
}

static int waits_for_gate(void *unused)
{
    mtx_lock(&gate);
    mtx_unlock(&gate);
    return 6;
}

static void check_threads(void)
{
    int numbers[MANY], right = 0;
    thrd_t threads[MANY];
    main_thread = thrd_current();
    check(result_of(start(adds_one, &(int){41})) == 42, "thrd_join has what the function returned");
    check(result_of(start(exits, &(int){-1})) == -1, "or thrd_exit was given");
    check(result_of(start(exits, &(int){259})) == 259, "which may be any number");
    check(thrd_join(start(adds_one, &(int){1}), NULL) == thrd_success, "or nothing is asked for");
    check(thrd_create(&told, is_told, NULL) == thrd_success && result_of(told) == 1,
          "a thread's number is there before it begins, and its own");
    for (int i = 0; i < MANY; i++) {
        numbers[i] = i;
        right += thrd_create(&threads[i], adds_one, &numbers[i]) == thrd_success;
    }
    for (int i = MANY - 1; i >= 0; i--)
        right += result_of(threads[i]) == i + 1;
    check(right == 2 * MANY, "many threads are joined in any order");
    check(thrd_join(threads[0], NULL) == thrd_error && thrd_detach(threads[0]) == thrd_error,
          "none is joined or detached again");
    check(thrd_join(main_thread, NULL) == thrd_error && thrd_detach(main_thread) == thrd_error,
          "nor one that thrd_create has not made");
    check(result_of(start(joins_itself, NULL)) == thrd_error, "nor itself");
}

static void check_detached(void)
{
    mtx_init(&gate, mtx_plain);
    mtx_lock(&gate);
    thrd_t itself = start(detaches_itself, NULL), other = start(waits_for_gate, NULL);
    check(thrd_detach(other) == thrd_success && thrd_join(other, NULL) == thrd_error,
          "a detached thread is not joined");
    mtx_unlock(&gate);
    for (int done = 0; !done; thrd_yield()) {
        mtx_lock(&gate);
        done = detached_ran;
        mtx_unlock(&gate);
    }
    check(detached_ran == 1 && thrd_detach(itself) == thrd_error, "a thread may detach itself");
    nap(1);
}

static void check_sleep(void)
{
    struct timespec left = {7, 7}, until = in(SOON);
    check(nap(SOON) == 0 && is_over(until), "thrd_sleep lets the time pass");
    until = in(1);
    check(thrd_sleep(&(struct timespec){.tv_nsec = 1}, &left) == 0 && left.tv_sec == 7 &&
              left.tv_nsec == 7,
          "nothing ends it early, so no time remains");
    check(thrd_sleep(&(struct timespec){.tv_sec = 1, .tv_nsec = -1}, NULL) == -2 &&
              thrd_sleep(&(struct timespec){.tv_nsec = NS}, NULL) == -2 &&
              thrd_sleep(&(struct timespec){.tv_sec = -1}, NULL) == -2,
          "what is no duration: -2");
}

/* ---------------------------------------------------------------- once, and storage */

static once_flag flag = ONCE_FLAG_INIT;
static int initialised;

static void initialises(void)
{
    nap(SOON);
    initialised++;
}

static int calls_once(void *unused)
{
    call_once(&flag, initialises);
    return initialised;
}

static void check_once(void)
{
    thrd_t threads[4];
    int right = 0;
    for (int i = 0; i < 4; i++)
        right += thrd_create(&threads[i], calls_once, NULL) == thrd_success;
    for (int i = 0; i < 4; i++)
        right += result_of(threads[i]);
    check(right == 8, "call_once calls it once, and all wait for that");
}

static tss_t first, second, plain;
static char calls[100];

static void notes(void *value)
{
    strcat(calls, value);
    strcat(calls, tss_get(first) ? "!" : " ");
}

/* Sets the other key's value, and its own. */
static void sets_again(void *value)
{
    strcat(calls, value);
    strcat(calls, " ");
    tss_set(first, "again");
    tss_set(second, "more");
}

static int has_values(void *ends)
{
    if (tss_get(first) || tss_get(plain))
        return -1;
    tss_set(first, "one");
    tss_set(plain, "never");
    if (ends)
        thrd_exit(strcmp(tss_get(first), "one"));
    return strcmp(tss_get(plain), "never");
}

static int sets_second(void *unused) { return tss_set(second, "begin"); }

static void check_storage(void)
{
    check(tss_create(&first, notes) == thrd_success && tss_create(&plain, NULL) == thrd_success &&
              tss_get(first) == NULL,
          "a key's value is NULL at first");
    check(tss_set(first, "main") == thrd_success && !strcmp(tss_get(first), "main"),
          "a value is set");
    check(
        result_of(start(has_values, NULL)) == 0 && !strcmp(calls, "one "),
        "a thread has values of its own, and destructors get them when its function returns, when "
        "they are NULL");
    *calls = 0;
    check(result_of(start(has_values, "")) == 0 && !strcmp(calls, "one "), "or with thrd_exit");
    tss_create(&second, sets_again);
    *calls = 0;
    check(result_of(start(sets_second, NULL)) == thrd_success, "a destructor may set values");
    check(!strcmp(calls, "begin again more again more again more "),
          "that is followed for four rounds");
    tss_delete(second);
    *calls = 0;
    tss_delete(first);
    check(*calls == 0, "tss_delete calls nothing");
    tss_create(&first, NULL);
    check(tss_get(first) == NULL, "a new key has none of the values of an old one");
    tss_delete(first);
    tss_delete(plain);
}

static void check_keys(void)
{
    static tss_t keys[1088];
    int count = 0;
    while (count < 1088 && tss_create(&keys[count], notes) == thrd_success)
        count++;
    tss_t more;
    check(count == 1088 && tss_create(&more, NULL) == thrd_error, "there are 1088 keys");
    check(tss_set(keys[1087], "x") == thrd_success && !strcmp(tss_get(keys[1087]), "x"),
          "the last one as good as the first");
    check(tss_get(1088) == NULL && tss_set(1088, "x") == thrd_error, "others are none");
    for (int i = 0; i < count; i++)
        tss_delete(keys[i]);
}

/* ---------------------------------------------------------------- the program's end */

static int ends_last(void *unused)
{
    nap(SOON);
    puts("the other ends last");
    return 9;
}

static void says_no(void *value)
{
    printf("called with %s\n", (char *)value);
    exit(4);
}

static int ends_program(const char *how)
{
    thrd_t thread;
    if (!strcmp(how, "main-ends")) {
        thrd_create(&thread, ends_last, NULL);
        thrd_detach(thread);
        thrd_exit(8);
    }
    tss_create(&first, says_no);
    tss_set(first, (void *)how);
    puts("main returns");
    return 3;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return ends_program(argv[1]);
    check_threads();
    check_detached();
    check_sleep();
    check_once();
    check_storage();
    check_keys();
    return done();
}
