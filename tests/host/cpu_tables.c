/* Made-up tables of firmware, whole and broken, given to the readers of kernel/cpus/. A view that
 * the readers get ends right before a page without access, so a read behind it ends the program. */
#include "kernel/cpus/cpu_list.h"
#include "tests/harness/tap.h"
#include "tests/host/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MEMORY 0x220000u /* the machine's; there is nothing above */
#define LAPIC  0xFEE00000u
#define RSDP   0xF1230u
#define FLOAT  0xF4560u
#define RSDT   0x1FE100u
#define XSDT   0x1FE200u
#define MADT   0x1FE300u
#define OTHER  0x1FE800u
#define PCMP   0xF5000u

static uint8_t memory[MEMORY];
static uint8_t *window; /* FIRMWARE_VIEW_MOST + a page, and the page without access */

static const uint8_t *view(uint32_t physical, uint32_t size)
{
    uint32_t whole = FIRMWARE_VIEW_MOST + 4096;
    if (size > whole || physical > MEMORY || size > MEMORY - physical)
        return NULL;
    memset(window, 0xEE, whole); /* the view before is over */
    return memcpy(window + whole - size, memory + physical, size);
}

/* ---------------------------------------------------------------- making tables */

static void put(uint32_t at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        memory[at + i] = (uint8_t)(value >> 8 * i);
}

static void make_sum(uint32_t at, uint32_t size, uint32_t place)
{
    uint8_t sum = 0;
    memory[at + place] = 0;
    for (uint32_t i = 0; i < size; i++)
        sum = (uint8_t)(sum + memory[at + i]);
    memory[at + place] = (uint8_t)-sum;
}

static void end_table(uint32_t at, const char *signature, uint32_t size)
{
    memcpy(memory + at, signature, 4);
    put(at + 4, size, 4);
    make_sum(at, size, 9);
}

/* Appends an entry for a CPU to the table APIC. Returns the size of the table. */
static uint32_t add_cpu(uint32_t size, uint8_t id, uint32_t flags)
{
    put(MADT + size, 0, 1);
    put(MADT + size + 1, 8, 1);
    put(MADT + size + 3, id, 1);
    put(MADT + size + 4, flags, 4);
    return size + 8;
}

static uint32_t begin_apic(void)
{
    put(MADT + 36, LAPIC, 4);
    put(MADT + 44, 0x0C01, 2); /* an I/O APIC, which is passed over */
    return 44 + 12;
}

static void end_apic(uint32_t size) { end_table(MADT, "APIC", size); }

/* revision 0: only the short pointer and the RSDT. */
static void make_acpi(unsigned revision, unsigned cpus)
{
    memset(memory, 0, sizeof memory);
    memcpy(memory + RSDP, "RSD PTR ", 8);
    put(RSDP + 15, revision, 1);
    put(RSDP + 16, RSDT, 4);
    make_sum(RSDP, 20, 8);
    put(RSDP + 20, 36, 4);
    put(RSDP + 24, XSDT, 8);
    make_sum(RSDP, 36, 32);
    end_table(OTHER, "FACP", 36);
    put(RSDT + 36, OTHER, 4);
    put(RSDT + 40, MADT, 4);
    end_table(RSDT, "RSDT", 44);
    put(XSDT + 36, OTHER, 8);
    put(XSDT + 44, MADT, 8);
    end_table(XSDT, "XSDT", 52);
    uint32_t size = begin_apic();
    for (unsigned i = 0; i < cpus; i++)
        size = add_cpu(size, (uint8_t)i, 1);
    end_apic(size);
}

#define DSDT 0x1FE900u

/* With the word that turns the machine off: sleep type 5, at port 604h. */
static void make_off(const char *maker)
{
    make_acpi(0, 1);
    memcpy(memory + OTHER + 10, maker, strlen(maker));
    put(OTHER + 40, DSDT, 4);
    put(OTHER + 64, 0x604, 4);
    end_table(OTHER, "FACP", 116);
    memcpy(memory + DSDT + 50, "\x08_S5_\x12\x06\x04\x0A\x05\x0A\x05", 12);
    end_table(DSDT, "DSDT", 70);
}

static void make_mp(unsigned cpus)
{
    uint32_t size = 44;
    memset(memory, 0, sizeof memory);
    memcpy(memory + FLOAT, "_MP_", 4);
    put(FLOAT + 4, PCMP, 4);
    put(FLOAT + 8, 0x0401, 2);
    make_sum(FLOAT, 16, 10);
    put(PCMP + 34, cpus + 1, 2);
    put(PCMP + 36, LAPIC, 4);
    for (unsigned i = 0; i < cpus; i++, size += 20) {
        put(PCMP + size + 1, i, 1);
        put(PCMP + size + 3, 1, 1);
    }
    put(PCMP + size, 1, 1); /* a bus */
    size += 8;
    memcpy(memory + PCMP, "PCMP", 4);
    put(PCMP + 4, size, 2);
    make_sum(PCMP, size, 7);
}

