/* __try, __except, __finally and __leave for compilers that do not have them. Part of seh.h.
 *
 *     SEH_FUNCTION int divide(int a, int b)
 *     {
 *         int quotient = 0;
 *         __try {
 *             quotient = a / b;
 *         } __except (GetExceptionCode() == STATUS_INTEGER_DIVIDE_BY_ZERO) {
 *             puts("divided by zero");
 *         }
 *         return quotient;
 *     }
 *
 * The blocks mean what they mean on Windows, and nest to any depth:
 *
 *   __except (filter)  The filter runs before anything is unwound, with the function's variables.
 *                      Below 0 it continues the execution, 0 goes on searching, above 0 unwinds and
 *                      runs the block. Filter and block may use GetExceptionCode(), the filter also
 *                      GetExceptionInformation().
 *   __finally          The block runs whichever way the __try block is left. AbnormalTermination()
 *                      is 0 in it when the end was reached, by __leave too, and 1 after anything
 *                      else: an unwind, return, break, continue, goto.
 *   __leave            Goes to the end of the innermost __try block.
 *
 * A __finally block that return or goto leaves while an exception unwinds ends the unwind there. A
 * break that would leave it is refused, and a continue ends it.
 *
 * SEH_FUNCTION marks the function: it is compiled without optimisation, whatever the file is,
 * because an optimiser knows nothing of ways out of the middle of a statement into a block; so
 * every variable has its last value in filters and blocks. A function that uses __try without the
 * mark is refused where the optimiser runs. Memory from alloca in a __try block is gone in its
 * __except block, and frames by hand (seh_link) belong into functions of their own.
 *
 * How it works: each __try links a frame of its own, which names the blocks' addresses. Filters and
 * unwinding blocks are entered with the function's ebp below the handler's stack, and come back.
 * See seh_emul/try.c and try_blocks.S.
 */
#ifndef SEH_TRY_H
#define SEH_TRY_H

#include <nt.h>

/* The word asks a compiler that does not optimise for just what must not be. */
#define register

/* What the macros make of a program is not its author's: no warnings about it. */
#pragma GCC system_header

#if defined(__clang__)
#define SEH_FUNCTION __attribute__((noinline, optnone))
#else
#define SEH_FUNCTION __attribute__((noipa, optimize("O0", "stack-reuse=none")))
#endif

/* The constant part of a __try statement. The assembler's only way to say where in the function the
 * frame lies is an instruction: leal at(%ebp), %edx; ret. clang addresses variables by esi instead
 * where one of them is aligned to more than 4 bytes. */
struct __attribute__((packed)) seh_site {
    void *filter; /* NULL for __finally */
    void *block;
    WORD lea; /* SEH_LEA_* */
    LONG at;
    BYTE ret;
};

#define SEH_LEA_EBP 0x958D
#define SEH_LEA_ESI 0x968D

/* The frame of a __try block that is running. */
struct seh_frame {
    EXCEPTION_REGISTRATION_RECORD link;
    const struct seh_site *site;
    DWORD esp;                    /* the function's, between two statements */
    DWORD back;                   /* esp of whoever runs the __finally block; 0: it just runs */
    EXCEPTION_POINTERS *pointers; /* for the filter */
    DWORD code;                   /* for the filter and the __except block */
    /* With SEH_LEA_ESI a word follows: the function's ebp. */
};

#define SEH_FRAME_HANDLER 4 /* offsets, for the assembly; the first field is the next frame */
#define SEH_FRAME_SITE    8
#define SEH_FRAME_ESP     12
#define SEH_FRAME_BACK    16
#define SEH_FRAME_SIZE    28
NT_ASSERT_OFFSET(struct seh_frame, link.Handler, SEH_FRAME_HANDLER);
NT_ASSERT_OFFSET(struct seh_frame, site, SEH_FRAME_SITE);
NT_ASSERT_OFFSET(struct seh_frame, esp, SEH_FRAME_ESP);
NT_ASSERT_OFFSET(struct seh_frame, back, SEH_FRAME_BACK);
NT_ASSERT_OFFSET(struct seh_site, at, 10);
_Static_assert(sizeof(struct seh_frame) == SEH_FRAME_SIZE, "struct seh_frame");

