/* A page's protection lies in its page table entry alone, so no second record can disagree with it:
 * a note names one of the six protections, and guard and caching are bits of the entry. */
#include "kernel/memory/protections.h"

#include "kernel/memory/paging.h"

/* A page's note is its row here. Note 0 marks pages that the runtime has committed for itself. */
static const struct {
    uint32_t protect;
    unsigned rights;
} protections[PROTECTION_NOTES] = {
    {0, 0},
    {PAGE_NOACCESS, PAGING_HIDDEN},
    {PAGE_READONLY, 0},
    {PAGE_READWRITE, PAGING_WRITE},
    {PAGE_EXECUTE, PAGING_EXECUTE},
    {PAGE_EXECUTE_READ, PAGING_EXECUTE},
    {PAGE_EXECUTE_READWRITE, PAGING_WRITE | PAGING_EXECUTE},
};

extern char code_on_stacks[] __attribute__((weak)); /* linker.ld; a number, 0 or 1 */

unsigned protection_of_data(void)
{
    return (unsigned)code_on_stacks * PAGING_EXECUTE;
}

unsigned protection_note(uint32_t protect)
{
    uint32_t modifiers = protect & PROTECTION_MODIFIERS;
    for (unsigned i = 1; i < PROTECTION_NOTES; i++) {
        if (protections[i].protect != (protect & ~PROTECTION_MODIFIERS))
            continue;
        if (modifiers & (modifiers - 1)) /* more than one */
            return 0;
        return modifiers && protections[i].protect == PAGE_NOACCESS ? 0 : i;
    }
    return 0;
}

unsigned protection_rights(uint32_t protect)
{
    unsigned note = protection_note(protect);
    return PAGING_NOTE(note) | PAGING_USER | protections[note].rights | protection_of_data() |
           (protect & PAGE_GUARD ? PAGING_HIDDEN | PAGING_GUARD : 0) |
           (protect & PAGE_NOCACHE ? PAGING_NO_CACHE : 0) |
           (protect & PAGE_WRITECOMBINE ? PAGING_WRITE_COMBINE : 0);
}

uint32_t protection_of(unsigned rights)
{
    unsigned note = PAGING_NOTE_OF(rights);
    if (!note)
        return rights & PAGING_WRITE ? PAGE_READWRITE : PAGE_READONLY;
    return protections[note].protect | (rights & PAGING_GUARD ? PAGE_GUARD : 0) |
           (rights & PAGING_NO_CACHE ? PAGE_NOCACHE : 0) |
           (rights & PAGING_WRITE_COMBINE ? PAGE_WRITECOMBINE : 0);
}

static const struct {
    uint32_t copied, own;
} written[] = {
    {PAGE_WRITECOPY, PAGE_READWRITE},
    {PAGE_EXECUTE_WRITECOPY, PAGE_EXECUTE_READWRITE},
};

uint32_t protection_without_copy(uint32_t protect)
{
    uint32_t modifiers = protect & PROTECTION_MODIFIERS;
    for (unsigned i = 0; i < sizeof written / sizeof written[0]; i++)
        if (written[i].copied == (protect & ~PROTECTION_MODIFIERS))
            return written[i].own | modifiers;
    return protect;
}

uint32_t protection_told(uint32_t protect, bool is_written)
{
    uint32_t modifiers = protect & PROTECTION_MODIFIERS;
    for (unsigned i = 0; i < sizeof written / sizeof written[0]; i++)
        if (!is_written && written[i].own == (protect & ~PROTECTION_MODIFIERS))
            return written[i].copied | modifiers;
    return protect;
}