/* ---------------------------------------------------------------- asking */

typedef bool finder(struct cpu_list *list, firmware_view *view);
static struct cpu_list list;

/* Returns the number of CPUs found, -1 for no tables. */
static int found(finder *find)
{
    int count = 0;
    memset(&list, 0, sizeof list);
    if (!find(&list, view))
        return -1;
    for (unsigned i = 0; i < APIC_IDS; i++)
        count += cpu_list_has(&list, i);
    return count;
}

static void check_acpi(void)
{
    make_acpi(0, 4);
    ok(found(acpi_find_cpus) == 4 && list.lapic == LAPIC, "ACPI: four CPUs by the old pointer");
    make_acpi(2, 8);
    memset(memory + RSDT, 0, 44);
    ok(found(acpi_find_cpus) == 8, "eight by the new one, without the old list");
    make_acpi(2, 3);
    memory[XSDT + 9]++;
    ok(found(acpi_find_cpus) == 3, "a broken new list: the old one is taken");
    make_acpi(2, 3);
    put(XSDT + 48, 1, 4);
    end_table(XSDT, "XSDT", 52);
    ok(found(acpi_find_cpus) == 3, "a table above 4 GB: the old list is taken");
    make_acpi(0, 2);
    memory[RSDP]++;
    memmove(memory + 0x9FC20, memory + RSDP, 36);
    memory[0x9FC20]--;
    put(0x40E, 0x9FC0, 2);
    ok(found(acpi_find_cpus) == 2, "the pointer may lie in the firmware's data");
    make_acpi(0, 2);
    memory[RSDP + 17]++;
    ok(found(acpi_find_cpus) == -1, "a pointer with a wrong sum is none");
    make_acpi(0, 2);
    memory[MADT + 60]++;
    ok(found(acpi_find_cpus) == -1, "a table with a wrong sum is none");
    make_acpi(0, 2);
    put(RSDT + 40, MEMORY - 20, 4);
    end_table(RSDT, "RSDT", 44);
    ok(found(acpi_find_cpus) == -1, "nor is one that ends behind the memory");
    make_acpi(0, 2);
    put(RSDT + 40, 0xFFFFFFF0u, 4);
    end_table(RSDT, "RSDT", 44);
    ok(found(acpi_find_cpus) == -1, "nor one without memory");
    static const uint32_t lengths[] = {0, 35, 0x10001, 0xFFFFFFFF};
    bool none = true;
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        make_acpi(0, 2);
        put(MADT + 4, lengths[i], 4);
        none = none && found(acpi_find_cpus) == -1;
    }
    ok(none, "nor one of an impossible length");
}

static void check_acpi_entries(void)
{
    make_acpi(0, 0);
    end_apic(add_cpu(add_cpu(add_cpu(begin_apic(), 5, 1), 9, 0), 7, 3));
    ok(found(acpi_find_cpus) == 2 && cpu_list_has(&list, 5) && cpu_list_has(&list, 7),
       "a CPU that is not enabled does not count");
    make_acpi(0, 0);
    end_apic(add_cpu(add_cpu(add_cpu(begin_apic(), 5, 1), 5, 1), 255, 1));
    ok(found(acpi_find_cpus) == 1, "nor does one named twice, or with the name of all");
    make_acpi(0, 2);
    put(MADT + 44, 0x0001, 2);
    end_apic(44 + 12 + 16);
    ok(found(acpi_find_cpus) == -1, "an entry of length 0 ends the table");
    make_acpi(0, 2);
    put(MADT + 44 + 12 + 8 + 1, 9, 1);
    end_apic(44 + 12 + 16);
    ok(found(acpi_find_cpus) == 1, "so does one that ends behind the table");
    make_acpi(0, 0);
    put(MADT + 44, 0x0C05, 2);
    put(MADT + 48, 0xFED00000u, 8);
    end_apic(add_cpu(44 + 12, 0, 1));
    ok(found(acpi_find_cpus) == 1 && list.lapic == 0xFED00000u,
       "an entry may give the controllers another address");
    make_acpi(0, 0);
    uint32_t size = begin_apic();
    for (unsigned i = 0; i < 5000; i++)
        size = add_cpu(size, (uint8_t)i, 1);
    end_apic(size);
    ok(found(acpi_find_cpus) == APIC_IDS,
       "five thousand entries name no more CPUs than there are names");
}

