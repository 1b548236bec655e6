/* The program around a batch file, .bat or .cmd: its name is the file's, its words are the file's
 * arguments. */
#include <stdlib.h>
#include <string.h>

/* Appends a word. Quotes enclose it if it has signs that a command line reads. */
static char *append_word(char *to, const char *word)
{
    const char *quote = !*word || strpbrk(word, " \t&|<>^()=,;") ? "\"" : "";
    *to++ = ' ';
    to = strcpy(to, quote) + strlen(quote);
    to = strcpy(to, word) + strlen(word);
    return strcpy(to, quote) + strlen(quote);
}

int main(int argc, char **argv)
{
    size_t size = 1;
    for (int i = 0; i < argc; i++)
        size += strlen(argv[i]) + 4;
    char *line = malloc(size + 1), *to = line;
    if (!line)
        return 2;
    *to++ = '@'; /* cmd takes quotes off that begin a line */
    for (int i = 0; i < argc; i++)
        to = append_word(to, argv[i]);
    return system(line);
}
