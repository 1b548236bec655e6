/* The threads that the pools make for themselves. */
#ifndef WIN32_POOL_HELPERS_H
#define WIN32_POOL_HELPERS_H

#include <nt_objects.h>
#include <stdbool.h>
#include <stdint.h>

/* Under the pools' lock: makes a thread that calls function(argument) under that lock. Returns
 * false when memory is exhausted. */
bool helper_start(void (*function)(void *argument), void *argument, SIZE_T stack_size);

/* Helpers that an object claims as long as it is there. They stay until nobody claims them. claim
 * returns false when memory is exhausted. Under the lock. */
struct claimed {
    bool (*claim)(void);
    void (*give_back)(void);
};

/* Set when the program ends: helpers with nothing to do end at once. */
extern bool helpers_end;

/* At the program's end: lets the helpers end that have nothing to do, so that nothing of theirs
 * counts as left behind. Checking builds. */
void helpers_end_all(void);

#endif
