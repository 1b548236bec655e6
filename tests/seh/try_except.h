/* Rows of try.c: filters and __except blocks. */
#ifndef TESTS_TRY_EXCEPT_H
#define TESTS_TRY_EXCEPT_H

#include "tests/seh/try_steps.h"

SEH_FUNCTION static int no_exception(void)
{
    int result = 1;
    __try {
        result = 2;
        note('a');
    } __except (answer('F', 1)) {
        note('E');
    }
    return result;
}

SEH_FUNCTION static int executed(void)
{
    int result = 1;
    __try {
        result = 2;
        result = 3 / zero;
        result = 4;
    } __except (answer('F', 1)) {
        note('E');
        result += 10;
    }
    return result;
}

SEH_FUNCTION static int executed_by_any_positive_answer(void)
{
    __try {
        fault();
    } __except (answer('F', 0x40000000)) {
        return 1;
    }
    return 0;
}

SEH_FUNCTION static int continued(void)
{
    int result = 1;
    skipped = 2;
    __try {
        result = 2;
        __asm__ volatile("ud2");
        result += 10;
    } __except (go_on(GetExceptionInformation())) {
        note('E');
    }
    return result;
}

SEH_FUNCTION static int continued_by_any_negative_answer(void)
{
    __try {
        raise();
        note('a');
    } __except (answer('F', -0x40000000)) {
        return 1;
    }
    return 0;
}

SEH_FUNCTION static int searched(void)
{
    __try {
        __try {
            fault();
        } __except (answer('F', 0)) {
            note('e');
        }
        note('a');
    } __except (answer('G', 1)) {
        note('E');
    }
    return 0;
}

/* The filter's own assignments, and those of the block before it, are there afterwards. */
SEH_FUNCTION static int assigned_in_filter(void)
{
    int before = 1, in_block = 0, in_filter = 0;
    char text[40] = "none";
    __try {
        in_block = 1;
        strcpy(text, "block");
        in_block = 2;
        *(volatile int *)0 = 1;
        in_block = 3;
    } __except (in_filter = before + in_block, text[0] = 'c', 1) {
        return in_filter * 100 + in_block * 10 + (strcmp(text, "clock") == 0);
    }
    return 0;
}

SEH_FUNCTION static int assigned_by_filter_then_continued(void)
{
    int answers = 0;
    double sum = 0.25;
    skipped = 2;
    __try {
        for (int i = 0; i < 3; i++) {
            sum += 0.5;
            __asm__ volatile("ud2");
        }
    } __except (answers++, sum *= 2, go_on(GetExceptionInformation())) {
        return -1;
    }
    return answers * 1000 + (int)(sum * 4);
}

/* A call with more arguments than any other of the function, from a filter. */
struct large {
    int words[40];
};

static int sum_of(struct large large, int a, int b, int c, int d)
{
    for (int i = 0; i < 40; i++)
        a += large.words[i];
    return a + b * 10 + c * 100 + d * 1000;
}

SEH_FUNCTION static int large_arguments_in_filter(void)
{
    struct large large;
    int guard[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i < 40; i++)
        large.words[i] = i;
    __try {
        fault();
    } __except ((sum = sum_of(large, 4, 3, 2, 1)) == 4 + 780 + 30 + 200 + 1000) {
        note('E');
    }
    return guard[0] + guard[1] + guard[2] + guard[3] + sum;
}

SEH_FUNCTION static int code_in_filter_and_block(void)
{
    DWORD in_filter = 0;
    __try {
        raise();
    } __except (in_filter = GetExceptionCode(), 1) {
        return in_filter == CODE && GetExceptionCode() == CODE;
    }
    return 0;
}

SEH_FUNCTION static int code_behind_a_statement_inside(void)
{
    __try {
        raise();
    } __except (1) {
        __try {
            fault();
        } __except (GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION) {
            if (GetExceptionCode() == STATUS_ILLEGAL_INSTRUCTION)
                note('E');
        }
        return GetExceptionCode() == CODE;
    }
    return 0;
}

SEH_FUNCTION static int information(void)
{
    EXCEPTION_RECORD record = {0};
    DWORD eip = 0;
    __try {
        fault();
    } __except (record = *GetExceptionInformation()->ExceptionRecord,
                eip = GetExceptionInformation()->ContextRecord->Eip, 1) {
        return record.ExceptionCode == STATUS_ILLEGAL_INSTRUCTION &&
               record.ExceptionAddress == (PVOID)eip;
    }
    return 0;
}

SEH_FUNCTION static int several(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        __try {
            sum += 10 / (i - 1);
        } __except (answer('F', 1)) {
            sum += 100;
            continue;
        }
        __try {
            if (i == 2)
                raise();
            sum += 1000;
        } __except (answer('G', 1)) {
            sum += 10000;
            break;
        }
    }
    return sum;
}

SEH_FUNCTION static int single_statement(int which)
{
    if (which)
        __try {
            raise();
        } __except (1) {
            note('E');
        }
    else
        note('x');
    switch (which) {
    case 1: __try { raise();
        } __except (1) {
            break;
        }
        note('x');
    }
    return which;
}

static int single_statements(void) { return single_statement(1) + single_statement(0); }

SEH_FUNCTION static int leave_in_loops(void)
{
    int i = 0;
    __try {
        for (;;) {
            while (1) {
                if (++i == 3)
                    __leave;
            }
        }
    } __except (1) {
        note('E');
    }
    __try {
        __try {
            raise();
        } __except (1) {
            __leave; /* the outer block's */
        }
        note('x');
    } __except (1) {
        note('E');
    }
    return i;
}

#endif
