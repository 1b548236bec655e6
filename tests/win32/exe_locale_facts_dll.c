/* A library that lies elsewhere. */

int exe_locale_facts(void) { return 1; }
