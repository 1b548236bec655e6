/* A comparison without a context, as one with it. */
#ifndef LIB_ORDER_H
#define LIB_ORDER_H

struct plain_order {
    int (*compare)(const void *, const void *);
};

/* The context is a plain_order. */
static inline int compare_plain(void *context, const void *left, const void *right)
{
    const struct plain_order *order = (const struct plain_order *)context;
    return order->compare(left, right);
}

#endif
