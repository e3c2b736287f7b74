#ifndef HEAP_H
#define HEAP_H

// The heap memory of this process in bytes, with the header of each allocation, and the number of allocations. Linking
// this target replaces the C library's functions by ones that count. Only for glibc.
long rsf_heap_bytes(void);
long rsf_heap_count(void);

// Transfers over libcurl alone, with the options of the library's transport. They end the process when libcurl fails.
//
// Loads once from `url`, with a multi handle and an easy handle of its own, and keeps them and the connection.
void rsf_bare_idle(const char *url);
// Adds a transfer to a multi handle, which all calls share. Each has an easy handle.
void rsf_bare_start(const char *url);
// Does the work of these transfers for so many milliseconds.
void rsf_bare_run(int milliseconds);

#endif
