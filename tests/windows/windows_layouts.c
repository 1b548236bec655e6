/* Structures as compilers for 32-bit Windows lay them out: members of eight bytes lie at multiples
 * of eight, and bit-fields of different types share no unit. layouts.h has what such a compiler
 * says; layouts.py remakes it.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>
#include <winternl.h>

#include <stddef.h>
#include <string.h>

#include "tests/harness/tap.h"
#include "tests/windows/layouts.h"

#define MEMBER(member, offset) &&offsetof(checked, member) == (offset)
#define FIELD(member, bit)                                                                         \
    &&__extension__({                                                                              \
        checked value;                                                                             \
        memset(&value, 0, sizeof value);                                                           \
        value.member--;                                                                            \
        first_bit(&value, sizeof value) == (bit);                                                  \
    })
#define STRUCTURE(type, size, alignment, members)                                                  \
    {                                                                                              \
        typedef type checked;                                                                      \
        ok(sizeof(checked) == (size) && _Alignof(checked) == (alignment)members,                   \
           #type ": %u bytes, and each member at its place", (size));                              \
    }

static size_t first_bit(const void *value, size_t size)
{
    const unsigned char *bytes = value;
    size_t bit = 0;
    while (bit < 8 * size && !(bytes[bit / 8] & 1 << bit % 8))
        bit++;
    return bit;
}

/* The headers of an executable file with two sections, as a program that reads files finds them. */
static void check_image_file(void)
{
    static struct {
        IMAGE_DOS_HEADER dos;
        BYTE stub[64];
        IMAGE_NT_HEADERS nt;
        IMAGE_SECTION_HEADER sections[2];
    } file = {.dos = {.e_magic = IMAGE_DOS_SIGNATURE, .e_lfanew = 128},
              .nt = {.Signature = IMAGE_NT_SIGNATURE,
                     .FileHeader = {.NumberOfSections = 2,
                                    .SizeOfOptionalHeader = sizeof(IMAGE_OPTIONAL_HEADER)}},
              .sections = {{.Name = ".text"}, {.Name = ".bss", .Misc = {.VirtualSize = 7}}}};
    const BYTE *bytes = (const BYTE *)&file;
    PIMAGE_DOS_HEADER dos = &file.dos;
    PIMAGE_NT_HEADERS nt = (PIMAGE_NT_HEADERS)(bytes + dos->e_lfanew);
    PIMAGE_SECTION_HEADER section = IMAGE_FIRST_SECTION(nt);
    ok(memcmp(bytes, "MZ", 2) == 0 && memcmp(nt, "PE\0\0", 4) == 0 && bytes + 376 == section->Name,
       "the headers of a file lead to its sections");
    ok(section[1].Misc.PhysicalAddress == 7 && IMAGE_ORDINAL(0x80000007) == 7 &&
           IMAGE_SNAP_BY_ORDINAL(0x80000007) && !IMAGE_SNAP_BY_ORDINAL(7),
       "an import by number is told from one by name");
}

static void check_attributes(void)
{
    OBJECT_ATTRIBUTES attributes;
    UNICODE_STRING name = {0, 0, NULL};
    memset(&attributes, 0xFF, sizeof attributes);
    InitializeObjectAttributes(&attributes, &name, OBJ_CASE_INSENSITIVE, NULL, NULL);
    ok(attributes.Length == 24 && attributes.ObjectName == &name && attributes.Attributes == 0x40 &&
           !attributes.RootDirectory && !attributes.SecurityDescriptor &&
           !attributes.SecurityQualityOfService,
       "InitializeObjectAttributes fills all six members");
}

int main(void)
{
    check_image_file();
    check_attributes();
    LAYOUTS(STRUCTURE, MEMBER, FIELD)
    return tap_done();
}
