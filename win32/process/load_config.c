/* Source: Microsoft's PE format (the load configuration), and what is known of RtlIsValidHandler.
 */
#include "win32/process/load_config.h"

#include "kernel/call/service.h"
#include "kernel/call/tib.h"
#include "lib/inlining.h"
#include "seh_emul/dispatch/process_ways.h"
#include "seh_emul/memory/touch.h"
#include "win32/image/image_view.h"
#include "win32/process/module.h"

#include <memoryapi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <winternl.h>

/* Linkers leave out what they do not know: `size` bytes are there. */
struct load_config {
    DWORD size;
    BYTE other[0x38];
    DWORD cookie; /* the address of the variable */
    DWORD handlers, handler_count;
};
_Static_assert(offsetof(struct load_config, cookie) == 0x3C, "Windows'");

#define HAS(config, member)                                                                        \
    ((config)->size >= offsetof(struct load_config, member) + sizeof(config)->member)

static const struct load_config *find(const char *base)
{
    uint32_t size;
    const struct load_config *config =
        image_directory(base, IMAGE_DIRECTORY_ENTRY_LOAD_CONFIG, sizeof config->size, &size);
    if (!config || touch_fails(config, sizeof config->size, false))
        return NULL;
    bool whole = image_at(base, (uint32_t)((const char *)config - base), config->size) &&
                 !touch_fails(config, config->size, false);
    return whole ? config : NULL;
}

/* ---------------------------------------------------------------- the cookie */

/* A cookie with one of these values, of 32 or of 16 bits, is as the compiler wrote it. Nobody has
 * changed it. */
enum { COOKIE_UNSET = 0xBB40E64E, COOKIE_UNSET16 = 0xBB40 };

/* A cookie of 32 bits has upper bits, by which a copy of texts cannot write it. */
static uint32_t new_cookie(bool is_short)
{
    unsigned value;
    do {
        rand_s(&value);
        if (is_short)
            value &= 0xFFFF;
    } while (!value || value == COOKIE_UNSET || value == COOKIE_UNSET16);
    return !is_short && !(value >> 16) ? value | value << 16 : value;
}

static void seed_cookie(char *base)
{
    const struct load_config *config = find(base);
    if (!config || !HAS(config, cookie) || !config->cookie)
        return;
    uint32_t *cookie = image_at(base, config->cookie - (uint32_t)base, sizeof *cookie);
    if (cookie && !touch_fails(cookie, sizeof *cookie, true) &&
        (*cookie == COOKIE_UNSET || *cookie == COOKIE_UNSET16))
        *cookie = new_cookie(*cookie == COOKIE_UNSET16);
}

/* ---------------------------------------------------------------- handlers */

/* Whether the table, which is sorted, has the handler's offset. */
static OWN_STACK bool is_listed(const DWORD handlers[], uint32_t count, uint32_t offset)
{
    uint32_t from = 0, to = count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (handlers[middle] == offset)
            return true;
        if (handlers[middle] < offset)
            from = middle + 1;
        else
            to = middle;
    }
    return false;
}

/* The handlers in an image's code, as its file lists them. */
struct said {
    bool has_none;         /* NO_SEH */
    const DWORD *handlers; /* NULL: all are taken; else sorted offsets */
    uint32_t count;
};

/* The program may have written over the headers. */
static struct said read_said(const char *base)
{
    struct said said = {0};
    if (!RtlImageNtHeader((PVOID)base))
        return said;
    said.has_none =
        image_headers(base)->OptionalHeader.DllCharacteristics & IMAGE_DLLCHARACTERISTICS_NO_SEH;
    const struct load_config *config = find(base);
    if (!config || !HAS(config, handler_count) || !config->handlers || !config->handler_count)
        return said;
    uint32_t count = config->handler_count;
    const void *handlers =
        count > UINT32_MAX / sizeof(DWORD)
            ? NULL
            : image_at(base, config->handlers - (uint32_t)base, count * (uint32_t)sizeof(DWORD));
    if (handlers && touch_fails(handlers, count * (uint32_t)sizeof(DWORD), false))
        handlers = NULL;
    said.handlers = handlers ? handlers : (const DWORD *)base; /* a table outside lists none */
    said.count = handlers ? count : 0;
    return said;
}

