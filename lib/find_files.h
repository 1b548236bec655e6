/* Looking for files by names with * and ?. */
#ifndef LIB_FIND_FILES_H
#define LIB_FIND_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/ram_files.h"

/* A file or folder that was found. */
struct found_file {
    char name[PATH_SIZE]; /* without its folder */
    uint32_t size;
    bool is_folder;
    uint32_t attributes;
    uint64_t times[RAM_TIMES]; /* of ram_files.h */
};

enum find_result { FIND_DONE, FIND_NO_FOLDER, FIND_NO_FILE, FIND_TOO_MANY, FIND_BAD_NAME };

/* Begins a search: the last part of the name may have * and ?. FIND_DONE, with the first file; else
 * there is no search. "." and ".." come first, but not in the root, and names in their order. The
 * number of a search is above 0. */
enum find_result find_begin(const char *name, int *search, struct found_file *found);

/* Returns false if there is none any more, or no such search. */
bool find_next(int search, struct found_file *found);
bool find_is_open(int search);
bool find_end(int search);

#endif