/* ---------------------------------------------------------------- what the macros call */

/* The handler of all such frames. */
EXCEPTION_DISPOSITION seh_try_handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *link,
                                      CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher);

/* The caller's innermost __try block is left by return, goto, break or continue. */
void seh_try_left(const char *guard);

void seh_mark_function(void)
    __attribute__((error("a function that uses __try needs SEH_FUNCTION in front of it")));
void seh_break_in_finally(void)
    __attribute__((error("break cannot leave a __finally block: use goto")));

/* A __finally block is left by return or goto: if an unwind ran it, that ends here. */
static inline __attribute__((always_inline)) void seh_finally_left(struct seh_frame **frame)
{
    if ((*frame)->back)
        __asm__ volatile("movl %0, %%fs:0; movl %1, %%esp"
                         :
                         : "r"((*frame)->link.Next), "r"((*frame)->esp)
                         : "memory");
}

/* ---------------------------------------------------------------- the macros */

/* The formatter takes __except for a word of the language even where it is defined. */
/* clang-format off */

/* Constants that each block knows the __try statements around it by: how many there are, and the
 * number of the innermost one of each kind. Numbers begin at 1. */
enum { seh_depth, seh_in_try = 0, seh_in_filter = 0, seh_in_except = 0, seh_in_finally = 0 };

#define SEH_TEXT_(x)     #x
#define SEH_TEXT(x)      SEH_TEXT_(x)
#define SEH_PASTE_(a, b) a##b
#define SEH_PASTE(a, b)  SEH_PASTE_(a, b)

/* Nothing survives in a register where a block may be entered. */
#define SEH_REGISTERS                                                                              \
    "eax", "ecx", "edx", "ebx", "esi", "edi", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",   \
        "st(6)", "st(7)", "cc", "memory" SEH_STACK_POINTER

/* What is special of each compiler. An outer frame must lie above an inner one, or unwinding
 * refuses it: gcc lays small variables down in their order, clang the larger ones below among those
 * that are used as often. And clang must not address variables by esp, which differs in filters;
 * with esp changed by assembly it does not. */
#if defined(__clang__)
#define SEH_LOWER(depth)  (4 + (depth)*4)
#define SEH_SAVE_EBP      "movl %%ebp, " SEH_TEXT(SEH_FRAME_SIZE) "+%0\n\t"
#define SEH_STACK_POINTER , "esp"
#else
#define SEH_LOWER(depth) 0
#define SEH_SAVE_EBP
#define SEH_STACK_POINTER
#endif

/* The frame of a statement, from anywhere in its function. */
#define SEH_FRAME_OF(number)                                                                       \
    __extension__({                                                                                \
        struct seh_frame *seh_found;                                                               \
        __asm__ volatile("call .Lseh_frame_%c1" : "=d"(seh_found) : "i"(number));                  \
        seh_found;                                                                                 \
    })

#define SEH_REQUIRE(number, message)                                                               \
    ((void)sizeof(struct {                                                                         \
        _Static_assert(number, message);                                                           \
        int seh_member;                                                                            \
    }))

/* Constants of an if statement, known in all its parts; as a condition it does not hold. */
#define SEH_KNOW(...) !sizeof(enum {__VA_ARGS__})

/* The compiler sees a way that it cannot foresee; it is never taken. */
#define SEH_PERHAPS(statement)                                                                     \
    do {                                                                                           \
        int seh_chosen;                                                                            \
        __asm__ volatile("" : "=r"(seh_chosen));                                                   \
        if (seh_chosen)                                                                            \
            statement;                                                                             \
    } while (0)

