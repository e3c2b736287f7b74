#ifndef CRESOURCEFULZLIB_H
#define CRESOURCEFULZLIB_H

#include "Linked.h"
#include <stddef.h>
#include "ZStream.h"

#include <stdint.h>

// A compressor that uses zlib, which is loaded when the first one is created: it needs no linking and no headers.
typedef struct rsz_deflater rsz_deflater;

// Creates a compressor for gzip (RFC 1952) without name and time. Returns NULL if there is no zlib or not enough
// memory.
rsz_deflater *rsz_deflater_create(void);

void rsz_deflater_free(rsz_deflater *deflater);

// Compresses bytes from the input into the output, and sets both counts to the number of bytes used. With `finish`, the
// input is the last: call it until it writes no more output. Returns 0 if zlib fails.
int rsz_deflate(
    rsz_deflater *deflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count,
    int finish);

// Decompresses gzip into an output of the size that its end declares. Returns 1 if that is exactly all of it, and 0 if
// it isn't, or if there is no zlib.
int rsz_gunzip(const void *input, size_t input_count, void *output, size_t output_count);

#endif
