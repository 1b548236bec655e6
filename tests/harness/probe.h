/* Runs a few bytes of machine code and catches their exceptions. */
#ifndef TESTS_PROBE_H
#define TESTS_PROBE_H

#include <nt.h>
#include <stdbool.h>

struct probe {
    unsigned raised;         /* how many exceptions; the rest is of the first */
    EXCEPTION_RECORD record; /* as the handler saw it */
    CONTEXT context;
};

#define PROBE_CODE_SIZE 4096 /* behind it nothing is mapped */

/* Where probe_run puts the code: writable, executable, in the lower half. */
uint8_t *probe_code(void);

/* Calls the code with eax 11111111h, ecx 22222222h, edx 33333333h and ebx, esi, edi zero; it may
 * end by a return or by an exception, which ends it, too. The FPU is fresh before and after. */
void probe_run(const uint8_t *code, size_t length, struct probe *probe);

/* Whether this is QEMU's own translator. Its known gaps are in gaps.c. */
bool probe_on_tcg(void);

#endif
