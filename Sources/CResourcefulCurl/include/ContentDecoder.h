// Content codings undone by zlib and by brotli's decoder, found at run time as libcurl is: it needs both itself.
//
// libcurl could undo them, but doesn't say whether a coded body was whole: one that is cut short where the framing of
// HTTP does not show it would be taken for the value.
#ifndef RSF_CONTENT_DECODER_H
#define RSF_CONTENT_DECODER_H

#include <stddef.h>
#include <stdint.h>

enum {
    RSF_CODING_GZIP = 0,     // RFC 1952, one member or several
    RSF_CODING_DEFLATE = 1,  // RFC 1950, or RFC 1951 alone, as some servers send it
    RSF_CODING_BR = 2,       // RFC 7932
};

enum {
    RSF_DECODER_MORE = 0,       // the coded bytes do not end here
    RSF_DECODER_END = 1,        // they end here; what follows is ignored unless it is another member of gzip
    RSF_DECODER_MALFORMED = 2,  // they are not in that coding
};

typedef struct rsf_decoder rsf_decoder;

// Whether the library that undoes the coding is there.
int rsf_coding_is_available(int coding);
// NULL when the library or the memory is not there.
rsf_decoder *rsf_decoder_make(int coding);
void rsf_decoder_free(rsf_decoder *decoder);
// Undoes what fits the output: how many bytes of both were used is left in the counts. When the output is full, there
// may be more of it.
int rsf_decoder_run(
    rsf_decoder *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

#endif
