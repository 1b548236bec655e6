/* The headers that declare the calls of ntdll that files of Windows alone make. */
#ifndef WIN32_NTDLL_NTDLL_H
#define WIN32_NTDLL_NTDLL_H

#include "win32/ntdll/bit_maps.h"
#include "win32/ntdll/debug_buffer.h"
#include "win32/ntdll/ldr_calls.h"
#include "win32/ntdll/named_objects.h"
#include "win32/ntdll/nt_files.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_ports.h"
#include "win32/ntdll/nt_sections.h"
#include "win32/ntdll/nt_threads.h"
#include "win32/ntdll/object_facts.h"
#include "win32/ntdll/pool_calls.h"
#include "win32/ntdll/process_parameters.h"
#include "win32/ntdll/rtl_addresses.h"
#include "win32/ntdll/rtl_atoms.h"
#include "win32/ntdll/rtl_environment.h"
#include "win32/ntdll/rtl_handles.h"
#include "win32/ntdll/rtl_messages.h"
#include "win32/ntdll/rtl_numbers.h"
#include "win32/ntdll/rtl_resources.h"
#include "win32/ntdll/rtl_texts.h"
#include "win32/ntdll/rtl_times.h"
#include "win32/ntdll/rtl_unicode.h"
#include "win32/ntdll/rtl_words.h"
#include "win32/ntdll/section_facts.h"
#include "win32/ntdll/system_objects.h"
#include "win32/ntdll/system_settings.h"
#include "win32/process/dll_listeners.h"

#endif
