/* Each inclusion lets a list of exports that follows be the elements of an array of struct
 * runtime_export. rows_declared.h comes first. */
#undef EXPORT
#undef EXPORT_AS
#undef EXPORT_TEXT
#undef DATA
#undef METHODS
#define EXPORT(name)              {#name, name##_place, false, NULL, 0},
#define EXPORT_AS(name, symbol)   {#name, symbol##_place, false, NULL, 0},
#define EXPORT_TEXT(text, symbol) {text, symbol##_place, false, NULL, 0},
#define DATA(name, symbol)        {#name, symbol##_place, true, NULL, 0},
/* Behind the locator of the class. */
#define METHODS(text, symbol)     {text, symbol##_place + sizeof(void *), true, NULL, 0},
