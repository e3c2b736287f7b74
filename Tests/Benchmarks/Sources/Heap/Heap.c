#include "Heap.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_long bytes, count;

// The size of the chunk, which includes its header.
static long size_of(void *pointer) { return pointer ? (long)(malloc_usable_size(pointer) + sizeof(size_t)) : 0; }

static void *added(void *pointer) {
    if (!pointer) return pointer;
    atomic_fetch_add_explicit(&bytes, size_of(pointer), memory_order_relaxed);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return pointer;
}

void *malloc(size_t size) { return added(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return added(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (!made) return ENOMEM;
    *pointer = made;
    return 0;
}

void *realloc(void *pointer, size_t size) {
    const long before = size_of(pointer);
    void *made = __libc_realloc(pointer, size);
    if (!made && size) return made;
    atomic_fetch_add_explicit(&bytes, size_of(made) - before, memory_order_relaxed);
    atomic_fetch_add_explicit(&count, (made != NULL) - (pointer != NULL), memory_order_relaxed);
    return made;
}

void free(void *pointer) {
    if (!pointer) return;
    atomic_fetch_sub_explicit(&bytes, size_of(pointer), memory_order_relaxed);
    atomic_fetch_sub_explicit(&count, 1, memory_order_relaxed);
    __libc_free(pointer);
}

long rsf_heap_bytes(void) { return atomic_load(&bytes); }
long rsf_heap_count(void) { return atomic_load(&count); }
