#include "list.h"
#include <stdio.h>

int answer(void); /* fast.S */

int main(int count, char **words)
{
    char text[16];
    FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
    if (file && fgets(text, sizeof text, file))
        printf("%s", text);
    else
        print_words(count - 1, words + 1);
    printf("%d\n", answer());
    return 0;
}
