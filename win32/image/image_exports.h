/* Finding what an image in memory exports. Ordinary code, either ring. */
#ifndef WIN32_IMAGE_IMAGE_EXPORTS_H
#define WIN32_IMAGE_IMAGE_EXPORTS_H

#include <nt.h>
#include <stdint.h>

struct image_export {
    const char *address;
    const char *forwarder; /* "MODULE.name" or "MODULE.#number" of another module, else NULL */
};

/* Finds a name, for which `number` is the hint, an index; or the export of that ordinal, without a
 * name. STATUS_PROCEDURE_NOT_FOUND: the image exports nothing. STATUS_ENTRYPOINT_NOT_FOUND,
 * STATUS_ORDINAL_NOT_FOUND. */
uint32_t image_find_export(const char *base, const char *name, uint32_t number,
                           struct image_export *found);

#endif
