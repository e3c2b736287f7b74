// What libcurl itself costs: no field is read, nothing is decoded. Started like the contenders in Swift:
//
//     bare-curl SERVER WORKLOAD COUNT AT-ONCE [kept]
//
// What comes is thrown away, unless it is to be kept, as the others keep it: then it is a body in memory for each load.
// One handle that is used again and again; at once, a multi handle with as many. As the library does, it declares what
// it calls and finds libcurl at run time.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// curl.h, CURLoption; multi.h, CURLMsg.
enum {
    WRITEDATA = 10001, URL = 10002, CAINFO = 10065, WRITEFUNCTION = 20011, FAILONERROR = 45, NOSIGNAL = 99,
    PIPEWAIT = 237, MAX_CONCURRENT_STREAMS = 16, MESSAGE_DONE = 1
};
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

static int (*global_init)(long);
static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_perform)(void *);
static void (*easy_cleanup)(void *);
static void *(*multi_init)(void);
static int (*multi_setopt)(void *, int, ...);
static int (*multi_add_handle)(void *, void *);
static int (*multi_remove_handle)(void *, void *);
static int (*multi_perform)(void *, int *);
static int (*multi_poll)(void *, void *, unsigned, int, int *);
static struct message *(*multi_info_read)(void *, int *);

static void fail(const char *what) {
    fprintf(stderr, "bare-curl: %s\n", what);
    exit(1);
}

static void find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    if (!symbol) fail(name);
    memcpy(function, &symbol, sizeof symbol);
}

static void find_libcurl(void) {
#ifdef __APPLE__
    void *library = dlopen("/usr/lib/libcurl.4.dylib", RTLD_NOW);
#else
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
#endif
    if (!library) fail("libcurl is not installed");
    find(library, "curl_global_init", &global_init);
    find(library, "curl_easy_init", &easy_init);
    find(library, "curl_easy_setopt", &easy_setopt);
    find(library, "curl_easy_perform", &easy_perform);
    find(library, "curl_easy_cleanup", &easy_cleanup);
    find(library, "curl_multi_init", &multi_init);
    find(library, "curl_multi_setopt", &multi_setopt);
    find(library, "curl_multi_add_handle", &multi_add_handle);
    find(library, "curl_multi_remove_handle", &multi_remove_handle);
    find(library, "curl_multi_perform", &multi_perform);
    find(library, "curl_multi_poll", &multi_poll);
    find(library, "curl_multi_info_read", &multi_info_read);
    global_init(3L);
}

static FILE *file;
static long long received;

// A body that is kept, as one who wants to read it as a whole does; the size is not known beforehand.
static int keeps;
static char *body;
static size_t body_size, body_capacity;

static size_t keep(const char *bytes, size_t count) {
    if (body_size + count > body_capacity) {
        body_capacity = body_capacity * 2 > body_size + count ? body_capacity * 2 : body_size + count;
        char *larger = realloc(body, body_capacity);
        if (!larger) return 0;
        body = larger;
    }
    memcpy(body + body_size, bytes, count);
    body_size += count;
    return count;
}

static void forget(void) {
    free(body);
    body = NULL;
    body_size = body_capacity = 0;
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    received += (long long)(size * count);
    if (keeps) return keep(bytes, size * count);
    return file ? fwrite(bytes, size, count, file) : size * count;
}

static void *make_handle(const char *url) {
    void *easy = easy_init();
    if (!easy || easy_setopt(easy, URL, url)) fail("no handle");
    easy_setopt(easy, WRITEFUNCTION, take);
    easy_setopt(easy, FAILONERROR, 1L);
    easy_setopt(easy, NOSIGNAL, 1L);
    const char *folder = getenv("RESOURCEFUL_SERVERS");
    if (!strncmp(url, "https:", 6) && folder) {
        char authority[1024];
        snprintf(authority, sizeof authority, "%s/ca.pem", folder);
        easy_setopt(easy, CAINFO, authority);
        easy_setopt(easy, PIPEWAIT, 1L);
    }
    return easy;
}

static void load_with_own_handles(const char *url, long count) {
    for (long i = 0; i < count; i++) {
        void *easy = make_handle(url);
        if (easy_perform(easy)) fail("a load failed");
        easy_cleanup(easy);
    }
}

static void load_in_sequence(void *easy, long count) {
    for (long i = 0; i < count; i++) {
        if (easy_perform(easy)) fail("a load failed");
        if (keeps) forget();
    }
}

static void load_at_once(void *multi, void **handles, long at_once, long count) {
    long begun = 0, ended = 0;
    for (; begun < at_once && begun < count; begun++) multi_add_handle(multi, handles[begun]);
    while (ended < count) {
        int running, left;
        multi_perform(multi, &running);
        struct message *message;
        while ((message = multi_info_read(multi, &left))) {
            if (message->kind != MESSAGE_DONE || message->data.result) fail("a load failed");
            void *easy = message->easy;
            multi_remove_handle(multi, easy);
            ended++;
            if (begun++ < count) multi_add_handle(multi, easy);
        }
        if (ended < count) multi_poll(multi, NULL, 0, 1000, NULL);
    }
}

static long long nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long processor_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000LL +
        (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000LL;
}

// On Linux, ru_maxrss begins with what the program that started this one used.
static long peak_memory(void) {
    long peak = 0;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
    if (status) fclose(status);
    return peak;
}

int main(int count, char **words) {
    if (count < 5) fail("usage: SERVER WORKLOAD COUNT AT-ONCE");
    const char *workload = words[2];
    const long loads = atol(words[3]), at_once = atol(words[4]);
    const int first = !strcmp(workload, "first-load");
    const char *path = !strcmp(workload, "small") || first ? "small.json"
        : !strcmp(workload, "list-bytes") ? "list.json" : !strncmp(workload, "download", 8) ? "big.bin" : NULL;
    keeps = count > 5 && !strcmp(words[5], "kept");
    if (keeps && (strcmp(workload, "list-bytes") || at_once > 1)) path = NULL;
    if (!path || at_once < 1 || at_once > 1000) return puts("null"), 0;
    const int big = !strcmp(path, "big.bin");
    if (!strcmp(workload, "download-to-file") && !(file = tmpfile())) fail("no file");

    find_libcurl();
    char url[1024];
    snprintf(url, sizeof url, "%s%s", words[1], path);
    void *handles[1000], *multi = multi_init();
    for (long i = 0; i < at_once; i++) handles[i] = make_handle(url);
    multi_setopt(multi, MAX_CONCURRENT_STREAMS, at_once);
    // By itself, so that the others find its connection where they can share one.
    if (at_once > 1) load_at_once(multi, handles, 1, 1);
    const long warm_up = big ? 0 : first ? 20 : 1000;
    long long wall = 0, processor = 0;
    for (int round = 0; round < 2; round++) {
        wall = nanoseconds(), processor = processor_time(), received = 0;
        const long wanted = round == 0 ? warm_up : loads;
        if (first) load_with_own_handles(url, wanted);
        else if (at_once > 1) load_at_once(multi, handles, at_once, wanted);
        else load_in_sequence(handles[0], wanted);
    }
    wall = nanoseconds() - wall, processor = processor_time() - processor;
    if (received % loads || (big && received / loads != 200 << 20)) fail("a body is incomplete");
    printf("{\"wall\": %lld, \"cpu\": %lld, \"peak\": %ld}\n", wall, processor, peak_memory());
}
