/* dir: with /b names alone, with /s folders below, too; /a says which attributes. */
#include <ctype.h>
#include <errhandlingapi.h>
#include <fileapi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/calendar.h"
#include "lib/file_time.h"
#include "win32/commands/command_list.h"

struct listing {
    const struct command *command;
    bool bare, deep;
    const char *attributes; /* letters, each perhaps behind -; NULL: all */
    unsigned files, folders, shown;
    uint64_t bytes;
};

/* Writes a number with a comma before each three digits. */
static const char *with_commas(uint64_t number, char text[32])
{
    char digits[24], *to = text;
    size_t length = strlen(_ui64toa(number, digits, 10));
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return text;
}

static bool has_attributes(const struct listing *listing, const struct found_file *found)
{
    static const struct {
        char letter;
        uint32_t attribute;
    } letters[] = {{'d', RAM_FOLDER},
                   {'r', RAM_READ_ONLY},
                   {'a', RAM_ARCHIVE},
                   {'h', FILE_ATTRIBUTE_HIDDEN},
                   {'s', FILE_ATTRIBUTE_SYSTEM}};
    bool wanted = true;
    for (const char *at = listing->attributes ? listing->attributes : ""; *at; at++) {
        for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
            if (tolower((unsigned char)*at) == letters[i].letter &&
                ((found->attributes & letters[i].attribute) != 0) != wanted)
                return false;
        wanted = *at != '-';
    }
    return true;
}

void command_written(const struct found_file *found, const char *format, char text[32])
{
    uint64_t written = found->times[RAM_WRITTEN];
    time_t time =
        written ? (time_t)(written / CALENDAR_INTERVALS) - CALENDAR_1970 * (time_t)CALENDAR_DAY
                : file_time_of_start();
    strftime(text, 32, format, localtime(&time));
}

static void show_row(const struct listing *listing, const struct found_file *found)
{
    char date[32], size[32];
    command_written(found, "%m/%d/%Y  %I:%M %p", date);
    if (found->is_folder)
        command_print(listing->command->streams.out, "%s    <DIR>          %s\n", date,
                      found->name);
    else
        command_print(listing->command->streams.out, "%s %17s %s\n", date,
                      with_commas(found->size, size), found->name);
}

static void show_heading(const struct listing *listing, const char *folder)
{
    if (!listing->bare)
        command_print(listing->command->streams.out, " Directory of %s\n\n", folder);
}

/* Shows one entry, and counts it. */
static void show_entry(struct listing *listing, const char *folder, const struct found_file *found)
{
    char path[PATH_SIZE];
    FILE *out = listing->command->streams.out;
    bool is_dots = strspn(found->name, ".") == strlen(found->name);
    if (!has_attributes(listing, found) || (listing->bare && is_dots))
        return;
    if (!listing->shown++ && listing->deep)
        show_heading(listing, folder);
    listing->files += !found->is_folder;
    listing->folders += found->is_folder;
    listing->bytes += found->is_folder ? 0 : found->size;
    if (!listing->bare)
        show_row(listing, found);
    else if (listing->deep && command_join(path, folder, found->name))
        command_print(out, "%s\n", path);
    else
        command_print(out, "%s\n", found->name);
}

static void show_files(const struct listing *listing, unsigned files, uint64_t bytes)
{
    char text[32];
    command_print(listing->command->streams.out, "%16u File(s) %14s bytes\n", files,
                  with_commas(bytes, text));
}

/* Shows what a pattern means in a folder, then with /s in those below. Adds to the whole. */
static void show_folder(struct listing *whole, const char *folder, const char *name)
{
    struct listing listing = *whole;
    struct found_file found;
    struct command_search search;
    char pattern[PATH_SIZE];
    int number;
    listing.files = listing.folders = listing.shown = 0;
    listing.bytes = 0;
    if (!command_join(pattern, folder, name))
        return;
    if (!listing.deep)
        show_heading(&listing, folder);
    bool some = find_begin(pattern, &number, &found) == FIND_DONE, searches = some;
    for (; some; some = find_next(number, &found))
        show_entry(&listing, folder, &found);
    if (searches)
        find_end(number);
    if (listing.shown && !listing.bare && listing.deep) {
        show_files(&listing, listing.files, listing.bytes);
        command_print(listing.command->streams.out, "\n");
    }
    whole->files += listing.files;
    whole->folders += listing.folders;
    whole->shown += listing.shown;
    whole->bytes += listing.bytes;
    if (!whole->deep || !command_join(pattern, folder, "*"))
        return;
    for (command_find(&search, pattern); search.some; command_find_next(&search))
        if (search.found.is_folder)
            show_folder(whole, search.path, name);
}

static int show_name(struct listing *listing, const char *name)
{
    char path[PATH_SIZE], free_text[32];
    const struct command *command = listing->command;
    FILE *out = command->streams.out;
    ULARGE_INTEGER room = {0};
    if (!command_path(command, name, path))
        return command_refuse(command, GetLastError());
    const char *pattern = "*";
    if (!command_is_folder(path)) {
        char *last = (char *)path_last_part(path);
        pattern = last;
        memmove(last + 1, last, strlen(last) + 1);
        *last = 0;
        pattern = last + 1;
        if (last - path > PATH_ROOT_LENGTH)
            last[-1] = 0;
    }
    if (!listing->bare) {
        command_vol(&(struct command){
            .process = command->process, .streams = command->streams, .rest = (char[]){""}});
        command_print(out, "\n");
    }
    listing->files = listing->folders = listing->shown = 0;
    listing->bytes = 0;
    show_folder(listing, path, *pattern ? pattern : "*");
    if (!listing->shown) {
        command_print(command->streams.error, "File Not Found\n");
        return 1;
    }
    if (listing->bare)
        return 0;
    if (listing->deep)
        command_print(out, "     Total Files Listed:\n");
    show_files(listing, listing->files, listing->bytes);
    GetDiskFreeSpaceExA("C:\\", &room, NULL, NULL);
    command_print(out, "%16u Dir(s) %15s bytes free\n", listing->folders,
                  with_commas(room.QuadPart, free_text));
    return 0;
}

int command_dir(struct command *command)
{
    struct command_words words;
    int status = command_cut(command, "abspwnl4", &words) ? 0 : 1;
    if (!status) {
        struct listing listing = {.command = command,
                                  .bare = command_switch(&words, 'b'),
                                  .deep = command_switch(&words, 's'),
                                  .attributes = command_switch(&words, 'a')};
        for (unsigned i = 0; i < (words.count ? words.count : 1); i++)
            status |= show_name(&listing, words.count ? words.names[i] : ".");
    }
    command_free_words(&words);
    return status;
}
