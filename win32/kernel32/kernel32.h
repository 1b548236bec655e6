/* What declares the calls of kernel32 that files of Windows alone make. */
#ifndef WIN32_KERNEL32_KERNEL32_H
#define WIN32_KERNEL32_KERNEL32_H

#include "win32/files/folder_changes.h"
#include "win32/files/mailslots.h"
#include "win32/kernel32/atoms.h"
#include "win32/kernel32/binary_type.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/kernel32/console_events.h"
#include "win32/kernel32/contexts.h"
#include "win32/kernel32/dll_folders.h"
#include "win32/kernel32/dos_dates.h"
#include "win32/kernel32/file_copies.h"
#include "win32/kernel32/file_facts.h"
#include "win32/kernel32/fold_string.h"
#include "win32/kernel32/format_dates.h"
#include "win32/kernel32/format_numbers.h"
#include "win32/kernel32/heap_walk.h"
#include "win32/kernel32/jobs.h"
#include "win32/kernel32/locale_facts.h"
#include "win32/kernel32/machine_facts.h"
#include "win32/kernel32/named_macros.h"
#include "win32/kernel32/old_files.h"
#include "win32/kernel32/process_facts.h"
#include "win32/kernel32/profiles.h"
#include "win32/kernel32/search_settings.h"
#include "win32/kernel32/snapshots.h"
#include "win32/kernel32/thread_selectors.h"
#include "win32/kernel32/verify_version.h"
#include "win32/kernel32/volumes.h"
#include "win32/locale/locale_changes.h"

#endif
