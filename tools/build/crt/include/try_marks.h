// Marks for the __try blocks of C++, which tools/build/guard-tries reads. Every source of C++
// includes this file first. A block begins with a mark, and all ways out of it pass by the end of a
// variable.
#pragma once
#pragma clang system_header // its own variable is no matter of -Wshadow

extern "C" void __try_ends(char *) throw(); // not there: guard-tries takes its calls away

#define __try                                                                                      \
    __try {                                                                                        \
        __attribute__((cleanup(__try_ends), unused)) char __in_try;                                \
        __asm__ volatile("# try" : : : "unwind");
#define __except                                                                                   \
    }                                                                                              \
    __except
#define __finally                                                                                  \
    }                                                                                              \
    __finally
