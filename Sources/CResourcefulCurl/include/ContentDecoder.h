// Decodes content codings with zlib and brotli's decoder. They are loaded at run time, like libcurl, which needs both
// itself.
//
// libcurl can decode them too, but doesn't report whether a coded body was complete: a body that is cut short where
// HTTP's framing doesn't show it would be taken for the value.
#ifndef RSF_CONTENT_DECODER_H
#define RSF_CONTENT_DECODER_H

#include <stddef.h>
#include <stdint.h>

enum {
    RSF_CODING_GZIP = 0,     // RFC 1952, one or more members
    RSF_CODING_DEFLATE = 1,  // RFC 1950, or RFC 1951 alone, as some servers send it
    RSF_CODING_BR = 2,       // RFC 7932
};

enum {
    RSF_DECODER_MORE = 0,       // the coded bytes continue
    RSF_DECODER_END = 1,        // the coded bytes end; what follows is ignored unless it is another gzip member
    RSF_DECODER_MALFORMED = 2,  // the bytes aren't in that coding
};

typedef struct rsf_decoder rsf_decoder;

// Whether the library that decodes the coding is installed.
int rsf_coding_is_available(int coding);
// Returns NULL if the library is missing or there isn't enough memory.
rsf_decoder *rsf_decoder_make(int coding);
void rsf_decoder_free(rsf_decoder *decoder);
// Decodes as much as fits the output, and sets both counts to the number of bytes used. If the output is full, call it
// again: there may be more.
int rsf_decoder_run(
    rsf_decoder *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

#endif
