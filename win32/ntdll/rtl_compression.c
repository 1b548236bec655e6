#include "win32/ntdll/rtl_compression.h"

#include "win32/ntdll/nt_statuses.h"

#include <ntstatus.h>
#include <stdbool.h>
#include <string.h>

enum {
    FORMAT = 0xFF, /* the rest says how hard to try */
    DEFAULT_FORMAT = 1,
    LZNT1 = 2,
    CHUNK = 0x1000,
    HEADER = 2,
    SIZE = 0xFFF, /* of what follows the header, less 1 */
    SIGNATURE = 0x3000,
    COMPRESSED = 0x8000,
    SHORTEST = 3,
    PLACES = 0x1000 /* of the table of places by their first three bytes */
};

static uint32_t check_format(USHORT format)
{
    if ((format & FORMAT) <= DEFAULT_FORMAT)
        return STATUS_INVALID_PARAMETER;
    return (format & FORMAT) == LZNT1 ? STATUS_SUCCESS : STATUS_UNSUPPORTED_COMPRESSION;
}

uint32_t NTAPI RtlGetCompressionWorkSpaceSize(USHORT format, ULONG *to_compress,
                                              ULONG *to_decompress_part)
{
    uint32_t status = check_format(format);
    if (status == STATUS_SUCCESS) {
        *to_compress = PLACES * sizeof(uint16_t);
        *to_decompress_part = CHUNK;
    }
    return status;
}

/* A reference has 16 bits, of which the distance takes as many as the place in the chunk needs, and
 * the length the rest. */
static unsigned length_bits(unsigned place)
{
    unsigned bits = 4;
    while (place > 1u << bits)
        bits++;
    return 16 - bits;
}

/* ---------------------------------------------------------------- to the text */

/* One chunk. Returns the bytes that it has, up to `room`; -1: it is wrong. A reference that does
 * not fit is, too; single bytes that do not are left out. */
static int expand(const UCHAR *from, unsigned size, UCHAR *to, unsigned room)
{
    unsigned used = 0, marks = 0, left = 0;
    for (unsigned i = 0; i < size; marks >>= 1, left--) {
        if (!left) {
            marks = from[i++];
            left = 8;
            if (i == size)
                break;
        }
        if (!(marks & 1)) {
            if (used == room)
                break;
            to[used++] = from[i++];
            continue;
        }
        if (i + 1 == size)
            return -1;
        unsigned bits = length_bits(used), code = from[i] | (unsigned)from[i + 1] << 8;
        unsigned distance = (code >> bits) + 1, length = (code & ((1u << bits) - 1)) + SHORTEST;
        if (distance > used || length > room - used)
            return -1;
        for (; length; length--, used++)
            to[used] = to[used - distance];
        i += 2;
    }
    return (int)used;
}

static unsigned header_at(const UCHAR *from)
{
    return from[0] | (unsigned)from[1] << 8;
}

static unsigned least(unsigned one, unsigned other)
{
    return one < other ? one : other;
}

/* One chunk, packed or as it is. */
static int unpack(const UCHAR *from, UCHAR *to, unsigned room)
{
    unsigned header = header_at(from), size = (header & SIZE) + 1;
    if (header & COMPRESSED)
        return expand(from + HEADER, size, to, least(room, CHUNK));
    memcpy(to, from + HEADER, least(size, room));
    return (int)least(size, room);
}

static bool is_whole(const UCHAR *from, ULONG size)
{
    return size > HEADER && (header_at(from) & SIZE) + 1 <= size - HEADER;
}

