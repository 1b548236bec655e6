#include "list.h"
#include <stdio.h>

void print_words(int count, char **words)
{
    for (int i = 0; i < count; i++)
        printf("%s ", words[i]);
}
