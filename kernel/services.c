/* The table of services: it names all entries, so it stands above them. */
#include "kernel/trap/service_way.h"

const struct service_row services[SERVICE_COUNT] = {
#define SERVICE(way, words, result, name, parameters) {user_##name, words, way},
#include "kernel/call/services.h"
#undef SERVICE
};

#define SERVICE(way, words, result, name, parameters)                                              \
    _Static_assert((words) <= SERVICE_WORDS, #name);
#include "kernel/call/services.h"
#undef SERVICE
