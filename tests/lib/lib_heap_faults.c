/* Each fault the checking heap must report, one a run, named by the first argument. The report
 * names the block; the image ends in it, so that a run that comes to its end has failed.
 *
 * run: checked=1 name=ring3 ring=3 args=overrun compilers=gcc exit=nonzero
 *   expect="100 bytes.*past its end"
 * run: checked=1 name=double-free args=double-free exit=nonzero expect="already free"
 * run: checked=1 name=joined-double-free args=joined-double-free exit=nonzero expect="free block"
 * run: checked=1 name=overrun args=overrun exit=nonzero expect="100 bytes.*past its end"
 * run: checked=1 name=long-overrun args=long-overrun exit=nonzero expect="100 bytes.*past its end"
 * run: checked=1 name=underrun args=underrun exit=nonzero expect="100 bytes.*before its start"
 * run: checked=1 name=use-after-free args=use-after-free exit=nonzero expect="after it was freed"
 * run: checked=1 name=late-link-write args=late-link-write exit=nonzero expect="after it was freed"
 * run: checked=1 name=wild-free args=wild-free exit=nonzero expect="never allocated"
 * run: checked=1 name=inner-free args=inner-free exit=nonzero expect="it lies in block"
 * run: checked=1 name=large-double-free args=large-double-free exit=nonzero expect="already free"
 * run: checked=1 name=lasting-overrun args=lasting-overrun exit=nonzero expect="past its end"
 * run: checked=1 name=realloc-freed args=realloc-freed exit=nonzero expect="realloc of"
 *
 * Without the checks the plainest are noticed all the same, and the report names the option.
 *
 * run: name=plain-double-free args=double-free exit=125
 *   expect="free of 0x[0-9a-f]+: no block in use, or its end was overwritten; .* --checked"
 * run: name=plain-joined args=joined-double-free exit=125
 *   expect="free of 0x[0-9a-f]+: no block in use, or its end was overwritten; .* --checked"
 * run: name=plain-overrun args=long-overrun exit=125
 *   expect="free of 0x[0-9a-f]+: no block in use, or its end was overwritten; .* --checked"
 * run: name=plain-wild args=wild-free exit=125
 *   expect="free of 0x[0-9a-f]+: no block in use, or its end was overwritten; .* --checked"
 * run: name=plain-realloc args=realloc-freed exit=125
 *   expect="realloc of 0x[0-9a-f]+: no block in use, or its end was overwritten; .* --checked"
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/heap.h"

/* Hides a misuse from the compiler, which would warn about it. */
static void *volatile hidden;

static void *the_same(void *block)
{
    hidden = block;
    return hidden;
}

static void double_free(char *block)
{
    free(block);
    free(the_same(block));
}

/* The freed block is by then part of the free block before it. */
static void joined_double_free(char *block)
{
    char *next = malloc(50);
    free(block);
    free(next);
    free(the_same(next));
}

static void overrun(char *block)
{
    block[100] = 0;
    free(block);
}

static void long_overrun(char *block)
{
    memset(the_same(block), 'x', 150);
    free(block);
}

static void underrun(char *block)
{
    ((char *)the_same(block))[-1] = 0;
    free(block);
}

static void use_after_free(char *block)
{
    free(block);
    ((char *)the_same(block))[50] = 1;
    hidden = malloc(100);
}

static void late_link_write(char *block)
{
    free(block);
    ((char *)the_same(block))[0] ^= 1;
    hidden = malloc(100);
}

static void wild_free(char *block)
{
    static char never_allocated[64];
    free(the_same(never_allocated));
}

static void inner_free(char *block) { free(the_same(block + 16)); }
static void large_double_free(char *block) { double_free(malloc(1 << 20)); }

static void lasting_overrun(char *block)
{
    block[100] = 0;
    heap_check();
}

static void realloc_freed(char *block)
{
    free(block);
    hidden = realloc(the_same(block), 200);
}

static const struct {
    const char *name;
    void (*commit)(char *block); /* is handed a block of 100 bytes */
} faults[] = {
    {"double-free", double_free},
    {"joined-double-free", joined_double_free},
    {"overrun", overrun},
    {"long-overrun", long_overrun},
    {"underrun", underrun},
    {"use-after-free", use_after_free},
    {"late-link-write", late_link_write},
    {"wild-free", wild_free},
    {"inner-free", inner_free},
    {"large-double-free", large_double_free},
    {"lasting-overrun", lasting_overrun},
    {"realloc-freed", realloc_freed},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (argc > 1 && strcmp(argv[1], faults[i].name) == 0) {
            char *block = malloc(100);
            hidden = malloc(100); /* keeps the block from joining the rest of the range */
            printf("# block %p of 100 bytes\n", (void *)block);
            faults[i].commit(block);
            printf("# the fault went unnoticed\n");
            return 0;
        }
    }
    printf("# no such fault\n");
    return 0;
}
