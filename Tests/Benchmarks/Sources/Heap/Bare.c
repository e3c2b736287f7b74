// libcurl alone, found at run time as the library finds it.
#include "Heap.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// curl.h, CURLoption and CURLMoption: what the library sets in each transfer.
enum {
    ERRORBUFFER = 10010, URL = 10002, WRITEDATA = 10001, HTTPHEADER = 10023, WRITEFUNCTION = 20011,
    LOW_SPEED_LIMIT = 19, LOW_SPEED_TIME = 20, BUFFERSIZE = 98, NOSIGNAL = 99, CONNECTTIMEOUT_MS = 156,
    PROTOCOLS = 181, PATH_AS_IS = 234, QUICK_EXIT = 322, MULTI_MAXCONNECTS = 6, SOCKETFUNCTION = 20001,
    WAITS_TO_READ = 1, WAITS_TO_WRITE = 2, WAITS_NO_LONGER = 4, SOCKET_TIMEOUT = -1
};

static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static void *(*multi_init)(void);
static int (*multi_setopt)(void *, int, ...);
static int (*multi_add_handle)(void *, void *);
static int (*multi_remove_handle)(void *, void *);
static int (*multi_perform)(void *, int *);
static int (*multi_poll)(void *, void *, unsigned, int, int *);
static int (*multi_socket_action)(void *, int, int, int *);
static void *(*list_append)(void *, const char *);

static void fail(const char *what) {
    fprintf(stderr, "libcurl alone: %s\n", what);
    exit(1);
}

static void find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    if (!symbol) fail(name);
    memcpy(function, &symbol, sizeof symbol);
}

static void find_libcurl(void) {
    if (easy_init) return;
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) fail("it is not installed");
    int (*global_init)(long);
    find(library, "curl_global_init", &global_init);
    find(library, "curl_easy_setopt", &easy_setopt);
    find(library, "curl_multi_init", &multi_init);
    find(library, "curl_multi_setopt", &multi_setopt);
    find(library, "curl_multi_add_handle", &multi_add_handle);
    find(library, "curl_multi_remove_handle", &multi_remove_handle);
    find(library, "curl_multi_perform", &multi_perform);
    find(library, "curl_multi_poll", &multi_poll);
    find(library, "curl_multi_socket_action", &multi_socket_action);
    find(library, "curl_slist_append", &list_append);
    find(library, "curl_easy_init", &easy_init);
    global_init(3L);
}

static size_t take(char *bytes, size_t size, size_t count, void *context) { return size * count; }

// The error buffer and the lists of fields belong to the caller: with both, a transfer is complete.
static void *make_easy(const char *url) {
    static char text[256];
    static void *fields;
    if (!fields) fields = list_append(list_append(NULL, "Accept-Encoding: br, gzip"), "User-Agent: Resourceful");
    void *easy = easy_init();
    if (!easy || easy_setopt(easy, URL, url)) fail("no handle");
    easy_setopt(easy, WRITEFUNCTION, take);
    easy_setopt(easy, ERRORBUFFER, text);
    easy_setopt(easy, HTTPHEADER, fields);
    easy_setopt(easy, NOSIGNAL, 1L);
    easy_setopt(easy, PROTOCOLS, 3L);
    easy_setopt(easy, PATH_AS_IS, 1L);
    easy_setopt(easy, QUICK_EXIT, 1L);
    easy_setopt(easy, BUFFERSIZE, 65536L);
    easy_setopt(easy, CONNECTTIMEOUT_MS, 30000L);
    easy_setopt(easy, LOW_SPEED_LIMIT, 1L);
    easy_setopt(easy, LOW_SPEED_TIME, 60L);
    return easy;
}

static void *make_multi(long connections) {
    void *multi = multi_init();
    if (!multi) fail("no multi handle");
    multi_setopt(multi, MULTI_MAXCONNECTS, connections);
    return multi;
}

// The one socket of a load, and what libcurl waits for.
static struct pollfd awaited;

static int await_socket(void *easy, int socket, int what, void *context, void *socket_context) {
    awaited.fd = what == WAITS_NO_LONGER ? -1 : socket;
    awaited.events = (what & WAITS_TO_READ ? POLLIN : 0) | (what & WAITS_TO_WRITE ? POLLOUT : 0);
    return 0;
}

// With the interface for event loops, as the library does: libcurl has a table of sockets then.
void rsf_bare_idle(const char *url) {
    find_libcurl();
    void *multi = make_multi(128), *easy = make_easy(url);
    awaited.fd = -1;
    multi_setopt(multi, SOCKETFUNCTION, await_socket);
    multi_add_handle(multi, easy);
    int running = 1;
    while (running) {
        const int isReady = poll(&awaited, 1, 1) > 0;
        const int events = (awaited.revents & POLLIN ? 1 : 0) | (awaited.revents & POLLOUT ? 2 : 0);
        if (multi_socket_action(multi, isReady ? awaited.fd : SOCKET_TIMEOUT, isReady ? events : 0, &running)) {
            fail("a load failed");
        }
    }
    multi_remove_handle(multi, easy);
}

static void *shared;

// With a buffer of the size that the library gives the next of so many transfers.
void rsf_bare_start(const char *url) {
    static long started;
    find_libcurl();
    if (!shared) shared = make_multi(40000);
    const long share = (4L << 20) / ++started;
    void *easy = make_easy(url);
    easy_setopt(easy, BUFFERSIZE, share > 65536 ? 65536L : share < 4096 ? 4096L : share);
    if (multi_add_handle(shared, easy)) fail("a transfer was refused");
}

void rsf_bare_run(int milliseconds) {
    int running;
    for (int left = milliseconds; left > 0; left -= 10) {
        multi_perform(shared, &running);
        multi_poll(shared, NULL, 0, 10, NULL);
    }
}
