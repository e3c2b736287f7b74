#include "ContentDecoder.h"
#include "Linked.h"
#include "ZStream.h"

#include <limits.h>
#include <pthread.h>

// zlib.h: codes, and the window bits that select the format.
enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
enum { BITS_RAW = -15, BITS_ZLIB = 15, BITS_GZIP = 31 };
// brotli/decode.h, BrotliDecoderResult.
enum { BROTLI_ERROR = 0, BROTLI_SUCCESS = 1 };

static struct {
    int (*inflateInit2_)(struct rsz_stream *, int bits, const char *version, int size);
    int (*inflate)(struct rsz_stream *, int flush);
    int (*inflateReset)(struct rsz_stream *);
    int (*inflateEnd)(struct rsz_stream *);
    void *(*create)(void *allocate, void *release, void *opaque);
    int (*decompress)(
        void *, size_t *avail_in, const uint8_t **next_in, size_t *avail_out, uint8_t **next_out, size_t *total_out);
    void (*destroy)(void *);
    int has_zlib, has_brotli;
} library;

RSZ_DECLARE(inflateInit2_)
RSZ_DECLARE(inflate)
RSZ_DECLARE(inflateReset)
RSZ_DECLARE(inflateEnd)
RSZ_DECLARE(BrotliDecoderCreateInstance)
RSZ_DECLARE(BrotliDecoderDecompressStream)
RSZ_DECLARE(BrotliDecoderDestroyInstance)

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_first(const char *const *names) {
    void *found = NULL;
    for (; *names && !found; names++) found = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return found;
}

static void load(void) {
    static const char *const zlib_names[] = { "libz.so.1", "libz.1.dylib", "/usr/lib/libz.1.dylib", NULL };
    static const char *const brotli_names[] = { "libbrotlidec.so.1", "libbrotlidec.1.dylib", NULL };
    void *zlib = open_first(zlib_names), *brotli = open_first(brotli_names);
    library.inflateInit2_ = RSZ_FUNCTION(zlib, inflateInit2_);
    library.inflate = RSZ_FUNCTION(zlib, inflate);
    library.inflateReset = RSZ_FUNCTION(zlib, inflateReset);
    library.inflateEnd = RSZ_FUNCTION(zlib, inflateEnd);
    library.has_zlib = library.inflateInit2_ && library.inflate && library.inflateReset && library.inflateEnd;
    library.create = RSZ_FUNCTION(brotli, BrotliDecoderCreateInstance);
    library.decompress = RSZ_FUNCTION(brotli, BrotliDecoderDecompressStream);
    library.destroy = RSZ_FUNCTION(brotli, BrotliDecoderDestroyInstance);
    library.has_brotli = library.create && library.decompress && library.destroy;
}

int rsf_coding_is_available(int coding) {
    pthread_once(&once, load);
    return coding == RSF_CODING_BR ? library.has_brotli : library.has_zlib;
}

struct rsf_decoder {
    int coding;
    int is_begun;  // whether zlib's stream is initialized
    int is_at_end;
    // Bytes that don't begin a member have followed the end.
    int is_over;
    int has_first;  // of deflate: whether the first of the two bytes that identify the format has arrived
    uint8_t first;
    struct rsz_stream zlib;
    void *brotli;
};

rsf_decoder *rsf_decoder_make(int coding) {
    if (!rsf_coding_is_available(coding)) return NULL;
    rsf_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding;
    if (coding == RSF_CODING_BR && !(decoder->brotli = library.create(NULL, NULL, NULL))) {
        free(decoder);
        return NULL;
    }
    return decoder;
}

void rsf_decoder_free(rsf_decoder *decoder) {
    if (decoder->is_begun) library.inflateEnd(&decoder->zlib);
    if (decoder->brotli) library.destroy(decoder->brotli);
    free(decoder);
}

static int begin(rsf_decoder *decoder, int bits) {
    decoder->is_begun = library.inflateInit2_(&decoder->zlib, bits, "1.2.11", sizeof decoder->zlib) == Z_OK;
    return decoder->is_begun;
}

