/* lib/'s one connection to the machine; see host.h. All fields are NULL until the machine fills
 * them in. */
#include "lib/host.h"

struct lib_host lib_host;
