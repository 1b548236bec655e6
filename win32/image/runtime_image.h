/* The runtime's modules look like PE images in memory, for programs that walk the loader's lists
 * and the tables of exports. */
#ifndef WIN32_IMAGE_RUNTIME_IMAGE_H
#define WIN32_IMAGE_RUNTIME_IMAGE_H

#include "win32/image/runtime_module.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes the module an image, at its own base if that is free, else elsewhere; stores the base. Its
 * sections get their rights when it is bound, as those of a file. shares: others are made of it,
 * too, and what a program writes to one is not to be in them. STATUS_NO_MEMORY,
 * STATUS_COMMITMENT_LIMIT. Ordinary code. */
uint32_t runtime_image_make(const struct runtime_module *module, bool shares, char **base);

#endif
