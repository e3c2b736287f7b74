#ifndef CRESOURCEFULZLIB_ZSTREAM_H
#define CRESOURCEFULZLIB_ZSTREAM_H

#include <stdint.h>

// zlib.h, z_stream.
struct rsz_stream {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *(*allocate)(void *, unsigned, unsigned);
    void (*release)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

#endif
