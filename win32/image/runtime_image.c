/* A module of the runtime as an image:
 *
 *	headers
 *	.text		an entry of 16 bytes for each function, which jumps to the function
 *	.rdata		the table of exports, with all names
 *
 * Variables have no place of their own in it: their offsets lead out of the image, as far as 32
 * bits go.
 */
#include "win32/image/runtime_image.h"

#include "kernel/call/service.h"
#include "lib/string_instructions.h"
#include "win32/image/image_file.h"
#include "win32/image/map.h"

#include <memoryapi.h>
#include <stdlib.h>
#include <string.h>

enum { SECTIONS = 2, TEXT = IMAGE_PAGE, STAMP = 0x54524150 /* of no file of Microsoft's */ };

/* What a function of a library of Windows begins with, so that a hook finds the bytes it replaces,
 * and five bytes without use before them. */
static const struct __attribute__((packed)) entry {
    uint8_t begin[6]; /* mov edi, edi; push ebp; mov ebp, esp; pop ebp */
    uint8_t jump;
    uint32_t distance; /* from behind it */
    uint8_t spare[5];  /* of the next entry */
} entry = {{0x8B, 0xFF, 0x55, 0x8B, 0xEC, 0x5D}, 0xE9, 0, {0x90, 0x90, 0x90, 0x90, 0x90}};
_Static_assert(sizeof(struct entry) == 16, "entries are aligned");

/* Rows with code that other rows may lie in. */
struct holders {
    const struct runtime_export **rows;
    unsigned count;
    const struct runtime_export **of; /* each row, which may be itself; NULL: it has no code */
};

/* Offsets of all parts. */
struct plan {
    struct holders holders;
    uint32_t names_size; /* of all texts, with the module's */
    uint32_t text_size, data, functions, names, ordinals, texts, end;
    uint32_t fixed;   /* the highest number that an export asks for */
    uint32_t numbers; /* the highest one in use, of which the lowest is 1 */
};

/* Bytes of code that the module has itself. */
static uint32_t own_code(const struct runtime_export *row)
{
    return row->code_end ? (uint32_t)(row->code_end - (const char *)row->address) : 0;
}

/* The row that has this place in its code; NULL: none has. The last one is asked first: hundreds of
 * rows lie in the code of one. */
static const struct runtime_export *holder_of(const struct holders *holders, const char *place)
{
    for (unsigned i = holders->count; i-- > 0;) {
        const struct runtime_export *row = holders->rows[i];
        if (place >= (const char *)row->address && place < row->code_end)
            return row;
    }
    return NULL;
}

/* Finds the row whose code this one lies in, which may be itself. */
static const struct runtime_export *hold(struct holders *holders, const struct runtime_export *row)
{
    if (!row->code_end)
        return NULL;
    const struct runtime_export *holder = holder_of(holders, row->address);
    if (!holder)
        holders->rows[holders->count++] = holder = row;
    return holder;
}

static uint32_t room_in_text(const struct runtime_export *row, const struct runtime_export *holder)
{
    if (row->is_data || (holder && holder != row))
        return 0;
    return row->code_end ? image_round_up(own_code(row), sizeof(struct entry))
                         : sizeof(struct entry);
}

/* There is room for all rows, twice. */
static struct plan plan(const struct runtime_module *module, const struct runtime_export **room)
{
    struct plan plan = {.names_size = (uint32_t)strlen(module->name) + sizeof ".dll",
                        .holders = {room, 0, room + module->count}};
    for (unsigned i = 0; i < module->count; i++) {
        const struct runtime_export *row = &module->exports[i];
        plan.holders.of[i] = hold(&plan.holders, row);
        plan.text_size += room_in_text(row, plan.holders.of[i]);
        plan.names_size += row->length + 1u;
        if (row->number > plan.fixed)
            plan.fixed = row->number;
    }
    plan.numbers = plan.fixed + module->count;
    plan.data = TEXT + image_round_up(plan.text_size + !plan.text_size, IMAGE_PAGE);
    plan.functions = plan.data + (uint32_t)sizeof(IMAGE_EXPORT_DIRECTORY);
    plan.names = plan.functions + plan.numbers * (uint32_t)sizeof(DWORD);
    plan.ordinals = plan.names + module->count * (uint32_t)sizeof(DWORD);
    plan.texts = plan.ordinals + module->count * (uint32_t)sizeof(WORD);
    plan.end = plan.texts + plan.names_size;
    return plan;
}

