/* The one connection of lib/ with what it runs on; see host.h. All NULL until the machine fills it
 * in. */
#include "lib/host.h"

struct lib_host lib_host;
