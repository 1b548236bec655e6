/* qsort as Windows' libraries have it: programs see which elements are compared, in which order,
 * and where equal elements come to lie. Quicksort splits by the median of three, and a selection
 * of the greatest takes short parts. Heapsort takes a part on which quicksort has gone too deep, so
 * no input takes quadratic time; there the order is another than Windows'. */
#include <stdlib.h>

#include <errno.h>
#include <stdint.h>

#include "lib/invalid_parameter.h"
#include "lib/order.h"

/* Parts of up to this many elements are not split. */
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

/* Puts the greatest of the part behind it, again and again. */
static void selection_sort(const struct array *array, size_t low, size_t end)
{
    while (end > low + 1) {
        size_t greatest = low;
        for (size_t i = low + 1; i < end; i++)
            if (compare(array, i, greatest) > 0)
                greatest = i;
        swap(array, greatest, --end);
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

/* Sorts the first, the middle and the last element. Returns the middle one's place. */
static size_t choose_pivot(const struct array *array, size_t low, size_t last)
{
    size_t middle = low + (last - low + 1) / 2;
    if (compare(array, low, middle) > 0)
        swap(array, low, middle);
    if (compare(array, low, last) > 0)
        swap(array, low, last);
    if (compare(array, middle, last) > 0)
        swap(array, middle, last);
    return middle;
}

/* Splits [low, end) about a pivot: elements before *left_end are not greater than it, elements from
 * *right on are not less, and elements between are equal to it. The scans stay in the part even if
 * the comparison contradicts itself, and no element is compared with itself. */
static void split(const struct array *array, size_t low, size_t end, size_t *left_end,
                  size_t *right)
{
    size_t pivot = choose_pivot(array, low, end - 1), left = low, behind = end - 1;
    for (;;) {
        if (left < pivot)
            do
                left++;
            while (left < pivot && compare(array, left, pivot) <= 0);
        if (left >= pivot)
            do
                left++;
            while (left < end && compare(array, left, pivot) <= 0);
        do
            behind--;
        while (behind > pivot && compare(array, behind, pivot) > 0);
        if (behind < left)
            break;
        swap(array, left, behind);
        if (pivot == behind)
            pivot = left;
    }
    behind++;
    if (pivot < behind)
        do
            behind--;
        while (behind > pivot && compare(array, behind, pivot) == 0);
    if (pivot >= behind)
        do
            behind--;
        while (behind > low && compare(array, behind, pivot) == 0);
    *left_end = behind + 1;
    *right = left;
}

/* Recurses into the smaller part only, so the depth is at most log2 of the length. */
static void sort(const struct array *array, size_t low, size_t end, unsigned splits_left)
{
    while (end - low > SHORT) {
        size_t left_end, right;
        if (splits_left-- == 0) {
            heap_sort(array, low, end);
            return;
        }
        split(array, low, end, &left_end, &right);
        if (left_end - low >= end - right) {
            sort(array, right, end, splits_left);
            end = left_end;
        } else {
            sort(array, low, left_end, splits_left);
            low = right;
        }
    }
    selection_sort(array, low, end);
}

static void sort_whole(const struct array *array, size_t count)
{
    if (count < 2 || array->size == 0)
        return;
    count = (count - 1) * array->size / array->size + 1; /* no more than lies in memory */
    unsigned log2 = 31 - (unsigned)__builtin_clz(count);
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
