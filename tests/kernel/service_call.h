/* A service called by its number, as ring 3 can do it. */
#ifndef TESTS_SERVICE_CALL_H
#define TESTS_SERVICE_CALL_H

#include <stdint.h>

static inline uint32_t service(uint32_t number, const void *words)
{
    uint32_t result = number;
    __asm__ volatile("int $0x2E" : "+a"(result) : "d"(words) : "memory", "cc");
    return result;
}

#endif
