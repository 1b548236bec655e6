/* The table of services names all entries, so it stands above them. linker.ld hands it down to the
 * way of a service, which names no entry. */
#include "kernel/trap/service_way.h"

static const struct service_row rows[SERVICE_COUNT] __attribute__((used, section(".services"))) = {
#define SERVICE(way, words, result, name, parameters) {user_##name, words, way},
#include "kernel/call/services.h"
#undef SERVICE
};

#define SERVICE(way, words, result, name, parameters)                                              \
    _Static_assert((words) <= SERVICE_WORDS, #name);
#include "kernel/call/services.h"
#undef SERVICE
