/* Leads a service from the trap to its entry. */
#include "kernel/cpu/eflags.h"
#include "kernel/services/service.h"
#include "kernel/trap/trap.h"
#include "kernel/trap/user_memory.h"

#include <nt.h>
#include <string.h>

static const struct {
    service_entry *entry;
    uint32_t words;
} services[SERVICE_COUNT] = {
#define SERVICE(words, result, name, parameters) {user_##name, words},
#include "kernel/services/services.h"
#undef SERVICE
};

#define SERVICE(words, result, name, parameters) _Static_assert((words) <= SERVICE_WORDS, #name);
#include "kernel/services/services.h"
#undef SERVICE

struct trap_frame *service_enter(struct trap_frame *frame)
{
    struct service_call call = {.frame = frame};
    uint32_t number = frame->eax;
    if (!trap_from_ring3(frame) || number >= SERVICE_COUNT) {
        frame->eax = STATUS_INVALID_SYSTEM_SERVICE;
        return frame;
    }
    const void *from = (const void *)frame->edx;
    uint32_t size = services[number].words * sizeof call.words[0];
    if (!user_readable(from, size)) {
        frame->eax = STATUS_ACCESS_VIOLATION;
        return frame;
    }
    memcpy(call.words, from, size); /* the checked words are those used */
    interrupts_on();                /* even a long call of ring 3 does not keep them off */
    frame->eax = services[number].entry(&call);
    interrupts_off();
    return frame;
}
