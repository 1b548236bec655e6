/* Clears pages. */
#ifndef KERNEL_MEMORY_PAGE_CLEAR_H
#define KERNEL_MEMORY_PAGE_CLEAR_H

/* Fills a page with zeros. Ring 0. */
void page_clear(void *page);

#endif
