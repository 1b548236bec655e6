/* A scope table taken apart: a compiler for Windows describes a function's __try blocks by it. The
 * function is in 16-scope-tables_guarded.S.
 */
#include <seh.h>
#include <seh_frames.h>
#include <stdio.h>

void guarded(void); /* it prints 6: filter | 7: finally | 8: except */
extern char guarded_filter[], guarded_except[], guarded_finally[];

static const char *name(const void *code)
{
    return code == guarded_filter    ? "guarded_filter"
           : code == guarded_except  ? "guarded_except"
           : code == guarded_finally ? "guarded_finally"
                                     : "none";
}

/* guarded calls this in its blocks. Its frame heads the chain then, and points to the table. */
void look(void);
void look(void)
{
    const struct scope_frame *frame = (const struct scope_frame *)seh_head();
    const struct scope_entry *table = (const struct scope_entry *)frame->scope_table;
    LONG level = frame->level;
    printf("in block %d\n", (int)level); /* 1: in block 0 | 3: in block 1 */
    for (; level != OUTSIDE3; level = table[level].previous)
        printf("  %d, inside %d: filter %s, handler %s\n", (int)level, (int)table[level].previous,
               name(table[level].filter), name(table[level].handler));
    /* 2: 0, inside -1: filter guarded_filter, handler guarded_except
     * | 4: 1, inside 0: filter none, handler guarded_finally
     * | 5: 0, inside -1: filter guarded_filter, handler guarded_except */
}

int main(void)
{
    guarded();
    return 0;
}
