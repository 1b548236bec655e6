/* The random program that tests/seh/seh_model.c runs, and how it is read. */
#ifndef TESTS_SEH_MODEL_PROGRAM_H
#define TESTS_SEH_MODEL_PROGRAM_H

#include "tests/model/image.h"
#include "tests/seh/seh_model.h"

#define MOST_FUNCTIONS 64
#define MOST_CODE      8192
#define VECTORED       5 /* the first three are exception handlers, the others continue handlers */
#define FIRST_CONTINUE 3
#define SLOTS          4 /* for longjmp */

/* In the order of tests/model/bytecode.py, with the numbers that follow each in the code. */
enum operation {
    MARK,       /* id */
    RAISE,      /* how, code, flags, count */
    FAULT,      /* kind */
    ABNORMAL,   /* */
    CALL,       /* function */
    TRY,        /* level, 0 outside of all blocks */
    FINALLY,    /* block */
    UNWIND,     /* level */
    JUMP,       /* place */
    RETURN,     /* */
    RETURN_NOW, /* : out of a __finally block */
    SETJUMP,    /* slot, place after longjmp */
    LONGJUMP,   /* slot, value */
    VISIT,      /* counter, how many visits went elsewhere, place for those after this one */
    CHANGE,     /* register and value, or 6 and where to: 0 behind, 1 landing */
    ANSWER,     /* answer, which frame it names: 0 none, 1 own, 2 next */
    EXECUTE,    /* 0 unwind with a new record, 1 with this one */
    BAD_UNWIND, /* */
    ADD,        /* vectored handler, first */
    REMOVE,     /* vectored handler */
    STATEMENT,  /* block, place behind it: a __try statement of a native function */
    BLOCK_END,  /* */
    OUT,        /* how many statements to leave, place after that */
};
enum how { BY_RAISE_EXCEPTION, BY_RTL_RAISE_EXCEPTION, BY_RTL_RAISE_STATUS };
enum kind { KIND_3, KIND_4, KIND_RAW, KIND_NATIVE };

#define ANSWER_BIAS 100
#define CODE(low)   (0xE0000000u + (low))

static struct function {
    unsigned id, kind, first_block, body, after, search, unwind;
} functions[MOST_FUNCTIONS];

static struct block {
    unsigned level, filter, handler, id; /* level around it; place of the filter + 1; place */
} blocks[MODEL_BLOCKS];

static struct vectored {
    unsigned installed, place; /* 0 no, 1 last, 2 first */
    PVOID handle;
} vectored[VECTORED];

static unsigned code_length;
static uint16_t code[MOST_CODE];

/* The scope tables that _except_handler3 and 4 read. The second kind has its four words in front.
 */
static struct {
    LONG gs_cookie, gs_cookie_xor, eh_cookie, eh_cookie_xor;
    struct scope_entry entries[MODEL_BLOCKS];
} tables[MOST_FUNCTIONS];

static const char *at; /* in the line */

static unsigned number(void) { return read_number(&at); }

/* Reads a list of rows with so many numbers each. Returns the number of rows. */
static unsigned numbers(unsigned *rows, unsigned width, unsigned most)
{
    unsigned count = number();
    for (unsigned i = 0; i < count * width && i < most * width; i++)
        rows[i] = number();
    return count;
}

static struct scope_entry entry_of(unsigned number, LONG outside)
{
    const struct block *block = &blocks[number];
    char *entry = block->filter ? model_excepts : model_finallys;
    return (struct scope_entry){
        .previous = block->level ? (LONG)block->level - 1 : outside,
        .filter = block->filter ? model_filters + number * MODEL_ENTRY_SIZE : NULL,
        .handler = entry + number * MODEL_ENTRY_SIZE,
    };
}

/* Reads a line of tests/model/bytecode.py. Returns whether it is one. */
static bool read_program(const char *line)
{
    at = line;
    unsigned function_count = numbers(&functions[0].id, 7, MOST_FUNCTIONS);
    unsigned block_count = numbers(&blocks[0].level, 4, MODEL_BLOCKS);
    for (unsigned i = 0; i < VECTORED; i++) {
        vectored[i].installed = number();
        vectored[i].place = number();
    }
    code_length = number();
    if (function_count > MOST_FUNCTIONS || block_count > MODEL_BLOCKS || code_length > MOST_CODE)
        return false;
    for (unsigned i = 0; i < code_length; i++)
        code[i] = (uint16_t)number();
    for (unsigned f = 0; f < function_count; f++) {
        unsigned first = functions[f].first_block;
        for (unsigned i = first; i < block_count; i++)
            tables[f].entries[i - first] = entry_of(i, functions[f].kind == KIND_4 ? -2 : -1);
        tables[f].gs_cookie = OUTSIDE4;
        tables[f].eh_cookie = -0x1C; /* model_function's */
    }
    return *at == '\n' || *at == 0;
}

#endif