static void check_mp(void)
{
    make_mp(4);
    ok(found(mp_find_cpus) == 4 && list.lapic == LAPIC, "MP tables: four CPUs");
    make_mp(1);
    put(FLOAT + 11, 5, 1);
    make_sum(FLOAT, 16, 10);
    ok(found(mp_find_cpus) == 2 && list.lapic == LAPIC, "a standard machine has two");
    make_mp(2);
    memory[FLOAT + 5]++;
    ok(found(mp_find_cpus) == -1, "a pointer with a wrong sum is none");
    make_mp(2);
    memory[PCMP + 45]++;
    ok(found(mp_find_cpus) == -1, "a table with a wrong sum is none");
    make_mp(2);
    put(PCMP + 34, 0xFFFF, 2);
    make_sum(PCMP, 44 + 40 + 8, 7);
    ok(found(mp_find_cpus) == 2, "a count that is too large ends with the table");
    make_mp(2);
    put(PCMP + 4, 43, 2);
    make_sum(PCMP, 43, 7);
    ok(found(mp_find_cpus) == -1, "a table shorter than its head is none");
    make_mp(2);
    put(PCMP + 44 + 20, 77, 1);
    make_sum(PCMP, 44 + 40 + 8, 7);
    ok(found(mp_find_cpus) == 1,
       "an entry of an unknown kind ends it, because its size is unknown");
    make_mp(2);
    put(FLOAT + 4, MEMORY - 10, 4);
    make_sum(FLOAT, 16, 10);
    ok(found(mp_find_cpus) == -1, "a table that ends behind the memory is none");
}

/* Changes some bytes of the tables, then makes the sums right, so that the changes are read. */
static void check_off(void)
{
    struct acpi_off off;
    make_off("BOCHS BXPC    ");
    ok(acpi_find_off(&off, view) && off.port == 0x604 && off.word == 0x3400,
       "ACPI: the port that turns QEMU's machine off, and its word");
    memcpy(memory + DSDT + 58, "\x00\x00", 2);
    end_table(DSDT, "DSDT", 70);
    ok(acpi_find_off(&off, view) && off.word == 0x2000, "a sleep type of one byte");
    end_table(DSDT, "DSDT", 59);
    ok(!acpi_find_off(&off, view), "a package that ends behind its table tells nothing");
    make_off("BOCHS BXPC    ");
    memory[DSDT + 60]++;
    ok(!acpi_find_off(&off, view), "nor does a table with a wrong sum");
    make_off("BOCHS BXPC    ");
    end_table(OTHER, "FACP", 64);
    ok(!acpi_find_off(&off, view), "nor one without the port");
    make_off("ALASKA A M I   ");
    ok(!acpi_find_off(&off, view), "a PC stays on");
}

static void check_random(uint32_t seed, unsigned count)
{
    static const uint32_t places[] = {RSDP, RSDT, XSDT, MADT, FLOAT, PCMP};
    struct random random = random_from(seed);
    unsigned alive = 0, plenty = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned cpus = random_below(&random, 9);
        bool acpi = random_below(&random, 2);
        if (acpi)
            make_acpi(random_below(&random, 2) * 2, cpus);
        else
            make_mp(cpus);
        for (unsigned changes = 1 + random_below(&random, 4); changes; changes--)
            memory[places[random_below(&random, 6)] + random_below(&random, 120)] =
                (uint8_t)random_bits(&random);
        make_sum(RSDP, 20, 8);
        make_sum(RSDP, 36, 32);
        make_sum(RSDT, table_word(memory + RSDT + 4, 1), 9);
        make_sum(XSDT, table_word(memory + XSDT + 4, 1), 9);
        make_sum(MADT, table_word(memory + MADT + 4, 2) & 0x7FFF, 9);
        make_sum(FLOAT, 16, 10);
        make_sum(PCMP, table_word(memory + PCMP + 4, 2), 7);
        int number = found(acpi ? acpi_find_cpus : mp_find_cpus);
        alive += number >= -1;
        plenty += number >= 0;
    }
    ok(alive == count, "no random change makes a reader read beyond its views");
    ok(plenty > count / 8, "more than an eighth of the changed tables are still read");
}

int main(int argc, char **argv)
{
    uint32_t whole = FIRMWARE_VIEW_MOST + 4096;
    window = mmap(NULL, whole + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (window == MAP_FAILED || mprotect(window + whole, 4096, PROT_NONE) != 0)
        return 2;
    check_acpi();
    check_acpi_entries();
    check_off();
    check_mp();
    check_random(argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1,
                 argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 1000);
    return tap_done();
}
