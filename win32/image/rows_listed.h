/* Each inclusion lets a list of exports that follows be the elements of an array of struct
 * runtime_export. rows_declared.h comes first. */
#undef EXPORT
#undef EXPORT_AS
#undef EXPORT_TEXT
#undef DATA
#undef METHODS
#define EXPORT(name)              RUNTIME_EXPORT(#name, name##_place, false, NULL, 0),
#define EXPORT_AS(name, symbol)   RUNTIME_EXPORT(#name, symbol##_place, false, NULL, 0),
#define EXPORT_TEXT(text, symbol) RUNTIME_EXPORT(text, symbol##_place, false, NULL, 0),
#define DATA(name, symbol)        RUNTIME_EXPORT(#name, symbol##_place, true, NULL, 0),
/* Behind the locator of the class. */
#define METHODS(text, symbol)     RUNTIME_EXPORT(text, symbol##_place + sizeof(void *), true, NULL, 0),
