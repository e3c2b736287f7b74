// Put before a program (LD_PRELOAD), it hides libcurl from it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

void *dlopen(const char *name, int flags) {
    if (name && strstr(name, "libcurl")) return NULL;
    void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return real(name, flags);
}
