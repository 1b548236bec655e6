/* Compression of buffers, by ntdll's calls: LZNT1, in chunks of 4,096 bytes. Return STATUS_SUCCESS,
 * STATUS_INVALID_PARAMETER for the formats "none" and "default", STATUS_UNSUPPORTED_COMPRESSION for
 * other ones; the buffers' faults stand below. */
#ifndef WIN32_NTDLL_RTL_COMPRESSION_H
#define WIN32_NTDLL_RTL_COMPRESSION_H

#include <stdint.h>
#include <windef.h>

/* The bytes that the calls below want as working space. */
uint32_t NTAPI RtlGetCompressionWorkSpaceSize(USHORT format, ULONG *to_compress,
                                              ULONG *to_decompress_part);

/* STATUS_BUFFER_TOO_SMALL: there is not room for all. The size of chunks is not looked at. */
uint32_t NTAPI RtlCompressBuffer(USHORT format, const UCHAR *from, ULONG size, UCHAR *to,
                                 ULONG room, ULONG chunk, ULONG *used, void *workspace);

/* STATUS_BAD_COMPRESSION_BUFFER: a chunk is cut off, or refers to what is not there. Stops where
 * there is no more room. */
uint32_t NTAPI RtlDecompressBuffer(USHORT format, UCHAR *to, ULONG room, const UCHAR *from,
                                   ULONG size, ULONG *used);

/* From this byte of the text on. */
uint32_t NTAPI RtlDecompressFragment(USHORT format, UCHAR *to, ULONG room, const UCHAR *from,
                                     ULONG size, ULONG offset, ULONG *used, void *workspace);

#endif
