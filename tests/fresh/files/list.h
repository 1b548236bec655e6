void print_words(int count, char **words);
