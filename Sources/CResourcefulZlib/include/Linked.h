#ifndef RSZ_LINKED_H
#define RSZ_LINKED_H

#include <dlfcn.h>
#include <stdlib.h>

// A statically linked program can't open shared libraries: dlopen fails. On platforms with static programs (musl, as in
// the Static Linux SDK), functions that are linked into the program are called directly: they are declared weak, and
// are NULL if nothing defines them.
#if defined(__linux__) && !defined(__GLIBC__) && !defined(__ANDROID__)
#define RSZ_MAY_BE_STATIC 1
#define RSZ_DECLARE(name) extern void name(void) __attribute__((weak));
#define RSZ_LINKED(name) ((void *)name)
#else
#define RSZ_MAY_BE_STATIC 0
#define RSZ_DECLARE(name)
#define RSZ_LINKED(name) NULL
#endif

// Returns a library's function: the linked one, or else the one in the shared library, if it's installed.
static inline void *rsz_function(void *library, const char *name, void *linked) {
    if (linked) return linked;
    return library ? dlsym(library, name) : NULL;
}

#define RSZ_FUNCTION(library, name) rsz_function(library, #name, RSZ_LINKED(name))

#endif
