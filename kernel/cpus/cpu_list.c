/* Looking for the heads of tables in low memory. */
#include "kernel/cpus/cpu_list.h"

#define PARAGRAPH   16u
#define STEP        0x1000u
#define DATA_AT     0x40Eu /* the firmware keeps the segment of its data here */
#define DATA_LOWEST 0x400u
#define DATA_END    0xA0000u

uint32_t table_search(uint32_t start, uint32_t size, firmware_view *view,
                      bool (*is)(const uint8_t *bytes), uint32_t room)
{
    for (uint32_t at = 0; at < size; at += STEP) {
        uint32_t part = size - at < STEP ? size - at : STEP;
        const uint8_t *bytes = view(start + at, part + room);
        for (uint32_t i = 0; bytes && i < part; i += PARAGRAPH)
            if (is(bytes + i))
                return start + at + i;
    }
    return 0;
}

uint32_t table_firmware_data(firmware_view *view)
{
    const uint8_t *segment = view(DATA_AT, 2);
    uint32_t at = segment ? table_word(segment, 2) * PARAGRAPH : 0;
    return at >= DATA_LOWEST && at < DATA_END ? at : 0;
}
