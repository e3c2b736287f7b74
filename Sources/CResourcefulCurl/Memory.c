#include "Memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && !defined(__ANDROID__)
#include <malloc.h>
#else
#define NO_KEEPING 1
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(NO_KEEPING)
#define NO_KEEPING 1
#endif
#endif

// The sizes of blocks: each that glibc makes, up to 8 KB, and further ones in steps of 4 KB, up to libcurl's largest
// buffer.
enum { SMALL_STEP = 16, SMALLEST = 24, SMALL_COUNT = 512, LARGE_STEP = 4096, LARGE_COUNT = 32 };
enum { SMALL_END = SMALLEST + SMALL_STEP * (SMALL_COUNT - 1), LARGE_END = SMALL_END + LARGE_STEP * LARGE_COUNT };

struct block {
    struct block *next;
};

struct rsf_memory {
    size_t bytes;
    struct block *blocks[SMALL_COUNT + LARGE_COUNT];
};

static _Thread_local rsf_memory *used;

static size_t size_of_class(size_t class) {
    return class < SMALL_COUNT ? SMALLEST + SMALL_STEP * class : SMALL_END + LARGE_STEP * (class - SMALL_COUNT + 1);
}

// The class of the smallest blocks that have at least a size, which is LARGE_END at most.
static size_t class_for(size_t size) {
    if (size <= SMALLEST) return 0;
    if (size <= SMALL_END) return (size - SMALLEST + SMALL_STEP - 1) / SMALL_STEP;
    return SMALL_COUNT + (size - SMALL_END - 1) / LARGE_STEP;
}

// The class of the largest blocks that are no larger than a size, from SMALLEST to LARGE_END.
static size_t class_within(size_t size) {
    if (size < SMALL_END + LARGE_STEP) {
        return (size < SMALL_END ? size - SMALLEST : SMALL_END - SMALLEST) / SMALL_STEP;
    }
    return SMALL_COUNT + (size - SMALL_END) / LARGE_STEP - 1;
}

#ifdef NO_KEEPING
static size_t usable_size(void *pointer) { (void)pointer; return 0; }
#else
static size_t usable_size(void *pointer) { return malloc_usable_size(pointer); }
#endif

static void *take(rsf_memory *memory, size_t class) {
    struct block *block = memory->blocks[class];
    if (!block) return NULL;
    memory->blocks[class] = block->next;
    memory->bytes -= size_of_class(class);
    return block;
}

void *rsf_memory_allocate(size_t size) {
    if (!used || size > LARGE_END) return malloc(size);
    const size_t class = class_for(size);
    void *block = take(used, class);
    return block ? block : malloc(size_of_class(class));
}

void *rsf_memory_allocate_zeroed(size_t count, size_t size) {
    size_t all;
    if (!used || __builtin_mul_overflow(count, size, &all) || all > LARGE_END) return calloc(count, size);
    const size_t class = class_for(all);
    void *block = take(used, class);
    return block ? memset(block, 0, all) : calloc(1, size_of_class(class));
}

void *rsf_memory_reallocate(void *pointer, size_t size) {
    if (!used) return realloc(pointer, size);
    if (!pointer) return rsf_memory_allocate(size);
    const size_t usable = usable_size(pointer);
    if (usable > LARGE_END || size > LARGE_END || size == 0) return realloc(pointer, size);
    if (size <= usable) return pointer;
    void *block = rsf_memory_allocate(size);
    if (!block) return NULL;
    memcpy(block, pointer, usable);
    rsf_memory_free(pointer);
    return block;
}

char *rsf_memory_copy(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = rsf_memory_allocate(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static __attribute__((noinline)) void give(void *pointer) {
    const size_t usable = used ? usable_size(pointer) : 0;
    if (usable < SMALLEST || usable > LARGE_END) {
        free(pointer);
        return;
    }
    const size_t class = class_within(usable), bytes = used->bytes + size_of_class(class);
    if (bytes > RSF_MEMORY_LIMIT) {
        rsf_memory_trim(used);
        free(pointer);
        return;
    }
    struct block *block = pointer;
    block->next = used->blocks[class];
    used->blocks[class] = block;
    used->bytes = bytes;
}

void rsf_memory_free(void *pointer) {
    // Three of four calls have nothing to free: libcurl frees each text that a transfer could have had.
    if (pointer) give(pointer);
}

rsf_memory *rsf_memory_make(void) {
#ifdef NO_KEEPING
    return NULL;
#else
    return calloc(1, sizeof(rsf_memory));
#endif
}

void rsf_memory_release(rsf_memory *memory) {
    rsf_memory_trim(memory);
    free(memory);
}

rsf_memory *rsf_memory_use(rsf_memory *memory) {
    rsf_memory *before = used;
    used = memory;
    return before;
}

__attribute__((noinline)) void rsf_memory_trim(rsf_memory *memory) {
    if (!memory || !memory->bytes) return;
    for (size_t class = 0; class < SMALL_COUNT + LARGE_COUNT; class++) {
        for (void *block; (block = take(memory, class));) free(block);
    }
}

size_t rsf_memory_kept(const rsf_memory *memory) { return memory ? memory->bytes : 0; }
