/* The native comparison: nanoseconds of what threads of user level do. In every round the
 * contenders come one after the other, so that a disturbance of the machine meets all of them.
 *
 *   compare yield|pairs|life|joined|sleep THREADS ROUNDS [guarded] [stride=BYTES] [huge=0|1]
 *           [touched=BYTES] [frames=NUMBER] [NAMES...]
 *   compare versions
 *
 * guarded: on guarded stacks instead of packed ones. touched, frames: what a thread does in each
 * turn beside its yield, turn_bytes and turn_frames. NAMES: these contenders alone. Prints a line
 * for each result:
 *
 *   sample NAME NANOSECONDS
 *   cannot NAME why
 *   version NAME words
 */
#include "bench/native/native.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct contender *const contenders[] = {
    &floor_contender, &trapline_contender,      &boost_contender, &swapcontext_contender,
    &pcl_contender,   &state_threads_contender, &pth_contender,
};
enum { CONTENDERS = sizeof contenders / sizeof *contenders };

static measurement *way_of(const struct contender *contender, const char *what)
{
    if (slots_are_guarded && contender->maps_stacks)
        return NULL;
    if (!strcmp(what, "yield"))
        return contender->yield;
    if (!strcmp(what, "pairs"))
        return contender->pairs;
    if (!strcmp(what, "life"))
        return contender->life;
    return !strcmp(what, "joined") ? contender->joined : contender->sleep;
}

/* Whether a contender is built in and chosen: its name is among the words, or no name is. */
static bool is_chosen(const struct contender *contender, char **words)
{
    bool any = false;
    for (; contender && *words; words++) {
        if (!strcmp(*words, contender->name))
            return true;
        any = any || !strchr(*words, '=');
    }
    return contender && !any;
}

/* Whether a contender can make the measurement at all. A child process tries it, because a
 * contender may take all memory before it fails. Prints the reason if it cannot. */
static bool is_possible(const char *name, measurement *way, unsigned threads)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        const char *why;
        unsigned amount = enough(way, threads, &why);
        if (!amount)
            printf("cannot %s %s\n", name, why);
        _exit(amount == 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    if (WIFSIGNALED(status))
        printf("cannot %s was ended by signal %d\n", name, WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Measures all contenders in turns. First comes the amount that is enough for each, then the
 * rounds. */
static void run(const char *what, unsigned threads, unsigned rounds, char **words)
{
    unsigned amounts[CONTENDERS] = {0}; /* 0: it does not take part */
    for (unsigned round = 0; round <= rounds; round++) {
        for (int c = 0; c < CONTENDERS; c++) {
            measurement *way = is_chosen(contenders[c], words) ? way_of(contenders[c], what) : NULL;
            if (round == 0)
                amounts[c] = way && is_possible(contenders[c]->name, way, threads);
            if (!amounts[c])
                continue;
            const char *why = NULL;
            double each = 0;
            if (round == 0)
                amounts[c] = enough(way, threads, &why);
            else
                each = measure(way, threads, amounts[c], &why);
            if (why) {
                printf("cannot %s %s\n", contenders[c]->name, why);
                amounts[c] = 0;
            } else if (round) {
                printf("sample %s %.2f\n", contenders[c]->name, each);
            }
        }
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "versions")) {
        printf("version swapcontext glibc %s\n", gnu_get_libc_version());
        return 0;
    }
    if (argc < 4) {
        fprintf(stderr,
                "usage: %s yield|pairs|life|joined|sleep THREADS ROUNDS [guarded] [stride=BYTES] "
                "[huge=0|1] [touched=BYTES] [frames=NUMBER] [NAMES...]\n",
                *argv);
        return 2;
    }
    char **names = argv + 4;
    if (*names && !strcmp(*names, "guarded")) {
        slots_are_guarded = true;
        names++;
    }
    for (char **word = names; *word; word++) {
        sscanf(*word, "stride=%u", &slot_stride);
        sscanf(*word, "touched=%u", &turn_bytes);
        sscanf(*word, "frames=%u", &turn_frames);
        slots_are_huge = slots_are_huge && strcmp(*word, "huge=0") != 0;
    }
    if (!tib_open()) {
        fprintf(stderr, "%s: Linux gives no segment for FS\n", *argv);
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    run(argv[1], (unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]), names);
    return 0;
}
