/* The parts that the calls for files of settings share: the lock, texts that grow, and the narrow
 * copies of wide texts. */
#ifndef WIN32_KERNEL32_PROFILE_ANSWER_H
#define WIN32_KERNEL32_PROFILE_ANSWER_H

#include "lib/lock.h"
#include "win32/kernel32/profile_file.h"

/* One call at a time reads, changes and writes. */
extern struct lock profiles_lock;

/* The answer of a call. A list has a zero behind each text. The text is from malloc. */
struct answer {
    char *text; /* NULL: no memory */
    size_t length;
    bool is_list;
};

struct answer profile_answer(bool is_list);
void profile_add(struct answer *answer, struct part part);
struct part profile_part(const char *text);

/* Returns the value of a section's key, or `other` if the key has none. Without a key it returns
 * the section's keys, without a section all sections. */
struct answer profile_ask(const char *section, const char *key, const char *other,
                          const char *file);

/* Sets a key, or takes it away (text NULL), or its whole section (key NULL). is_list: text has all
 * lines of the section. FALSE, with the last error. */
BOOL profile_rewrite(const char *section, const char *key, const char *text, const char *file,
                     BOOL is_list);

/* The narrow copies of a call's wide texts. */
struct narrow {
    char *section, *key, *text, *file;
};

struct narrow profile_narrow(LPCWSTR section, LPCWSTR key, LPCWSTR text, LPCWSTR file);
void profile_forget(struct narrow narrow);

#endif