static int run_zlib(rsf_decoder *decoder, const uint8_t *in, size_t *in_count, uint8_t *out, size_t *out_count) {
    struct rsz_stream *zlib = &decoder->zlib;
    unsigned in_part = *in_count < UINT_MAX ? *in_count : UINT_MAX;
    unsigned out_part = *out_count < UINT_MAX ? *out_count : UINT_MAX;
    zlib->next_in = in;
    zlib->avail_in = in_part;
    zlib->next_out = out;
    zlib->avail_out = out_part;
    int code = library.inflate(zlib, Z_NO_FLUSH);
    *in_count = in_part - zlib->avail_in;
    *out_count = out_part - zlib->avail_out;
    decoder->is_at_end = code == Z_STREAM_END;
    // Z_BUF_ERROR: zlib needs more input or more space for output.
    return code == Z_STREAM_END ? RSF_DECODER_END
        : code == Z_OK || code == Z_BUF_ERROR ? RSF_DECODER_MORE : RSF_DECODER_MALFORMED;
}

// Detects from the first two bytes whether the deflated data has zlib's format (RFC 1950, section 2.2). Sets the count
// to the number of bytes used; the stream begins once both bytes have arrived.
static int begin_deflate(rsf_decoder *decoder, const uint8_t *in, size_t *in_count) {
    size_t used = 0;
    if (!decoder->has_first) {
        if (!*in_count) return RSF_DECODER_MORE;
        decoder->first = in[used++];
        decoder->has_first = 1;
    }
    int is_whole = used < *in_count;
    int second = is_whole ? in[used] : 0;
    *in_count = used;
    if (!is_whole) return RSF_DECODER_MORE;
    int is_zlib = (decoder->first & 15) == 8 && decoder->first >> 4 <= 7 && (decoder->first << 8 | second) % 31 == 0;
    if (!begin(decoder, is_zlib ? BITS_ZLIB : BITS_RAW)) return RSF_DECODER_MALFORMED;
    uint8_t nothing;
    size_t one = 1, none = 1;
    return run_zlib(decoder, &decoder->first, &one, &nothing, &none);
}

static int run_brotli(rsf_decoder *decoder, const uint8_t *in, size_t *in_count, uint8_t *out, size_t *out_count) {
    size_t in_left = *in_count, out_left = *out_count;
    int result = library.decompress(decoder->brotli, &in_left, &in, &out_left, &out, NULL);
    *in_count -= in_left;
    *out_count -= out_left;
    decoder->is_at_end = result == BROTLI_SUCCESS;
    return result == BROTLI_SUCCESS ? RSF_DECODER_END
        : result == BROTLI_ERROR ? RSF_DECODER_MALFORMED : RSF_DECODER_MORE;
}

// Decodes up to the end of a member.
static int run_member(
    rsf_decoder *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    if (decoder->is_at_end) {
        int is_member =
            !decoder->is_over && decoder->coding == RSF_CODING_GZIP && *input_count && *input == 0x1f;
        if (!is_member) {
            // After other bytes, no further member follows, no matter how the input is divided.
            if (*input_count) decoder->is_over = 1;
            *output_count = 0;
            return RSF_DECODER_END;
        }
        if (library.inflateReset(&decoder->zlib) != Z_OK) return RSF_DECODER_MALFORMED;
        decoder->is_at_end = 0;
    }
    if (decoder->brotli) return run_brotli(decoder, input, input_count, output, output_count);
    if (decoder->is_begun) return run_zlib(decoder, input, input_count, output, output_count);
    if (decoder->coding == RSF_CODING_GZIP) {
        if (!begin(decoder, BITS_GZIP)) return RSF_DECODER_MALFORMED;
        return run_zlib(decoder, input, input_count, output, output_count);
    }
    size_t used = *input_count;
    int result = begin_deflate(decoder, input, &used);
    if (result != RSF_DECODER_MORE || !decoder->is_begun) {
        *input_count = used;
        *output_count = 0;
        return result;
    }
    size_t rest = *input_count - used;
    result = run_zlib(decoder, input + used, &rest, output, output_count);
    *input_count = used + rest;
    return result;
}

int rsf_decoder_run(
    rsf_decoder *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    size_t used = 0, made = 0;
    int result, may_continue;
    // Many short members fill one piece of output.
    do {
        size_t in_part = *input_count - used, out_part = *output_count - made;
        result = run_member(decoder, input + used, &in_part, output + made, &out_part);
        used += in_part;
        made += out_part;
        may_continue = result == RSF_DECODER_END && decoder->coding == RSF_CODING_GZIP && !decoder->is_over
            && used < *input_count && made < *output_count && input[used] == 0x1f;
    } while (may_continue);
    *input_count = used;
    *output_count = made;
    return result;
}
