#include "CResourcefulZlib.h"
#include "Linked.h"
#include "ZStream.h"

#include <limits.h>
#include <pthread.h>

// zlib.h: codes, and the window bits that select gzip.
enum { Z_FINISH = 4, Z_OK = 0, Z_STREAM_END = 1 };
enum { BITS_GZIP = 31 };

static struct {
    int (*init)(struct rsz_stream *, int bits, const char *version, int size);
    int (*inflate)(struct rsz_stream *, int flush);
    int (*end)(struct rsz_stream *);
    int is_there;
} library;

RSZ_DECLARE(inflateInit2_)
RSZ_DECLARE(inflate)
RSZ_DECLARE(inflateEnd)

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = { "libz.so.1", "libz.so", "/usr/lib/libz.1.dylib", NULL };
    void *zlib = NULL;
    for (const char *const *name = names; *name && !zlib; name++) zlib = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
    library.init = RSZ_FUNCTION(zlib, inflateInit2_);
    library.inflate = RSZ_FUNCTION(zlib, inflate);
    library.end = RSZ_FUNCTION(zlib, inflateEnd);
    library.is_there = library.init && library.inflate && library.end;
}

int rsz_gunzip(const void *input, size_t input_count, void *output, size_t output_count) {
    pthread_once(&once, load);
    uint8_t nothing;
    struct rsz_stream zlib = { 0 };
    if (!library.is_there || input_count > UINT_MAX || output_count > UINT_MAX) return 0;
    if (library.init(&zlib, BITS_GZIP, "1.2.11", sizeof zlib) != Z_OK) return 0;
    zlib.next_in = input;
    zlib.avail_in = (unsigned)input_count;
    zlib.next_out = output_count ? output : &nothing;
    zlib.avail_out = (unsigned)output_count;
    int code = library.inflate(&zlib, Z_FINISH);
    int is_whole = code == Z_STREAM_END && !zlib.avail_in && !zlib.avail_out;
    library.end(&zlib);
    return is_whole;
}