/* Links the frame and begins the __try block. What is jumped over tells the compiler that control
 * may come to the entries. (asm goto would say the same and save the jump, but clang takes each of
 * them to lead to the labels of all.) */
#define __try                                                                                      \
    if (SEH_KNOW(seh_depth = seh_depth + 1, seh_in_try = __COUNTER__ + 1)) {                       \
    } else if (1) {                                                                                \
        __label__ seh_entries, __leave_is_for_try_blocks;                                          \
        __extension__({                                                                            \
            struct {                                                                               \
                struct seh_frame frame;                                                            \
                char lower[SEH_LOWER(seh_depth)];                                                  \
            } seh_frame;                                                                           \
            char seh_guard __attribute__((cleanup(seh_try_left), unused));                         \
            __asm__ volatile("movl %%fs:0, %%eax\n\t"                                              \
                             "movl %%eax, %0\n\t"                                                  \
                             "movl $seh_try_handler, " SEH_TEXT(SEH_FRAME_HANDLER) "+%0\n\t"       \
                             "movl $.Lseh_site_%c1, " SEH_TEXT(SEH_FRAME_SITE) "+%0\n\t"           \
                             "movl %%esp, " SEH_TEXT(SEH_FRAME_ESP) "+%0\n\t"                      \
                             "leal %0, %%eax\n\t"                                                  \
                             "movl %%eax, %%fs:0\n\t"                                              \
                             SEH_SAVE_EBP "jmp .Lseh_try_%c1\n\t"                                  \
                             ".pushsection .text.seh_sites, \"ax\"\n"                              \
                             ".Lseh_site_%c1:\n\t"                                                 \
                             ".long .Lseh_filter_%c1, .Lseh_block_%c1\n"                           \
                             ".Lseh_frame_%c1:\n\t"                                                \
                             "%{disp32%} leal %0, %%edx\n\t"                                       \
                             "ret\n\t"                                                             \
                             ".popsection"                                                         \
                             : "=m"(seh_frame)                                                     \
                             : "i"(seh_in_try)                                                        \
                             : SEH_REGISTERS);                                                     \
            SEH_PERHAPS(goto seh_entries);                                                         \
            __asm__ volatile(".Lseh_try_%c0:" : : "i"(seh_in_try) : SEH_REGISTERS);

/* The __try block's own end. No compiler sees where it goes, or it would run the guard's cleanup.
 */
#define SEH_END_OF_TRY(more, where)                                                                \
    __leave_is_for_try_blocks:                                                                     \
    __attribute__((unused));                                                                       \
    __asm__ volatile("movl %0, %%eax\n\t"                                                          \
                     "movl %%eax, %%fs:0\n\t" more "jmp .Lseh_" where "_%c1"                       \
                     :                                                                             \
                     : "m"(seh_frame), "i"(seh_in_try)                                             \
                     : SEH_REGISTERS);                                                             \
    __builtin_unreachable();                                                                       \
    });

/* Never runs: it names the addresses, for the compiler to see where control may come to. Where the
 * optimiser runs, the variable is known. */
#define SEH_ENTRIES(filter, block, after)                                                          \
    seh_entries : {                                                                                \
        int seh_known = 1;                                                                         \
        if (__builtin_constant_p(seh_known))                                                       \
            seh_mark_function();                                                                   \
    }                                                                                              \
    __asm__ volatile(".set .Lseh_filter_%c0, %c1\n\t"                                              \
                     ".set .Lseh_block_%c0, %c2\n\t"                                               \
                     ".set .Lseh_after_%c0, %c3"                                                   \
                     :                                                                             \
                     : "i"(seh_in_try), "i"(filter), "i"(&&block), "i"(&&after)                    \
                     : SEH_REGISTERS);                                                             \
    SEH_PERHAPS(goto block);                                                                       \
    SEH_PERHAPS(goto after);

/* Behind a label: gcc moves the labels of places where nothing is. */
#define SEH_HERE __asm__ volatile("" : : : SEH_REGISTERS);

#define __except(...)                                                                              \
    SEH_EXCEPT(SEH_PASTE(seh_filter_, __COUNTER__), SEH_PASTE(seh_block_, __COUNTER__),            \
               SEH_PASTE(seh_after_, __COUNTER__), (__VA_ARGS__))

#define SEH_EXCEPT(filter_label, block, after, value)                                              \
    SEH_END_OF_TRY("", "after")                                                                    \
    SEH_ENTRIES(&&filter_label, block, after)                                                      \
    filter_label:                                                                                  \
    SEH_HERE                                                                                       \
    {                                                                                              \
        enum { seh_in_filter = seh_in_try, seh_in_except = seh_in_try };                           \
        int seh_value = value;                                                                     \
        __asm__ volatile("jmp seh_try_filtered"                                                    \
                         :                                                                         \
                         : "a"(seh_value), "d"(SEH_FRAME_OF(seh_in_try)));                         \
        __builtin_unreachable();                                                                   \
    }                                                                                              \
    after:                                                                                         \
    SEH_HERE                                                                                       \
    }                                                                                              \
    else block : if (SEH_KNOW(seh_in_except = seh_in_try) || __extension__({ SEH_HERE 0; }))       \
    {                                                                                              \
    }                                                                                              \
    else