static enum frame_refusal ask(const struct said *said, const char *base, uint32_t handler)
{
    if (said->has_none)
        return FRAME_NO_HANDLERS;
    return !said->handlers || is_listed(said->handlers, said->count, handler - (uint32_t)base)
               ? FRAME_ACCEPTED
               : FRAME_NOT_REGISTERED;
}

/* The code of loaded images, with what they said when they were loaded: asking the memory whose a
 * handler is costs more than the rest of a dispatch. Written with the loader's lock, read without:
 * a place stays its image's, for when that is loaded again. An image without room here is looked at
 * each time. */
enum { MOST_NOTED = 32 };
static struct noted {
    uint32_t size; /* of the code, 0: it is not loaded */
    uint32_t code;
    const char *base;
    struct said said;
} noted[MOST_NOTED];
static unsigned places; /* that have an image's base */

static void note_code(const char *base)
{
    const IMAGE_NT_HEADERS *headers = image_headers(base);
    const IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(headers);
    struct noted *place = noted, *end = noted + places;
    while (place < end && place->base != base)
        place++;
    if (place == noted + MOST_NOTED)
        return;
    for (unsigned i = 0; i < headers->FileHeader.NumberOfSections; i++, section++) {
        if (!image_at(base, (uint32_t)((const char *)section - base), sizeof *section) ||
            touch_fails(section, sizeof *section, false))
            return;
        if (section->Characteristics & IMAGE_SCN_MEM_EXECUTE) {
            place->base = base;
            place->code = (uint32_t)base + section->VirtualAddress;
            place->said = read_said(base);
            __atomic_store_n(&place->size, section->Misc.VirtualSize, __ATOMIC_RELEASE);
            if (place == end)
                __atomic_store_n(&places, places + 1, __ATOMIC_RELEASE);
            return;
        }
    }
}

/* The latest comes first: most handlers are the program's, which is noted behind the libraries that
 * it needs. */
static const struct noted *find_noted(uint32_t handler)
{
    const struct noted *place = noted + __atomic_load_n(&places, __ATOMIC_ACQUIRE);
    while (place-- > noted) {
        uint32_t size = __atomic_load_n(&place->size, __ATOMIC_ACQUIRE);
        if (handler - place->code < size)
            return place;
    }
    return NULL;
}

void load_config_read(char *base)
{
    seed_cookie(base);
    note_code(base);
}

void load_config_forget(const char *base)
{
    for (struct noted *place = noted; place < noted + places; place++)
        if (place->size && place->base == base)
            __atomic_store_n(&place->size, 0, __ATOMIC_RELEASE);
}

/* A program that says that it needs no code in its data (NX_COMPAT) has handlers in images alone.
 */
static bool allows_other_code(void)
{
    const IMAGE_OPTIONAL_HEADER *optional =
        &image_headers(module_base(program_module))->OptionalHeader;
    return !(optional->DllCharacteristics & IMAGE_DLLCHARACTERISTICS_NX_COMPAT);
}

/* Asks the memory whose the handler is. */
static OWN_STACK enum frame_refusal check_memory(PEXCEPTION_ROUTINE handler)
{
    MEMORY_BASIC_INFORMATION about;
    if (!VirtualQuery((const void *)handler, &about, sizeof about) || about.State != MEM_COMMIT)
        return FRAME_NOT_CODE;
    if (about.Type == MEM_IMAGE) {
        const struct said said = read_said(about.AllocationBase);
        enum frame_refusal why = ask(&said, about.AllocationBase, (uint32_t)handler);
        if (why)
            return why;
    }
    if (!sys_paging_executable((const void *)handler))
        return FRAME_NOT_CODE;
    return about.Type == MEM_IMAGE || allows_other_code() ? FRAME_ACCEPTED : FRAME_NOT_REGISTERED;
}

static enum frame_refusal check(PEXCEPTION_ROUTINE handler)
{
    if (tib_stack_holds((uint32_t)handler, 1))
        return FRAME_ON_STACK;
    const struct noted *place = find_noted((uint32_t)handler);
    return place ? ask(&place->said, place->base, (uint32_t)handler) : check_memory(handler);
}

void load_config_check_handlers(void)
{
    seh_foreign_check = check;
}
