#include "win32/image/runtime_image.h"

#include "kernel/call/service.h"
#include "win32/image/image_view.h"
#include "win32/image/map.h"

#include <nt.h>
#include <string.h>

/* A module as it lies at its base, in whole pages, which its range borrows there. A module that
 * lies elsewhere has a copy, and so has each of several modules that are one image by other names.
 * Offsets count from runtime_images. */
struct laid_image {
    const struct runtime_module *module; /* NULL: behind the last one */
    uint32_t base, image, size;
    uint32_t outward, count; /* offsets in the image of distances that lead out of it */
};

/* The modules of runtime_images.S; it begins with a laid_image of each module. */
extern const char runtime_images[];

static const void *laid_at(uint32_t offset)
{
    return runtime_images + offset;
}

static const struct laid_image *find_laid(const struct runtime_module *module)
{
    const struct laid_image *laid = laid_at(0);
    while (laid->module != module)
        laid++;
    return laid;
}

static void move_image(const struct laid_image *laid, char *base)
{
    const uint32_t *outward = laid_at(laid->outward);
    uint32_t distance = (uint32_t)base - laid->base;
    for (uint32_t i = 0; i < laid->count; i++)
        *(uint32_t *)(base + outward[i]) -= distance;
    image_headers(base)->OptionalHeader.ImageBase = (uint32_t)base;
}

uint32_t runtime_image_make(const struct runtime_module *module, bool shares, char **base)
{
    const struct laid_image *laid = find_laid(module);
    uint32_t status = image_reserve(laid->base, laid->size, base);
    if (status != STATUS_SUCCESS)
        return status;
    if ((uint32_t)*base == laid->base && !shares) {
        status = sys_region_lend(laid->base, laid_at(laid->image), laid->size);
    } else if (image_commit(*base, laid->size)) {
        memcpy(*base, laid_at(laid->image), laid->size);
        if ((uint32_t)*base != laid->base)
            move_image(laid, *base);
    } else {
        status = STATUS_COMMITMENT_LIMIT;
    }
    if (status != STATUS_SUCCESS)
        image_unmap(*base);
    return status;
}
