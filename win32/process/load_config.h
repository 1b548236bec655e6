/* The load configuration of an image: its security cookie, and which exception handlers it has. */
#ifndef WIN32_PROCESS_LOAD_CONFIG_H
#define WIN32_PROCESS_LOAD_CONFIG_H

/* Gives the image a cookie of its own, unless it has one, and notes what it says of its handlers.
 * With the loader's lock, before its pages get their rights, and before any of its code runs. */
void load_config_read(char *base);

/* With the loader's lock, before the image goes. */
void load_config_forget(const char *base);

/* From now on only those handlers outside of the runtime are called that Windows 7 calls. */
void load_config_check_handlers(void);

#endif
