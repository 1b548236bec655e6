/* An exception inside a handler: the whole chain is asked again. For handlers that were asked about
 * the first exception already, the second is marked as nested.
 */
#include <seh.h>
#include <stdio.h>

#define FIRST  0xE0000001u
#define SECOND 0xE0000002u

struct link {
    EXCEPTION_REGISTRATION_RECORD record;
    char name;
};

static EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)context, (void)dispatcher;
    char name = ((struct link *)frame)->name;
    printf("%c: asked about %s%s\n", name, record->ExceptionCode == FIRST ? "first" : "second",
           record->ExceptionFlags & EXCEPTION_NESTED_CALL ? ", nested" : "");
    /* 1: a: asked about first | 2: b: asked about first | 4: a: asked about second, nested |
       5: b: asked about second, nested | 6: c: asked about second | 8: c: asked about first */
    if (name == 'b' && record->ExceptionCode == FIRST) {
        printf("b: raising second in the middle of it\n"); /* 3 */
        RaiseException(SECOND, 0, 0, NULL);
        printf("b: second is over, first is not mine\n"); /* 7 */
    }
    return name == 'c' ? ExceptionContinueExecution : ExceptionContinueSearch;
}

int main(void)
{
    struct link chain[] = {{.name = 'a'}, {.name = 'b'}, {.name = 'c'}};
    for (int i = 2; i >= 0; i--)
        seh_link(&chain[i].record, handler);
    RaiseException(FIRST, 0, 0, NULL);
    printf("main: first is over\n"); /* 9 */
    seh_unlink(&chain[2].record);
    return 0;
}
