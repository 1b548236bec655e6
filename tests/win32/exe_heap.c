/* Memory of heaps, by the C library and by handles. */

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int main(void)
{
    HANDLE heap = GetProcessHeap();
    char *block = malloc(17);
    memset(block, 'm', 17);
    printf("malloc: size %d, aligned %d\n", _msize(block) >= 17, (ULONG_PTR)block % 8 == 0);
    block = realloc(block, 100000);
    printf("realloc: kept %d, size %d\n", block[0] == 'm' && block[16] == 'm',
           _msize(block) >= 100000);
    free(block);
    free(NULL);
    char *zeros = calloc(3, 5);
    printf("calloc: size %d, zeros %d\n", _msize(zeros) >= 15, zeros[0] == 0 && zeros[14] == 0);
    free(zeros);
    void *volatile none = malloc(0);
    printf("malloc(0): %d\n", none != NULL);
    free(none);
    none = malloc(0x7FFFFFF0);
    printf("too much: %d\n", none == NULL);
    free(none);

    char *bytes = HeapAlloc(heap, HEAP_ZERO_MEMORY, 13);
    printf("HeapAlloc: size %d, zeros %d\n", (int)HeapSize(heap, 0, bytes), bytes[12] == 0);
    bytes[12] = 'x';
    bytes = HeapReAlloc(heap, HEAP_ZERO_MEMORY, bytes, 4000);
    printf("HeapReAlloc: size %d, %c, zero %d\n", (int)HeapSize(heap, 0, bytes), bytes[12],
           bytes[13] == 0 && bytes[3999] == 0);
    printf("valid %d, ", HeapValidate(heap, 0, bytes));
    printf("freed %d, NULL %d\n", HeapFree(heap, 0, bytes), HeapFree(heap, 0, NULL));

    HANDLE own = HeapCreate(0, 0x1000, 0);
    printf("own heap: %d, a block %d\n", own != NULL, HeapAlloc(own, 0, 0x1000) != NULL);
    printf("destroyed %d\n", HeapDestroy(own));
    return 0;
}
