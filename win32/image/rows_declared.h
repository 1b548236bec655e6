/* Each inclusion lets a list of exports that follows declare what its rows stand for. The list of a
 * module has EXPORT for a function under its own name, EXPORT_AS for a function of another name,
 * EXPORT_TEXT for a name that is none of C, DATA for a variable,
 * and METHODS for the virtual functions of a class of cxx_classes.h. A function or a variable is
 * known by its name alone: many names stand for functions of several widths, and the compiler's
 * ideas of them do not matter there. */
#undef DECLARE_ROW
#undef EXPORT
#undef EXPORT_AS
#undef EXPORT_TEXT
#undef DATA
#undef METHODS
#define DECLARE_ROW(symbol)       extern const char symbol##_place[] __asm__(#symbol);
#define EXPORT(name)              DECLARE_ROW(name)
#define EXPORT_AS(name, symbol)   DECLARE_ROW(symbol)
#define EXPORT_TEXT(text, symbol) DECLARE_ROW(symbol)
#define DATA(name, symbol)        DECLARE_ROW(symbol)
#define METHODS(text, symbol)     DECLARE_ROW(symbol)
