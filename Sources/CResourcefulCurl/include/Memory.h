// The memory that libcurl works with.
//
// For a transfer, libcurl allocates more than fifty blocks and frees them again. A loop keeps freed blocks for its next
// transfers, in lists by size that only the thread that has its turn uses. All blocks come from malloc, so any thread
// may free each of them, and a program that shares libcurl with this library may call free or curl_free. See
// Docs/Decisions.
#ifndef RSF_MEMORY_H
#define RSF_MEMORY_H

#include <stddef.h>

// What is kept at most, in bytes. If there would be more, all of it is given back.
#define RSF_MEMORY_LIMIT (8u << 20)

typedef struct rsf_memory rsf_memory;

// Returns NULL, with which nothing is kept, if there is no memory, on Android, on systems other than Linux, and with the
// address sanitizer, from which kept blocks would hide errors.
rsf_memory *rsf_memory_make(void);
// No thread may use it.
void rsf_memory_release(rsf_memory *memory);
// From now on, the calling thread takes blocks from there and keeps freed ones there; with NULL, neither. No other
// thread may use it at the same time. Returns what the thread has used so far.
rsf_memory *rsf_memory_use(rsf_memory *memory);
// Gives back the blocks that are kept.
void rsf_memory_trim(rsf_memory *memory);
// The size of the blocks that are kept, in bytes.
size_t rsf_memory_kept(const rsf_memory *memory);

// As in the C standard library, with the memory that the calling thread uses.
void *rsf_memory_allocate(size_t size);
void *rsf_memory_allocate_zeroed(size_t count, size_t size);
void *rsf_memory_reallocate(void *pointer, size_t size);
char *rsf_memory_copy(const char *text);
void rsf_memory_free(void *pointer);

#endif
