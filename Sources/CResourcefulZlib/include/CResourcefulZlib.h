#ifndef CRESOURCEFULZLIB_H
#define CRESOURCEFULZLIB_H

#include "Linked.h"
#include <stddef.h>
#include "ZStream.h"

#include <stdint.h>

// The compressor of zlib, found when the first one is made: nothing is linked, and no headers are needed.
typedef struct rsz_deflater rsz_deflater;

// One that makes gzip (RFC 1952), without name and time; NULL when there is no zlib, or no memory.
rsz_deflater *rsz_deflater_create(void);

void rsz_deflater_free(rsz_deflater *deflater);

// Compresses: takes bytes from the input and puts some into the output, and says how many of each. With `finish` that
// was all: then it is to be called until it has nothing more to put. Returns 0 when zlib fails.
int rsz_deflate(
    rsz_deflater *deflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count,
    int finish);

#endif
