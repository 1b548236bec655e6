/* Virtual functions of type_info, which no DLL exports: each type's descriptor points to them, and
 * only type_info's own destructor would be called by them. */
extern const void *const type_info_functions[1] __asm__("??_7type_info@@6B@");
const void *const type_info_functions[1] = {0};
