#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // pthread_getattr_np
#endif
#include "CResourcefulStack.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { RESERVE = 96 * 1024 };

// The end of the thread's stack, and the address below which it is nearly used up.
static _Thread_local uintptr_t end, limit;

static void find_end(void) {
    size_t size = 0;
#if defined(__APPLE__)
    size = pthread_get_stacksize_np(pthread_self());
    end = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - size;
#endif
#if defined(__linux__)
    pthread_attr_t attributes;
    void *lowest = NULL;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) size = 0;
        pthread_attr_destroy(&attributes);
    }
    end = (uintptr_t)lowest;
#endif
    limit = end + (size / 4 < RESERVE ? size / 4 : RESERVE);
    // Without a size, no address is below the limit.
    if (limit == 0) limit = 1;
}

int rss_stack_is_short(void) {
    if (limit == 0) find_end();
    // An address that isn't in this stack is of another one, such as a fiber's.
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return here < limit && here >= end;
}