#define __finally                                                                                  \
    SEH_FINALLY(SEH_PASTE(seh_block_, __COUNTER__), SEH_PASTE(seh_after_, __COUNTER__))

/* Two loops around the block, for what comes behind it. The inner one does not end, so that only a
 * break comes to the outer one's next round, where the compiler refuses it. */
#define SEH_FINALLY(block, after)                                                                  \
    SEH_END_OF_TRY("movl $0, " SEH_TEXT(SEH_FRAME_BACK) "+%0\n\t", "block")                        \
    SEH_ENTRIES(0, block, after)                                                                   \
    after:                                                                                         \
    SEH_HERE                                                                                       \
    }                                                                                              \
    else block : if (SEH_KNOW(seh_in_finally = seh_in_try) || __extension__({ SEH_HERE 0; }))      \
    {                                                                                              \
    }                                                                                              \
    else for (struct seh_frame * seh_of __attribute__((cleanup(seh_finally_left))) =               \
                  SEH_FRAME_OF(seh_in_try);                                                        \
              ; seh_break_in_finally()) for (;; __extension__({                                    \
                                                 if (seh_of->back)                                 \
                                                     __asm__ volatile("movl %0, %%esp; ret"        \
                                                                      :                            \
                                                                      : "r"(seh_of->back));        \
                                                 __asm__ volatile("jmp .Lseh_after_%c0"            \
                                                                  :                                \
                                                                  : "i"(seh_in_try)                \
                                                                  : "memory");                     \
                                                 __builtin_unreachable();                          \
                                             }))

#define __leave goto __leave_is_for_try_blocks

/* clang-format on */

/* ---------------------------------------------------------------- what blocks may ask */

/* DWORD GetExceptionCode(void), in filters and __except blocks. */
#define GetExceptionCode()                                                                         \
    (SEH_REQUIRE(seh_in_except, "GetExceptionCode is for filters and __except blocks"),            \
     SEH_FRAME_OF(seh_in_except)->code)

/* EXCEPTION_POINTERS *GetExceptionInformation(void), in filters. */
#define GetExceptionInformation()                                                                  \
    (SEH_REQUIRE(seh_in_filter, "GetExceptionInformation is for filters"),                         \
     SEH_FRAME_OF(seh_in_filter)->pointers)

/* int AbnormalTermination(void), in __finally blocks. */
#define AbnormalTermination()                                                                      \
    (SEH_REQUIRE(seh_in_finally, "AbnormalTermination is for __finally blocks"),                   \
     SEH_FRAME_OF(seh_in_finally)->back != 0)

#endif
