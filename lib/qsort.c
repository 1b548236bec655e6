/* qsort as introsort. Quicksort splits by the median of three. Insertion sort takes short parts.
 * Heapsort takes a part on which quicksort has gone too deep, so no input takes quadratic time.
 */
#include <stdlib.h>

#include <errno.h>
#include <stdint.h>

#include "lib/invalid_parameter.h"
#include "lib/order.h"

/* Below this many elements insertion sort needs fewer comparisons than another partition. */
#define SHORT 8

struct array {
    char *base;
    size_t size; /* of an element */
    int (*compare)(void *context, const void *, const void *);
    void *context;
};

static char *element(const struct array *array, size_t index)
{
    return array->base + index * array->size;
}

static int compare(const struct array *array, size_t left, size_t right)
{
    return array->compare(array->context, element(array, left), element(array, right));
}

static void swap(const struct array *array, size_t left, size_t right)
{
    char *a = element(array, left), *b = element(array, right);
    size_t size = array->size;
    for (; size >= sizeof(uint32_t); size -= sizeof(uint32_t)) {
        uint32_t word = *(uint32_t *)a;
        *(uint32_t *)a = *(uint32_t *)b;
        *(uint32_t *)b = word;
        a += sizeof(uint32_t);
        b += sizeof(uint32_t);
    }
    for (; size != 0; size--) {
        char byte = *a;
        *a++ = *b;
        *b++ = byte;
    }
}

static void insertion_sort(const struct array *array, size_t low, size_t end)
{
    for (size_t i = low + 1; i < end; i++) {
        for (size_t j = i; j > low && compare(array, j - 1, j) > 0; j--)
            swap(array, j - 1, j);
    }
}

/* Restores the heap of count elements from `low`, below one parent. In a heap no child is greater
 * than its parent. */
static void sift_down(const struct array *array, size_t low, size_t parent, size_t count)
{
    for (size_t child; (child = 2 * parent + 1) < count; parent = child) {
        if (child + 1 < count && compare(array, low + child, low + child + 1) < 0)
            child++;
        if (compare(array, low + parent, low + child) >= 0)
            return;
        swap(array, low + parent, low + child);
    }
}

static void heap_sort(const struct array *array, size_t low, size_t end)
{
    size_t count = end - low;
    for (size_t parent = count / 2; parent-- > 0;)
        sift_down(array, low, parent, count);
    while (--count > 0) {
        swap(array, low, low + count);
        sift_down(array, low, 0, count);
    }
}

/* Puts the median of the first, the middle and the last element first. */
static void choose_pivot(const struct array *array, size_t low, size_t end)
{
    size_t middle = low + (end - low) / 2, last = end - 1;
    if (compare(array, middle, last) > 0)
        swap(array, middle, last);
    if (compare(array, low, last) > 0)
        swap(array, low, last);
    if (compare(array, low, middle) < 0)
        swap(array, low, middle);
}

/* Splits [low, end) about the pivot at low. Returns the pivot's new place: no element before it is
 * greater, none behind it is less. Both scans stop at equal elements, so that many equal elements
 * do not all fall on one side. Both also stop at the bounds, even if the comparison contradicts
 * itself. */
static size_t partition(const struct array *array, size_t low, size_t end)
{
    size_t left = low, right = end;
    for (;;) {
        do
            left++;
        while (left < end && compare(array, left, low) < 0);
        do
            right--;
        while (right > low && compare(array, right, low) > 0);
        if (left >= right)
            break;
        swap(array, left, right);
    }
    swap(array, low, right);
    return right;
}

/* Recurses into the smaller part only, so the depth is at most log2 of the length. */
static void sort(const struct array *array, size_t low, size_t end, unsigned splits_left)
{
    while (end - low > SHORT) {
        if (splits_left-- == 0) {
            heap_sort(array, low, end);
            return;
        }
        choose_pivot(array, low, end);
        size_t pivot = partition(array, low, end);
        if (pivot - low < end - pivot) {
            sort(array, low, pivot, splits_left);
            low = pivot + 1;
        } else {
            sort(array, pivot + 1, end, splits_left);
            end = pivot;
        }
    }
    insertion_sort(array, low, end);
}

static void sort_whole(const struct array *array, size_t count)
{
    if (count < 2 || array->size == 0)
        return;
    unsigned log2 = 31 - (unsigned)__builtin_clz((unsigned)count);
    sort(array, 0, count, 2 * log2);
}

void qsort(void *base, size_t count, size_t size, int (*order)(const void *, const void *))
{
    struct plain_order plain = {order};
    struct array array = {.base = base, .size = size, .compare = compare_plain, .context = &plain};
    sort_whole(&array, count);
}

void qsort_s(void *base, size_t count, size_t size,
             int (*order)(void *, const void *, const void *), void *context)
{
    struct array array = {.base = base, .size = size, .compare = order, .context = context};
    if ((!base && count) || !size || !order) {
        invalid_parameter(EINVAL, "qsort_s");
        return;
    }
    sort_whole(&array, count);
}
