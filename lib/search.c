/* Searching in arrays, with an order and without. */
#include <search.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/invalid_parameter.h"
#include "lib/order.h"

static void *search(const void *key, const void *base, size_t count, size_t size,
                    int (*compare)(void *, const void *, const void *), void *context)
{
    const char *low = base;
    while (count != 0) {
        const char *middle = low + count / 2 * size;
        int order = compare(context, key, middle);
        if (order == 0)
            return (void *)middle;
        if (order > 0) {
            low = middle + size;
            count--;
        }
        count /= 2;
    }
    return NULL;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    struct plain_order order = {compare};
    return search(key, base, count, size, compare_plain, &order);
}

void *bsearch_s(const void *key, const void *base, size_t count, size_t size,
                int (*compare)(void *, const void *, const void *), void *context)
{
    if ((!base && count) || !size || !compare) {
        invalid_parameter(EINVAL, "bsearch_s");
        return NULL;
    }
    return search(key, base, count, size, compare, context);
}

void *_lfind(const void *key, const void *base, unsigned *count, unsigned size,
             int (*compare)(const void *, const void *))
{
    const char *next = base;
    for (unsigned i = 0; i < *count; i++, next += size)
        if (compare(key, next) == 0)
            return (void *)next;
    return NULL;
}

void *_lsearch(const void *key, void *base, unsigned *count, unsigned size,
               int (*compare)(const void *, const void *))
{
    void *found = _lfind(key, base, count, size, compare);
    return found ? found : memcpy((char *)base + size * (*count)++, key, size);
}
