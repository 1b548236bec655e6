/* The library's stdio under threads of the host, and what each thread has for itself. */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/locks.h"

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

/* ---------------------------------------------------------------- lines */

enum { MOST_LETTERS = 500, PIECE = 64, LINES = 300 /* of a thread */ };

static char *console; /* what was written, in an order that the pieces have */
static size_t console_length, console_room;
static pthread_mutex_t console_mutex = PTHREAD_MUTEX_INITIALIZER;

/* As the kernel does for ring 3: in pieces, between which other threads run. */
void console_write(const char *bytes, size_t length)
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

static void prints(struct worker *worker)
{
    char letters[MOST_LETTERS + 1], line[MOST_LETTERS + 32];
    char letter = (char)('a' + worker->number);
    tl_file *file = tl_fopen("log", "a");
    for (unsigned i = 0; goes_on(i, LINES); i++) {
        unsigned length = random_letters(&worker->random, letters, letter);
        if (random_below(&worker->random, 3) == 0) {
            snprintf(line, sizeof line, "%c %u %s\n", letter, length, letters);
            tl_fputs(line, tl_stdout);
        } else {
            tl_printf("%c %u %s\n", letter, length, letters);
        }
        tl_fprintf(file, "%c %u %s\n", letter, length, letters);
    }
    tl_fclose(file);
}

void check_lines(void)
{
    workers_run(prints, threads);
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
size_t console_read(char *buffer, size_t size)
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

static void reads(struct worker *worker)
{
    char line[MOST_LETTERS + 32];
    while (tl_fgets(line, sizeof line, tl_stdin)) {
        const char *text = line;
        bool whole = whole_line(&text, line + strlen(line)) && !*text;
        __atomic_add_fetch(whole ? &lines_read : &lines_torn, 1, __ATOMIC_RELAXED);
    }
}

void check_input(void)
{
    input_pieces = random_from(seed);
    workers_run(reads, threads);
    ok(lines_torn == 0 && input_torn == 0, "each line of the input reaches one thread, whole");
    ok(lines_read == threads * LINES, "and none gets lost");
}

/* ---------------------------------------------------------------- files and a thread's own */

static uint32_t wrong_files, wrong_words;

static void has_files(struct worker *worker)
{
    char name[20], other[20], letters[MOST_LETTERS + 1], found[MOST_LETTERS + 1];
    snprintf(name, sizeof name, "file %u", worker->number);
    snprintf(other, sizeof other, "other %u", worker->number);
    for (unsigned i = 0; goes_on(i, 20 * LINES); i++) {
        unsigned length = random_letters(&worker->random, letters, (char)('a' + worker->number));
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

static void has_words(struct worker *worker)
{
    char text[] = "one two three four five six seven eight nine ten";
    int expected[8];
    unsigned mine = random_bits(&worker->random), tokens = 0;
    lib_thread()->error = (int)worker->number;
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
    wrong_words += tokens != 10 || lib_thread()->error != (int)worker->number;
}

void check_words(void)
{
    workers_run(has_files, threads);
    ok(wrong_files == 0, "files of several threads do not mix");
    workers_run(has_words, threads);
    ok(wrong_words == 0, "each thread has its own errno, rand and strtok");
}
