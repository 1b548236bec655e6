#include "win32/process/message_tables.h"

#include "lib/utf16.h"
#include "win32/message_source.h"
#include "win32/process/resources.h"

#include <errhandlingapi.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_MESSAGE_TABLE = 11, ONLY_NAME = 1, IS_WIDE = 1 };

/* A block has the messages from one number to another. Its offset is from the table's start. */
struct block {
    DWORD low, high, offset;
};

/* A message lies behind its head. The length is that of both, in bytes. */
struct head {
    WORD length, flags;
};

struct table {
    const char *bytes;
    DWORD size;
};

/* So many bytes of the table; NULL beyond its end. */
static const void *part_at(const struct table *table, DWORD offset, DWORD size)
{
    return offset <= table->size && size <= table->size - offset ? table->bytes + offset : NULL;
}

/* The block that has a number; NULL: there is none. */
static const struct block *find_block(const struct table *table, DWORD number)
{
    const DWORD *count = part_at(table, 0, sizeof *count);
    for (DWORD i = 0; count && i < *count; i++) {
        const struct block *block =
            part_at(table, sizeof *count + i * sizeof *block, sizeof *block);
        if (!block || (block->low <= number && number <= block->high))
            return block;
    }
    return NULL;
}

/* Finds a message's head. NULL: the table has no such number, or is damaged. */
static const struct head *find_head(const struct table *table, DWORD number)
{
    const struct block *block = find_block(table, number);
    DWORD offset = block ? block->offset : table->size;
    for (DWORD skipped = block ? number - block->low : 0;; skipped--) {
        const struct head *head = part_at(table, offset, sizeof *head);
        if (!head || head->length < sizeof *head || !part_at(table, offset, head->length))
            return NULL;
        if (skipped == 0)
            return head;
        offset += head->length;
    }
}

/* The text behind a head, which a zero or the message's length ends. */
static char *text_of(const struct head *head)
{
    size_t size = head->length - sizeof *head;
    char *copy = calloc(size + sizeof(wchar_t), 1);
    if (!copy)
        return NULL;
    memcpy(copy, head + 1, size);
    if (!(head->flags & IS_WIDE))
        return copy;
    char *text = wide_narrow_copy((const wchar_t *)(void *)copy);
    free(copy);
    return text;
}

static char *find_message(HMODULE module, DWORD number, DWORD language)
{
    HRSRC found =
        FindResourceExW(module, (LPCWSTR)TYPE_MESSAGE_TABLE, (LPCWSTR)ONLY_NAME, (WORD)language);
    HGLOBAL bytes = found ? LoadResource(module, found) : NULL;
    if (!bytes)
        return NULL;
    const struct table table = {LockResource(bytes), SizeofResource(module, found)};
    const struct head *head = find_head(&table, number);
    char *text = head ? text_of(head) : NULL;
    if (!text)
        SetLastError(head ? ERROR_NOT_ENOUGH_MEMORY : ERROR_MR_MID_NOT_FOUND);
    return text;
}

void message_tables_begin(void)
{
    message_of_module = find_message;
}