static void lay_entry(char *base, uint32_t offset, const void *function)
{
    struct entry *at = (struct entry *)(base + offset);
    *at = entry;
    at->distance = (uint32_t)function - (uint32_t)at->spare;
}

static uint32_t ordinal_of(const struct runtime_module *module, const struct plan *plan,
                           const struct runtime_export *row)
{
    return row->number ? row->number - 1u : plan->fixed + (uint32_t)(row - module->exports);
}

/* Copies the row's code, or takes the place of the row before it that has it. Returns its offset.
 */
static uint32_t lay_code(char *base, uint32_t offset, const struct runtime_module *module,
                         const struct plan *plan, const struct runtime_export *row,
                         const DWORD functions[])
{
    const struct runtime_export *holder = plan->holders.of[row - module->exports];
    if (holder != row)
        return functions[ordinal_of(module, plan, holder)] +
               (uint32_t)((const char *)row->address - (const char *)holder->address);
    memcpy(base + offset, row->address, own_code(row));
    return offset;
}

static const char *const *distances, *const *distances_end;

void runtime_image_set_distances(const char *const places[], const char *const *end)
{
    distances = places;
    distances_end = end;
}

/* Makes the distances in copied code right: they lead out of it, or to other copied code. */
static void lay_distances(char *base, const struct runtime_module *module, const struct plan *plan,
                          const DWORD functions[])
{
    for (const char *const *place = distances; place < distances_end; place++) {
        const struct runtime_export *holder = holder_of(&plan->holders, *place - 1), *other;
        if (!holder)
            continue;
        char *behind = base + functions[ordinal_of(module, plan, holder)] +
                       (*place - (const char *)holder->address);
        int32_t distance;
        memcpy(&distance, *place - sizeof distance, sizeof distance);
        const char *target = *place + distance;
        other = holder_of(&plan->holders, target);
        if (other)
            target = base + functions[ordinal_of(module, plan, other)] +
                     (target - (const char *)other->address);
        distance = (int32_t)((uint32_t)target - (uint32_t)behind);
        memcpy(behind - sizeof distance, &distance, sizeof distance);
    }
}

/* Returns the place behind the text and its zero. Thousands are written before a program begins. */
static char *write_text(char *to, const char *text, size_t length)
{
    copy_bytes(to, text, length + 1);
    return to + length + 1;
}

static void lay_exports(char *base, const struct runtime_module *module, const struct plan *plan)
{
    DWORD *functions = (DWORD *)(base + plan->functions), *names = (DWORD *)(base + plan->names);
    WORD *ordinals = (WORD *)(base + plan->ordinals);
    char *text = base + plan->texts;
    *(IMAGE_EXPORT_DIRECTORY *)(base + plan->data) = (IMAGE_EXPORT_DIRECTORY){
        .TimeDateStamp = STAMP,
        .Name = plan->texts,
        .Base = 1,
        .NumberOfFunctions = plan->numbers,
        .NumberOfNames = module->count,
        .AddressOfFunctions = plan->functions,
        .AddressOfNames = plan->names,
        .AddressOfNameOrdinals = plan->ordinals,
    };
    text = write_text(text, module->name, strlen(module->name)) - 1;
    text = write_text(text, ".dll", sizeof ".dll" - 1);
    uint32_t code = TEXT;
    for (unsigned i = 0; i < module->count; i++) {
        const struct runtime_export *row = &module->exports[i];
        ordinals[i] = (WORD)ordinal_of(module, plan, row);
        functions[ordinals[i]] = row->is_data ? (uint32_t)row->address - (uint32_t)base : code;
        if (row->code_end)
            functions[ordinals[i]] = lay_code(base, code, module, plan, row, functions);
        else if (!row->is_data)
            lay_entry(base, code, row->address);
        code += room_in_text(row, plan->holders.of[i]);
        names[i] = (uint32_t)(text - base);
        text = write_text(text, row->name, row->length);
    }
    lay_distances(base, module, plan, functions);
}

