/* The model's assembly and C; see seh_model.c. Serves both. */
#ifndef TESTS_SEH_MODEL_H
#define TESTS_SEH_MODEL_H

#define MODEL_BLOCKS     64 /* try blocks that a program may have */
#define MODEL_ENTRY_SIZE 16
#define MODEL_PLACES     7 /* six faults, and RtlRaiseException called directly */

#ifndef __ASSEMBLER__
#include <seh_frames.h>

/* ---------------------------------------------------------------- assembly */

void model_function(unsigned number);
_Noreturn void model_go_on(uint32_t *ebp);
_Noreturn void model_return(uint32_t *ebp);
void model_call_finally(uint32_t *ebp, unsigned number);
int model_abnormal(uint32_t *ebp);
void model_unwind(void *target, EXCEPTION_RECORD *record);
void model_fault(unsigned kind, EXCEPTION_RECORD *record);
extern char model_filters[], model_excepts[], model_finallys[], model_landing[];
extern const struct model_place {
    const char *at, *behind;
} model_places[MODEL_PLACES];

/* ---------------------------------------------------------------- C that the assembly calls */

void model_enter(uint32_t *ebp);
_JUMP_BUFFER *model_run(uint32_t *ebp);
void model_landed(uint32_t *ebp, int value);
int model_filter(uint32_t *ebp, unsigned number);
void model_except(uint32_t *ebp, unsigned number);
void model_finally(uint32_t *ebp, unsigned number, int abnormal);
void model_resumed(uint32_t eax, uint32_t ecx, uint32_t edx, uint32_t ebx, uint32_t esi,
                   uint32_t edi, int landing);
#endif

#endif
