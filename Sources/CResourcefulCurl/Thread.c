#define _GNU_SOURCE  // pthread_setname_np
#include "CResourcefulCurl.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
#ifdef __linux__
    pthread_setname_np(pthread_self(), "resourceful");
#endif
    start.body(start.context);
    return NULL;
}

int rsf_thread_start(void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return -1;
    *start = (struct start){ body, context };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int code = pthread_create(&thread, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (code) free(start);
    return code;
}
