/* Arrays without an order are searched from their beginning. (stdlib.h's bsearch searches ordered
 * ones.) compare returns 0 for the element that is meant. _lsearch puts the key behind the last
 * element where it is not found, for which the array has room, and adds 1 to *count. _lfind returns
 * NULL then.
 */
#ifndef LIB_SEARCH_H
#define LIB_SEARCH_H

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

void *_lfind(const void *key, const void *base, unsigned *count, unsigned size,
             int (*compare)(const void *, const void *));
void *_lsearch(const void *key, void *base, unsigned *count, unsigned size,
               int (*compare)(const void *, const void *));
void *lfind(const void *key, const void *base, unsigned *count, unsigned size,
            int (*compare)(const void *, const void *)) __asm__("_lfind");
void *lsearch(const void *key, void *base, unsigned *count, unsigned size,
              int (*compare)(const void *, const void *)) __asm__("_lsearch");

#ifdef __cplusplus
}
#endif

#endif
