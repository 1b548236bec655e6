/* Frames of __try as Visual C++ 4 made them: their handler is _except_handler2, and their
 * function's ebp lies in them.
 *
 * flags: -fno-omit-frame-pointer */

#include <stdio.h>
#include <windows.h>

struct entry {
    LONG previous;
    void *filter, *handler;
};

extern char filter_inner[], finally_inner[], filter_outer[], except_outer[];
extern int function(const struct entry *table, void (*body)(void), LONG level);

/* Level 0: __except, level 1: __except in it, level 2: __finally in that. */
const struct entry table[] = {
    {-1, filter_outer, except_outer},
    {0, filter_inner, except_outer},
    {1, NULL, finally_inner},
};

static const int *answers; /* of the filters, in the order in which they are asked */
static void nothing(void), fault(void), raise(void), deeper(void);

static const char *name_of(void (*body)(void))
{
    return body == nothing  ? "nothing"
           : body == fault  ? "fault"
           : body == raise  ? "raise"
           : body == deeper ? "deeper"
                            : "no function";
}

/* body: the function's second argument, found by its ebp. */
__attribute__((used)) int on_filter(int which, EXCEPTION_POINTERS *pointers, void (*body)(void))
{
    printf("filter %d of what calls %s: %08lX, answers %d\n", which, name_of(body),
           pointers->ExceptionRecord->ExceptionCode, *answers);
    return *answers++;
}

__attribute__((used)) void on_finally(int is_abnormal, LONG level)
{
    printf("finally: abnormal %d, level %ld\n", is_abnormal, level);
}

/* The frame lies 18h below ebp, so that the function's ebp is nowhere but in it:
 *	ebp - 04h	pointers
 *	ebp - 08h	ebp
 *	ebp - 0Ch	level
 *	ebp - 10h	table
 *	ebp - 14h	handler
 *	ebp - 18h	next	<- fs:[0]
 *	ebp - 1Ch	esp, for the __except block
 *	ebp - 20h	100, which a block returns */
__asm__("	.text\n"
        "_function:\n"
        "	pushl	%ebp\n"
        "	movl	%esp, %ebp\n"
        "	pushl	$0\n"
        "	pushl	%ebp\n"
        "	pushl	$-1\n"
        "	pushl	8(%ebp)\n"
        "	pushl	$__except_handler2\n"
        "	pushl	%fs:0\n"
        "	movl	%esp, %fs:0\n"
        "	pushl	%esp\n"
        "	pushl	$100\n"
        "	pushl	%ebx\n"
        "	pushl	%esi\n"
        "	pushl	%edi\n"
        "	movl	%esp, -28(%ebp)\n"
        "	movl	16(%ebp), %eax\n"
        "	movl	%eax, -12(%ebp)\n"
        "	call	*12(%ebp)\n"
        "	pushl	$-1\n" /* leaves all blocks, as return does */
        "	leal	-24(%ebp), %eax\n"
        "	pushl	%eax\n"
        "	call	__local_unwind2\n"
        "	addl	$8, %esp\n"
        "	xorl	%eax, %eax\n"
        "1:	movl	-24(%ebp), %ecx\n"
        "	movl	%ecx, %fs:0\n"
        "	popl	%edi\n"
        "	popl	%esi\n"
        "	popl	%ebx\n"
        "	leave\n"
        "	ret\n"
        "_except_outer:\n"
        "	movl	-28(%ebp), %esp\n"
        "	movl	-32(%ebp), %eax\n"
        "	addl	-12(%ebp), %eax\n"
        "	jmp	1b\n"
        "_filter_outer:\n"
        "	xorl	%ecx, %ecx\n"
        "	jmp	2f\n"
        "_filter_inner:\n"
        "	movl	$1, %ecx\n"
        "2:	pushl	12(%ebp)\n"
        "	pushl	-4(%ebp)\n"
        "	pushl	%ecx\n"
        "	call	_on_filter\n"
        "	addl	$12, %esp\n"
        "	ret\n"
        "_finally_inner:\n"
        "	call	__abnormal_termination\n"
        "	pushl	-12(%ebp)\n"
        "	pushl	%eax\n"
        "	call	_on_finally\n"
        "	addl	$8, %esp\n"
        "	ret\n");

static void nothing(void) {}
static int *volatile nowhere;
static void fault(void) { *nowhere = 1; }
static void raise(void) { RaiseException(0xE0001234, 0, 0, NULL); }

static void show(const char *name, void (*body)(void), LONG level, const int *given)
{
    printf("-- %s\n", name);
    answers = given;
    printf("returns %d\n", function(table, body, level));
}

/* All filters of a second function decline, and its finally block runs in the first one's unwind.
 */
static void deeper(void) { function(table, fault, 2); }

int main(void)
{
    show("nothing is raised", nothing, 2, NULL);
    show("the inner block takes it", fault, 2, (int[]){1});
    show("the outer block takes it", fault, 2, (int[]){0, 1});
    show("the outer block, from its own level", raise, 0, (int[]){1});
    show("it goes on", raise, 2, (int[]){0, -1});
    show("another function takes it", deeper, 1, (int[]){0, 0, 1});
    return 0;
}
