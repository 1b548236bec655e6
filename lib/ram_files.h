/* The files and folders of a program: in memory, gone with the program. A name is the part of a
 * path behind C:\ (paths.h), whatever its case. Each file's bytes lie in a range of their own,
 * which doubles as the file grows. A file that the boot loader brought lies where it was loaded,
 * until it grows.
 */
#ifndef LIB_RAM_FILES_H
#define LIB_RAM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/lock.h"
#include "lib/paths.h"

#define RAM_FILES    128
#define RAM_NAME_MAX (PATH_SIZE - 1 - PATH_ROOT_LENGTH)

/* Guards all files and all FILEs that have one open. Every call below needs it held, but for those
 * at the program's start and end. */
extern struct lock ram_lock;

/* Attributes, by Windows' numbers. A file that has none is RAM_PLAIN. */
enum { RAM_READ_ONLY = 0x01, RAM_FOLDER = 0x10, RAM_ARCHIVE = 0x20, RAM_PLAIN = 0x80 };

/* Times of a file. */
enum ram_time { RAM_MADE, RAM_READ, RAM_WRITTEN, RAM_TIMES };

struct ram_file {
    char name[RAM_NAME_MAX + 1]; /* "": the file has no name (any more) */
    bool is_folder;              /* it has no bytes and no users */
    uint32_t attributes;         /* without RAM_FOLDER and RAM_PLAIN */
    char *bytes;
    size_t size, room;
    uint64_t times[RAM_TIMES]; /* as the program has set them; 0: the program's start */
    unsigned users;            /* FILEs and open files of win32/ that have it open */
    unsigned views;            /* programs look at the bytes: they cannot move, or become fewer */
    bool exists;
    bool goes;    /* has been deleted; the name stays while the file is open */
    bool adopted; /* bytes belong to the machine; they are never given back */
};

/* A change of a file. ram_on_change, unless it is NULL, hears of it by the file's name, with the
 * lock held. A file that gets another name is told by both. */
enum ram_change {
    RAM_ADDED,
    RAM_REMOVED,
    RAM_RESIZED,
    RAM_CHANGED, /* its bytes */
    RAM_TURNED,  /* its attributes */
    RAM_NAMED_BEFORE,
    RAM_NAMED_NOW
};
extern void (*ram_on_change)(const char *name, bool is_folder, enum ram_change change);

/* Tells of a file that has a name. */
void ram_tell(const struct ram_file *file, enum ram_change change);

/* Makes the folders of Windows, where programs look for places, before the program runs. */
void ram_begin(void);

/* Return a file or folder, or NULL: there is none, or no room for a new one. Names have at most
 * RAM_NAME_MAX bytes. */
struct ram_file *ram_find(const char *name);
struct ram_file *ram_make(const char *name);
struct ram_file *ram_make_folder(const char *name);

/* All attributes of a file or folder. */
uint32_t ram_attributes(const struct ram_file *file);

/* The file or folder with this index, below RAM_FILES; NULL: there is none with a name. */
struct ram_file *ram_file_at(unsigned index);

/* Gives a file or folder another name, and those inside keep theirs. */
void ram_rename(struct ram_file *file, const char *name);

/* Whether there is the folder of a file or folder of this name. */
bool ram_has_place(const char *name);

/* Whether the name is of something in this folder, at any depth. */
bool ram_is_inside(const char *name, const char *folder);

/* Whether this is a folder with something in it. */
bool ram_has_more(const struct ram_file *folder);

/* Makes these bytes a file, before the program runs. The name must be new, and in no folder. The
 * bytes must stay readable and writable for the program. */
void ram_adopt(const char *name, char *bytes, size_t size);

/* Makes room for a file of this size. Returns false without memory, or with views. The lock is
 * released for a while, in which others may change the file. */
bool ram_grow(struct ram_file *file, size_t size);

/* Makes the file this long; new bytes are 0. Returns false if there is no room, or views
 * would lose bytes. */
bool ram_resize(struct ram_file *file, size_t size);

/* Takes the name away. The file goes when nobody has it open. Returns memory that is not needed any
 * more, or NULL. The caller hands it to ram_give_back when the lock is released. */
char *ram_forget(struct ram_file *file);

/* A user has closed it. Returns the same. */
char *ram_leave(struct ram_file *file);

void ram_give_back(char *bytes);

/* Gives the memory of all files back: the program ends, and no other thread runs. Before, the
 * function, if there is one, ends all views, which would keep it. */
extern void (*ram_views_end)(void);
void ram_end(void);

#endif