/* A chunk that is not the last one and too short is filled up with zeros. */
uint32_t NTAPI RtlDecompressBuffer(USHORT format, UCHAR *to, ULONG room, const UCHAR *from,
                                   ULONG size, ULONG *used)
{
    uint32_t status = check_format(format);
    ULONG done = 0, begin = 0;
    if (status != STATUS_SUCCESS)
        return status;
    for (bool is_first = true; is_first || (size >= HEADER && header_at(from)); is_first = false) {
        if (!is_whole(from, size))
            return STATUS_BAD_COMPRESSION_BUFFER;
        if (!is_first) {
            begin = least(begin + CHUNK, room);
            memset(to + done, 0, begin - done);
            done = begin;
        }
        if (done == room)
            break;
        int length = unpack(from, to + done, room - done);
        if (length < 0)
            return STATUS_BAD_COMPRESSION_BUFFER;
        done += (ULONG)length;
        ULONG chunk = HEADER + (header_at(from) & SIZE) + 1;
        from += chunk;
        size -= chunk;
        if (done == room)
            break;
    }
    *used = done;
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlDecompressFragment(USHORT format, UCHAR *to, ULONG room, const UCHAR *from,
                                     ULONG size, ULONG offset, ULONG *used, void *workspace)
{
    uint32_t status = check_format(format);
    ULONG done = 0;
    if (status != STATUS_SUCCESS)
        return status;
    for (bool is_first = true; is_first || (size >= HEADER && header_at(from)); is_first = false) {
        if (!is_whole(from, size))
            return STATUS_BAD_COMPRESSION_BUFFER;
        ULONG chunk = HEADER + (header_at(from) & SIZE) + 1;
        if (offset >= CHUNK) {
            offset -= CHUNK;
        } else {
            int length = unpack(from, workspace, CHUNK);
            bool is_packed = header_at(from) & COMPRESSED;
            if (length < 0 || (!is_packed && length < CHUNK))
                return STATUS_BAD_COMPRESSION_BUFFER;
            if ((ULONG)length <= offset && offset) { /* zeros are behind the chunk */
                memset((UCHAR *)workspace + length, 0, CHUNK - (unsigned)length);
                length = CHUNK;
            }
            ULONG part = (ULONG)length > offset ? least((ULONG)length - offset, room - done) : 0;
            memcpy(to + done, (UCHAR *)workspace + offset, part);
            done += part;
            offset = 0;
        }
        from += chunk;
        size -= chunk;
        if (done == room)
            break;
    }
    *used = done;
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- from the text */

static unsigned slot_of(const UCHAR *text)
{
    unsigned word = text[0] | (unsigned)text[1] << 8 | (unsigned)text[2] << 16;
    return (word * 2654435761u) >> 20; /* PLACES of them */
}

/* The length of the longest reference from `at` to an earlier place; less than SHORTEST: none. */
static unsigned match(const UCHAR *text, unsigned at, unsigned size, unsigned earlier)
{
    unsigned longest = (1u << length_bits(at)) - 1 + SHORTEST, length = 0;
    longest = least(longest, size - at);
    while (length < longest && text[earlier + length] == text[at + length])
        length++;
    return length;
}

/* Packs a chunk. Returns its bytes; more than `most` if they would be more. places: where the bytes
 * at a place were seen last, plus 1. */
static unsigned pack(const UCHAR *text, unsigned size, UCHAR *to, unsigned most, uint16_t *places)
{
    unsigned used = 0, mark = 0, marked = 8;
    memset(places, 0, PLACES * sizeof *places);
    for (unsigned at = 0; at < size;) {
        if (used + 3 > most)
            return most + 1;
        if (marked == 8) {
            mark = used++;
            to[mark] = 0;
            marked = 0;
        }
        unsigned length = 0, earlier = 0;
        if (size - at >= SHORTEST) {
            uint16_t *place = &places[slot_of(text + at)];
            earlier = *place;
            *place = (uint16_t)(at + 1);
            length = earlier ? match(text, at, size, earlier - 1) : 0;
        }
        if (length >= SHORTEST) {
            unsigned bits = length_bits(at);
            unsigned code = (at - earlier) << bits | (length - SHORTEST);
            to[mark] |= (UCHAR)(1u << marked);
            to[used++] = (UCHAR)code;
            to[used++] = (UCHAR)(code >> 8);
            at += length;
        } else {
            to[used++] = text[at++];
        }
        marked++;
    }
    return used;
}

uint32_t NTAPI RtlCompressBuffer(USHORT format, const UCHAR *from, ULONG size, UCHAR *to,
                                 ULONG room, ULONG chunk, ULONG *used, void *workspace)
{
    uint32_t status = check_format(format);
    ULONG done = 0;
    (void)chunk;
    if (status != STATUS_SUCCESS)
        return status;
    while (size) {
        unsigned part = least(size, CHUNK), kind = SIGNATURE | COMPRESSED;
        if (room - done < HEADER)
            return STATUS_BUFFER_TOO_SMALL;
        unsigned most = least(part, room - done - HEADER);
        unsigned length = pack(from, part, to + done + HEADER, most, workspace);
        if (length > most) { /* the chunk would grow: it is kept as it is, and its head says so */
            if (most < part)
                return STATUS_BUFFER_TOO_SMALL;
            memcpy(to + done + HEADER, from, part);
            length = part;
            kind = SIGNATURE;
        }
        to[done] = (UCHAR)(length - 1);
        to[done + 1] = (UCHAR)((kind | (length - 1)) >> 8);
        done += HEADER + length;
        from += part;
        size -= part;
    }
    *used = done;
    return STATUS_SUCCESS;
}
