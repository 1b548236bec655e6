/* The library's locks, heap and stdio under threads of the host, with Linux' futexes beneath. The
 * very objects that go into images run here (tests/lib/lib_locks.t links them); names that the
 * host's library has, too, begin with "tl_".
 *
 * Takes seed=N, rounds=N and threads=N; prints TAP. What the threads do follows from the seed, the
 * order in which the host runs them does not.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/heap.h"
#include "lib/heap_impl.h"
#include "lib/lock.h"
#include "tests/harness/arguments.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"
#include "tests/host/thread.h"
#include "tests/host/watch.h"

void *tl_malloc(size_t size);
void *tl_calloc(size_t count, size_t size);
void *tl_realloc(void *block, size_t size);
void *tl_aligned_alloc(size_t alignment, size_t size);
void tl_free(void *block);

enum { MOST_THREADS = 16 };
static unsigned threads;
static unsigned long rounds;
static uint32_t seed;

/* ---------------------------------------------------------------- the machine's part */

static uint32_t waits, wakes; /* calls of each */

static void futex_wait(const uint32_t *address, uint32_t expected)
{
    __atomic_add_fetch(&waits, 1, __ATOMIC_RELAXED);
    syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

static void futex_wake(const uint32_t *address)
{
    __atomic_add_fetch(&wakes, 1, __ATOMIC_RELAXED);
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static uint32_t ranges, held_ranges; /* made and not given back; asked for with the lock held */
static void *kept_for_later;         /* a block that range_alloc frees, as a reserve does */

static void *range_alloc(size_t size)
{
    void *range = NULL;
    uint32_t word = __atomic_load_n(&heap_lock.word, __ATOMIC_RELAXED);
    held_ranges += (word & ~LOCK_WANTED) == lock_self();
    tl_free(__atomic_exchange_n(&kept_for_later, NULL, __ATOMIC_RELAXED));
    if (posix_memalign(&range, HEAP_RANGE, size))
        return NULL;
    __atomic_add_fetch(&ranges, 1, __ATOMIC_RELAXED);
    return memset(range, 0, size);
}

static void range_free(void *range)
{
    __atomic_sub_fetch(&ranges, 1, __ATOMIC_RELAXED);
    free(range);
}

static __attribute__((noreturn)) void panic(const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    printf("Bail out! ");
    vprintf(reason, args);
    va_end(args);
    printf("\n");
    exit(1);
}

/* ---------------------------------------------------------------- running threads */

typedef void body(unsigned number, struct random *random);

struct started {
    body *body;
    unsigned number;
};

static void *start(void *argument)
{
    struct started *started = argument;
    struct lib_thread *words = host_thread_begin();
    struct random random = random_from(seed + started->number);
    started->body(started->number, &random);
    host_thread_end(words);
    return NULL;
}

/* Runs the body in so many threads, and waits for their ends. */
static void run(body *body, unsigned count)
{
    pthread_t made[MOST_THREADS];
    struct started started[MOST_THREADS];
    for (unsigned i = 0; i < count; i++) {
        started[i] = (struct started){body, i};
        if (pthread_create(&made[i], NULL, start, &started[i]))
            panic("the host makes no thread");
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(made[i], NULL);
}

/* ---------------------------------------------------------------- one lock, one thread */

static struct lock lock;
static bool other_took;

static void tries(unsigned number, struct random *random)
{
    (void)number, (void)random;
    other_took = lock_try(&lock);
    if (other_took)
        lock_release(&lock);
}

static void check_alone(void)
{
    lock_take(&lock);
    ok(lock.word == lock_self(), "the word of a lock that is taken is its owner");
    lock_take(&lock);
    bool again = lock_try(&lock);
    run(tries, 1);
    ok(again && !other_took, "its owner takes it again, and another thread cannot");
    lock_release(&lock);
    lock_release(&lock);
    run(tries, 1);
    ok(!other_took, "nor before it is released as often");
    lock_release(&lock);
    run(tries, 1);
    ok(other_took && lock.word == 0, "then another thread can");
    ok(waits == 0 && wakes == 0, "nobody has waited, so nobody was woken");
}

/* ---------------------------------------------------------------- one lock, many threads */

static unsigned long counted; /* the lock's */
static uint32_t inside;       /* threads that have the lock */
static uint32_t broken;       /* times that another thread had it, too */

/* With the lock held: counts in two steps, between which other threads may run. */
static void count_inside(struct random *random)
{
    broken += __atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED) != 1;
    unsigned long before = counted;
    if (random_below(random, 16) == 0)
        sched_yield();
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    counted = before + 1;
    __atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
}

static void takes_and_counts(unsigned number, struct random *random)
{
    (void)number;
    for (unsigned long i = 0; goes_on(i, rounds); i++) {
        unsigned depth = random_below(random, 8) == 0 ? 3 : 1;
        if (random_below(random, 4) != 0)
            lock_take(&lock);
        else
            while (!lock_try(&lock))
                sched_yield();
        for (unsigned more = 1; more < depth; more++)
            lock_take(&lock);
        count_inside(random);
        for (unsigned more = 0; more < depth; more++)
            lock_release(&lock);
        if (random_below(random, 64) == 0)
            sched_yield();
    }
}

static void check_many(void)
{
    run(takes_and_counts, threads);
    printf("# %u waits, %u wakes\n", waits, wakes);
    ok(broken == 0, "never have two threads the lock");
    ok(counted == threads * rounds, "nothing that is counted under the lock gets lost");
    ok(waits != 0, "threads have waited, and each has gone on");
    ok(lock.word == 0 && lock.again == 0, "in the end the lock is free");
}

/* ---------------------------------------------------------------- the heap */

enum { SLOTS = 40, HANDED_OVER = 32 };

struct slot {
    unsigned char *block;
    size_t size;
    unsigned char fill;
};

static struct slot *handed_over[HANDED_OVER]; /* slots in blocks of the heap, for any thread */
static uint32_t damaged;

static bool is_intact(const struct slot *slot, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (slot->block[i] != slot->fill)
            return false;
    return true;
}

static void refill(struct random *random, struct slot *slot)
{
    slot->fill = (unsigned char)random_bits(random);
    memset(slot->block, slot->fill, slot->size);
}

static size_t random_size(struct random *random)
{
    static const unsigned limits[] = {16, 64, 64, 300, 300, 2000, 2000, 70000};
    return random_below(random, limits[random_below(random, 8)]);
}

static void drop(struct slot *slot)
{
    damaged += !is_intact(slot, slot->size);
    tl_free(slot->block);
    slot->block = NULL;
}

static void change(struct random *random, struct slot *slot)
{
    size_t size = random_size(random);
    if (!slot->block) {
        bool aligned = random_below(random, 8) == 0;
        slot->block =
            aligned ? tl_aligned_alloc(1u << random_below(random, 13), size) : tl_malloc(size);
    } else if (random_below(random, 2) == 0) {
        drop(slot);
        return;
    } else {
        unsigned char *moved = tl_realloc(slot->block, size);
        size_t kept = size < slot->size ? size : slot->size;
        slot->block = moved;
        damaged += !is_intact(slot, kept);
    }
    slot->size = size;
    refill(random, slot);
}

/* Leaves a slot for another thread, and frees that which it finds in its place. */
static void hand_over(struct random *random, struct slot *slot)
{
    struct slot *given = slot ? tl_malloc(sizeof *given) : NULL;
    if (given) {
        *given = *slot;
        slot->block = NULL;
    }
    unsigned place = random_below(random, HANDED_OVER);
    struct slot *found = __atomic_exchange_n(&handed_over[place], given, __ATOMIC_ACQ_REL);
    if (found) {
        drop(found);
        tl_free(found);
    }
}

static void uses_heap(unsigned number, struct random *random)
{
    struct slot slots[SLOTS] = {0};
    (void)number;
    for (unsigned long i = 0; goes_on(i, rounds); i++) {
        struct slot *slot = &slots[random_below(random, SLOTS)];
        if (slot->block && random_below(random, 4) == 0)
            hand_over(random, slot);
        else
            change(random, slot);
        if (random_below(random, 256) == 0)
            heap_release_reserve();
        if (random_below(random, 256) == 0)
            tl_free(__atomic_exchange_n(&kept_for_later, tl_malloc(50), __ATOMIC_RELAXED));
        if (random_below(random, 1024) == 0)
            heap_check();
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (slots[i].block)
            drop(&slots[i]);
    for (unsigned i = 0; i < 8 * HANDED_OVER; i++)
        hand_over(random, NULL);
}

static void check_heap(void)
{
    run(uses_heap, threads);
    tl_free(__atomic_exchange_n(&kept_for_later, NULL, __ATOMIC_RELAXED));
    for (unsigned i = 0; i < HANDED_OVER; i++)
        if (handed_over[i]) {
            drop(handed_over[i]);
            tl_free(handed_over[i]);
        }
    heap_check();
    ok(damaged == 0, "every block keeps its contents, whichever thread frees it");
    ok(heap_usage().blocks == 0 && heap_usage().bytes == 0, "all blocks are counted and freed");
    heap_release_reserve();
    ok(ranges == 0 && !heap_ranges, "all ranges were given back");
    ok(held_ranges == 0, "no range is asked for with the lock held");
    ok(heap_lock.word == 0 && heap_lock.again == 0, "in the end the heap's lock is free");
}

/* ---------------------------------------------------------------- lines */

enum { MOST_LETTERS = 500, PIECE = 64, LINES = 300 /* of a thread */ };

static char *console; /* what was written, in an order that the pieces have */
static size_t console_length, console_room;
static pthread_mutex_t console_mutex = PTHREAD_MUTEX_INITIALIZER;

/* As the kernel does for ring 3: in pieces, between which other threads run. */
static void console_write(const char *bytes, size_t length)
{
    for (size_t part; length != 0; bytes += part, length -= part) {
        part = length < PIECE ? length : PIECE;
        pthread_mutex_lock(&console_mutex);
        if (console_length + part > console_room) {
            char *larger = realloc(console, console_room = 2 * console_room + PIECE);
            if (!larger)
                abort();
            console = larger;
        }
        memcpy(console + console_length, bytes, part);
        console_length += part;
        pthread_mutex_unlock(&console_mutex);
        sched_yield();
    }
}

/* A line says how many letters it has, and which. */
static unsigned random_letters(struct random *random, char letters[MOST_LETTERS + 1], char letter)
{
    unsigned most = random_below(random, 4) == 0 ? MOST_LETTERS : 60;
    unsigned length = random_below(random, most + 1);
    memset(letters, letter, length);
    letters[length] = 0;
    return length;
}

/* Returns the letter of a line that begins at *text and is whole, and goes behind it; else 0. */
static char whole_line(const char **text, const char *end)
{
    char letter = **text, *at;
    unsigned long length = strtoul(*text + 1, &at, 10), seen = 0;
    at += *at == ' ';
    for (; at < end && *at == letter; at++)
        seen++;
    *text = at + 1;
    return seen == length && at < end && *at == '\n' ? letter : 0;
}

/* Whether a text is so many whole lines of each thread. */
static bool is_lines(const char *text, size_t length, unsigned long each)
{
    unsigned long count[MOST_THREADS] = {0};
    const char *end = text + length;
    while (text < end) {
        char letter = whole_line(&text, end);
        if (letter < 'a' || letter >= 'a' + (int)threads)
            return false;
        count[letter - 'a']++;
    }
    for (unsigned i = 0; i < threads; i++)
        if (count[i] != each)
            return false;
    return true;
}

typedef struct stdio_file tl_file;
extern tl_file *const tl_stdin;
extern tl_file *const tl_stdout;
int tl_printf(const char *format, ...);
int tl_fprintf(tl_file *file, const char *format, ...);
int tl_fputs(const char *text, tl_file *file);
char *tl_fgets(char *buffer, int size, tl_file *file);
size_t tl_fread(void *items, size_t size, size_t count, tl_file *file);
tl_file *tl_fopen(const char *name, const char *mode);
int tl_fclose(tl_file *file);
int tl_remove(const char *name);
int tl_rename(const char *old, const char *becomes);
int tl_rand(void);
void tl_srand(unsigned seed);
char *tl_strtok(char *text, const char *separators);

static void prints(unsigned number, struct random *random)
{
    char letters[MOST_LETTERS + 1], line[MOST_LETTERS + 32];
    char letter = (char)('a' + number);
    tl_file *file = tl_fopen("log", "a");
    for (unsigned i = 0; goes_on(i, LINES); i++) {
        unsigned length = random_letters(random, letters, letter);
        if (random_below(random, 3) == 0) {
            snprintf(line, sizeof line, "%c %u %s\n", letter, length, letters);
            tl_fputs(line, tl_stdout);
        } else {
            tl_printf("%c %u %s\n", letter, length, letters);
        }
        tl_fprintf(file, "%c %u %s\n", letter, length, letters);
    }
    tl_fclose(file);
}

static void check_lines(void)
{
    run(prints, threads);
    ok(is_lines(console, console_length, LINES), "all lines on the console are whole");
    size_t most = (size_t)threads * LINES * (MOST_LETTERS + 32);
    char *text = malloc(most + 1);
    tl_file *file = tl_fopen("log", "r");
    size_t length = tl_fread(text, 1, most, file);
    text[length] = 0;
    tl_fclose(file);
    tl_remove("log");
    ok(is_lines(text, length, LINES), "and those in a file that all threads append to");
    free(text);
}

/* ---------------------------------------------------------------- input */

static size_t input_next;
static struct random input_pieces;
static unsigned long input_torn;
static uint32_t inside_read;

/* The console's own text comes back as input, in pieces that end with a line at most. */
static size_t console_read(char *buffer, size_t size)
{
    input_torn += __atomic_add_fetch(&inside_read, 1, __ATOMIC_RELAXED) != 1;
    sched_yield();
    size_t left = console_length - input_next;
    const char *from = console + input_next;
    size_t length = left ? 1 + random_below(&input_pieces, 100) : 0;
    length = length < left ? length : left;
    length = length < size ? length : size;
    const char *end = memchr(from, '\n', length);
    length = end ? (size_t)(end + 1 - from) : length;
    memcpy(buffer, from, length);
    input_next += length;
    __atomic_sub_fetch(&inside_read, 1, __ATOMIC_RELAXED);
    return length;
}

static uint32_t lines_read, lines_torn;

static void reads(unsigned number, struct random *random)
{
    char line[MOST_LETTERS + 32];
    (void)number, (void)random;
    while (tl_fgets(line, sizeof line, tl_stdin)) {
        const char *text = line;
        bool whole = whole_line(&text, line + strlen(line)) && !*text;
        __atomic_add_fetch(whole ? &lines_read : &lines_torn, 1, __ATOMIC_RELAXED);
    }
}

static void check_input(void)
{
    input_pieces = random_from(seed);
    run(reads, threads);
    ok(lines_torn == 0 && input_torn == 0, "each line of the input reaches one thread, whole");
    ok(lines_read == threads * LINES, "and none gets lost");
}

/* ---------------------------------------------------------------- files and a thread's own */

static uint32_t wrong_files, wrong_words;

static void has_files(unsigned number, struct random *random)
{
    char name[20], other[20], letters[MOST_LETTERS + 1], found[MOST_LETTERS + 1];
    snprintf(name, sizeof name, "file %u", number);
    snprintf(other, sizeof other, "other %u", number);
    for (unsigned i = 0; goes_on(i, 20 * LINES); i++) {
        unsigned length = random_letters(random, letters, (char)('a' + number));
        tl_file *file = tl_fopen(name, "w");
        for (unsigned at = 0; at < length; at += 40)
            tl_fprintf(file, "%.40s", letters + at);
        tl_fclose(file);
        tl_rename(name, other);
        file = tl_fopen(other, "r");
        size_t read = tl_fread(found, 1, sizeof found, file);
        tl_fclose(file);
        wrong_files += read != length || memcmp(found, letters, length) != 0;
        wrong_files += tl_remove(other) != 0 || tl_fopen(other, "r");
    }
}

static void has_words(unsigned number, struct random *random)
{
    char text[] = "one two three four five six seven eight nine ten";
    int expected[8];
    unsigned mine = random_bits(random), tokens = 0;
    lib_thread()->error = (int)number;
    tl_srand(mine);
    for (int i = 0; i < 8; i++)
        expected[i] = tl_rand();
    for (char *token = tl_strtok(text, " "); token; token = tl_strtok(NULL, " ")) {
        tl_srand(mine);
        for (int i = 0; i < 8; i++) {
            wrong_words += tl_rand() != expected[i];
            sched_yield();
        }
        tokens++;
    }
    wrong_words += tokens != 10 || lib_thread()->error != (int)number;
}

static void check_words(void)
{
    run(has_files, threads);
    ok(wrong_files == 0, "files of several threads do not mix");
    run(has_words, threads);
    ok(wrong_words == 0, "each thread has its own errno, rand and strtok");
}

int main(int argc, char **argv)
{
    seed = argument(argc, argv, "seed=", 1);
    rounds = argument(argc, argv, "rounds=", 50000);
    threads = argument(argc, argv, "threads=", 6);
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    printf("# seed=%u rounds=%lu threads=%u\n", (unsigned)seed, rounds, threads);
    fflush(stdout);
    watch_begin();
    lib_host = (struct lib_host){
        .wait = futex_wait,
        .wake = futex_wake,
        .write = console_write,
        .read = console_read,
        .range_alloc = range_alloc,
        .range_free = range_free,
        .panic = panic,
    };
    host_thread_begin();
    check_alone();
    check_many();
    check_heap();
    check_lines();
    check_input();
    check_words();
    return tap_done();
}
