/* The chain of handlers, walked and printed. A function that wants to be asked links a record in
 * front. */
#include <seh.h>
#include <stdio.h>

/* The dispatcher reads a link's first two words. The words behind them are its owner's. */
struct link {
    EXCEPTION_REGISTRATION_RECORD record;
    const char *owner;
};

static EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)context, (void)dispatcher;
    const char *owner = ((struct link *)frame)->owner;
    printf("%s is asked\n", owner); /* 6: leaf is asked | 7: branch is asked | 8: trunk is asked */
    return owner[0] == 't' ? ExceptionContinueExecution : ExceptionContinueSearch;
}

static void show(void)
{
    EXCEPTION_REGISTRATION_RECORD *at = seh_head();
    for (; at != EXCEPTION_CHAIN_END; at = at->Next)
        puts(at->Handler == handler ? ((struct link *)at)->owner : "the runtime");
    /* 2: leaf | 3: branch | 4: trunk | 5: the runtime | 10: the runtime */
}

__attribute__((noinline)) static void grow(const char *const *owners)
{
    struct link own = {.owner = owners[0]};
    seh_link(&own.record, handler);
    if (owners[1]) {
        grow(owners + 1);
    } else {
        printf("the chain, deep inside:\n"); /* 1 */
        show();
        RaiseException(0xE0000001, 0, 0, NULL);
    }
    seh_unlink(&own.record);
}

int main(void)
{
    grow((const char *const[]){"trunk", "branch", "leaf", NULL});
    printf("and outside:\n"); /* 9 */
    show();
    return 0;
}
