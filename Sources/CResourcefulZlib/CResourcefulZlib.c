#include "CResourcefulZlib.h"
#include "Linked.h"
#include "ZStream.h"

#include <limits.h>
#include <pthread.h>

// zlib.h: codes, the method, and the window bits that select gzip.
enum { Z_NO_FLUSH = 0, Z_FINISH = 4, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
enum { LEVEL = 6, Z_DEFLATED = 8, BITS_GZIP = 31, MEMORY = 8, Z_DEFAULT_STRATEGY = 0 };

struct rsz_deflater {
    struct rsz_stream zlib;
};

static struct {
    int (*init)(
        struct rsz_stream *, int level, int method, int bits, int memory, int strategy, const char *version, int size);
    int (*deflate)(struct rsz_stream *, int flush);
    int (*end)(struct rsz_stream *);
    int is_there;
} library;

RSZ_DECLARE(deflateInit2_)
RSZ_DECLARE(deflate)
RSZ_DECLARE(deflateEnd)

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = { "libz.so.1", "libz.so", "/usr/lib/libz.1.dylib", NULL };
    void *zlib = NULL;
    for (const char *const *name = names; *name && !zlib; name++) zlib = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    library.init = RSZ_FUNCTION(zlib, deflateInit2_);
    library.deflate = RSZ_FUNCTION(zlib, deflate);
    library.end = RSZ_FUNCTION(zlib, deflateEnd);
    library.is_there = library.init && library.deflate && library.end;
}

rsz_deflater *rsz_deflater_create(void) {
    pthread_once(&once, load);
    rsz_deflater *deflater = library.is_there ? calloc(1, sizeof *deflater) : NULL;
    if (!deflater) return NULL;
    int code = library.init(
        &deflater->zlib, LEVEL, Z_DEFLATED, BITS_GZIP, MEMORY, Z_DEFAULT_STRATEGY, "1.2.11", sizeof deflater->zlib);
    if (code == Z_OK) return deflater;
    free(deflater);
    return NULL;
}

void rsz_deflater_free(rsz_deflater *deflater) {
    if (!deflater) return;
    library.end(&deflater->zlib);
    free(deflater);
}

int rsz_deflate(
    rsz_deflater *deflater, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count,
    int finish) {
    struct rsz_stream *zlib = &deflater->zlib;
    unsigned in_part = *input_count > UINT_MAX / 2 ? UINT_MAX / 2 : (unsigned)*input_count;
    unsigned out_part = *output_count > UINT_MAX / 2 ? UINT_MAX / 2 : (unsigned)*output_count;
    zlib->next_in = input;
    zlib->avail_in = in_part;
    zlib->next_out = output;
    zlib->avail_out = out_part;
    int code = library.deflate(zlib, finish ? Z_FINISH : Z_NO_FLUSH);
    *input_count = in_part - zlib->avail_in;
    *output_count = out_part - zlib->avail_out;
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
}
