/* Arguments with * and ? for names of files. */
#include "win32/msvcrt/wildcards.h"

#include "lib/find_files.h"

#include <stdlib.h>
#include <string.h>

struct word_list {
    char **words;
    int count, room;
};

/* Appends a word, with room for the NULL behind the last one. The list owns it, also where it has
 * no room: then it is given back. */
static bool append_word(struct word_list *list, char *word)
{
    if (list->count + 1 >= list->room) {
        int room = list->room ? 2 * list->room : 16;
        char **more = realloc(list->words, (size_t)room * sizeof *more);
        if (!more) {
            free(word);
            return false;
        }
        list->words = more;
        list->room = room;
    }
    list->words[list->count++] = word;
    list->words[list->count] = NULL;
    return word != NULL;
}

static void give_back(struct word_list *list)
{
    while (list->count)
        free(list->words[--list->count]);
    free(list->words);
}

/* A file's name behind the folder as the argument has it. */
static char *in_folder(const char *word, size_t folder_length, const char *name)
{
    char *whole = malloc(folder_length + strlen(name) + 1);
    if (whole) {
        memcpy(whole, word, folder_length);
        strcpy(whole + folder_length, name);
    }
    return whole;
}

static bool append_files(struct word_list *list, const char *word)
{
    struct found_file found;
    int search, before = list->count;
    bool has_room = true;
    size_t folder_length = (size_t)(path_last_part(word) - word);
    if (find_begin(word, &search, &found) == FIND_DONE) {
        do
            if (strcmp(found.name, ".") != 0 && strcmp(found.name, "..") != 0)
                has_room = append_word(list, in_folder(word, folder_length, found.name));
        while (has_room && find_next(search, &found));
        find_end(search);
    }
    return has_room && (list->count > before || append_word(list, strdup(word)));
}

bool wildcards_expand(int *count, char ***words)
{
    struct word_list list = {0};
    bool has_room = true;
    for (int i = 0; has_room && i < *count; i++) {
        const char *word = (*words)[i];
        bool is_pattern = i > 0 && strpbrk(path_last_part(word), "*?");
        has_room = is_pattern ? append_files(&list, word) : append_word(&list, strdup(word));
    }
    if (!has_room) {
        give_back(&list);
        return false;
    }
    *count = list.count;
    *words = list.words;
    return true;
}