static void lay_headers(char *base, const struct plan *plan)
{
    IMAGE_DOS_HEADER *dos = (IMAGE_DOS_HEADER *)base;
    IMAGE_NT_HEADERS *headers = (IMAGE_NT_HEADERS *)(dos + 1);
    uint32_t data_size = plan->end - plan->data;
    *dos = (IMAGE_DOS_HEADER){.e_magic = IMAGE_DOS_SIGNATURE, .e_lfanew = sizeof *dos};
    *headers = (IMAGE_NT_HEADERS){
        .Signature = IMAGE_NT_SIGNATURE,
        .FileHeader = {.Machine = IMAGE_FILE_MACHINE_I386,
                       .NumberOfSections = SECTIONS,
                       .TimeDateStamp = STAMP,
                       .SizeOfOptionalHeader = sizeof headers->OptionalHeader,
                       .Characteristics =
                           IMAGE_FILE_EXECUTABLE_IMAGE | IMAGE_FILE_DLL | IMAGE_FILE_32BIT_MACHINE},
        .OptionalHeader = {.Magic = IMAGE_NT_OPTIONAL_HDR32_MAGIC,
                           .SizeOfCode = plan->data - TEXT,
                           .BaseOfCode = TEXT,
                           .BaseOfData = plan->data,
                           .ImageBase = (DWORD)base,
                           .SectionAlignment = IMAGE_PAGE,
                           .FileAlignment = IMAGE_PAGE,
                           .MajorOperatingSystemVersion = 6,
                           .MinorOperatingSystemVersion = 1,
                           .MajorSubsystemVersion = 6,
                           .MinorSubsystemVersion = 1,
                           .SizeOfImage = image_round_up(plan->end, IMAGE_PAGE),
                           .SizeOfHeaders = TEXT,
                           .Subsystem = IMAGE_SUBSYSTEM_WINDOWS_CUI,
                           .NumberOfRvaAndSizes = IMAGE_NUMBEROF_DIRECTORY_ENTRIES,
                           .DataDirectory = {{plan->data, data_size}}},
    };
    const IMAGE_SECTION_HEADER sections[SECTIONS] = {
        {.Name = ".text",
         .Misc = {.VirtualSize = plan->data - TEXT},
         .VirtualAddress = TEXT,
         .SizeOfRawData = plan->data - TEXT,
         .PointerToRawData = TEXT,
         .Characteristics = IMAGE_SCN_CNT_CODE | IMAGE_SCN_MEM_EXECUTE | IMAGE_SCN_MEM_READ},
        {.Name = ".rdata",
         .Misc = {.VirtualSize = data_size},
         .VirtualAddress = plan->data,
         .SizeOfRawData = image_round_up(data_size, IMAGE_PAGE),
         .PointerToRawData = plan->data,
         .Characteristics = IMAGE_SCN_CNT_INITIALIZED_DATA | IMAGE_SCN_MEM_READ},
    };
    memcpy(headers + 1, sections, sizeof sections);
}

static uint32_t lay_image(const struct runtime_module *module, const struct plan *plan,
                          uint32_t wanted, char **base)
{
    uint32_t status = image_reserve(wanted, plan->end, base);
    if (status != STATUS_SUCCESS)
        return status;
    if (!image_commit(*base, plan->end)) {
        image_unmap(*base);
        return STATUS_COMMITMENT_LIMIT;
    }
    lay_exports(*base, module, plan);
    lay_headers(*base, plan);
    return STATUS_SUCCESS;
}

uint32_t runtime_image_make(const struct runtime_module *module, uint32_t wanted, char **base)
{
    const struct runtime_export **holders = malloc(2 * module->count * sizeof(*holders));
    if (!holders)
        return STATUS_NO_MEMORY;
    struct plan parts = plan(module, holders);
    uint32_t status = lay_image(module, &parts, wanted, base);
    free(holders);
    return status;
}
