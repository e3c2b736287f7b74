#include "CResourcefulCurl.h"
#include "Linked.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// curl.h, curl_global_init_mem: everything.
#define GLOBAL_DEFAULT 3L
// curl.h, CURLoption: the options that set the callbacks and their contexts.
enum {
    PRIVATE = 10103, WRITEDATA = 10001, READDATA = 10009, HEADERDATA = 10029, SEEKDATA = 10168, PREREQDATA = 10313,
    OPENSOCKETDATA = 10164, CLOSESOCKETDATA = 10209, OPENSOCKETFUNCTION = 20163, CLOSESOCKETFUNCTION = 20208,
    DEBUGDATA = 10095, DEBUGFUNCTION = 20094,
    WRITEFUNCTION = 20011, READFUNCTION = 20012, HEADERFUNCTION = 20079, SEEKFUNCTION = 20167, PREREQFUNCTION = 20312,
};

// curl.h, CURLINFO: the context of a handle, and its TLS connection.
enum { INFO_PRIVATE = 0x100000 + 21, INFO_TLS_SESSION = 0x400000 + 45 };

// multi.h, CURLMoption: likewise.
enum { SOCKETDATA = 10002, TIMERDATA = 10005, SOCKETFUNCTION = 20001, TIMERFUNCTION = 20004 };

// curl.h, CURLOPT_SHARE; CURLSHoption; curl_lock_data: a share itself, TLS sessions, and how many there may be.
enum { SHARE = 10100, SHARE_WHAT = 1, SHARE_LOCK = 3, SHARE_UNLOCK = 4, SHARE_CONTEXT = 5 };
enum { LOCK_TLS_SESSIONS = 4, LOCK_COUNT = 16 };

// multi.h, CURLMsg.
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};
enum { MESSAGE_DONE = 1 };

static struct {
    int (*global_init_mem)(
        long, void *(*)(size_t), void (*)(void *), void *(*)(void *, size_t), char *(*)(const char *),
        void *(*)(size_t, size_t));
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    int (*easy_pause)(void *, int);
    const char *(*easy_strerror)(int);
    const char *(*version)(void);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_socket_action)(void *, int, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
    void *(*share_init)(void);
    int (*share_cleanup)(void *);
    int (*share_setopt)(void *, int, ...);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
} curl;

#define FOR_EACH_SYMBOL(DO) \
    DO(global_init_mem) DO(easy_init) DO(easy_cleanup) DO(easy_setopt) DO(easy_getinfo) DO(easy_pause) DO(easy_strerror) \
    DO(version) DO(multi_init) DO(multi_cleanup) DO(multi_setopt) DO(multi_add_handle) DO(multi_remove_handle) \
    DO(multi_socket_action) DO(multi_wakeup) DO(multi_info_read) DO(share_init) DO(share_cleanup) DO(share_setopt) \
    DO(slist_append) DO(slist_free_all)

#define DECLARE(name) RSZ_DECLARE(curl_##name)
FOR_EACH_SYMBOL(DECLARE)
#undef DECLARE

// OpenSSL's, if libcurl uses it (ssl.h, crypto.h).
RSZ_DECLARE(CRYPTO_get_ex_new_index)
RSZ_DECLARE(SSL_set_ex_data)
RSZ_DECLARE(SSL_get_ex_data)
RSZ_DECLARE(SSL_set_info_callback)
static struct {
    int (*set_data)(void *connection, int index, void *data);
    void *(*data)(const void *connection, int index);
    void (*set_listener)(void *connection, void (*)(const void *connection, int where, int value));
    int index;
} tls = { .index = -1 };
enum { READ_ALERT = 0x4004, ALERT_CLOSE_NOTIFY = 0x100 };

static void load_tls(void *library) {
    int (*new_index)(int, long, void *, void *, void *, void *) =
        (int (*)(int, long, void *, void *, void *, void *))RSZ_FUNCTION(library, CRYPTO_get_ex_new_index);
    tls.set_data = (int (*)(void *, int, void *))RSZ_FUNCTION(library, SSL_set_ex_data);
    tls.data = (void *(*)(const void *, int))RSZ_FUNCTION(library, SSL_get_ex_data);
    tls.set_listener =
        (void (*)(void *, void (*)(const void *, int, int)))RSZ_FUNCTION(library, SSL_set_info_callback);
    // crypto.h: CRYPTO_EX_INDEX_SSL.
    if (new_index && tls.set_data && tls.data && tls.set_listener) tls.index = new_index(0, 0, NULL, NULL, NULL, NULL);
}

static const char *problem;
static char problem_text[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib",
#else
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so",
#endif
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

static void load(void) {
    void *library = RSZ_LINKED(curl_multi_init) ? NULL : open_library();
    if (!library && !RSZ_LINKED(curl_multi_init)) {
        problem = RSZ_MAY_BE_STATIC
            ? "libcurl is neither linked into the program nor installed. A static program can't open libcurl.so.4: link "
              "libcurl (-Xlinker -u -Xlinker curl_multi_init -Xlinker -lcurl), or use URLSession (the package's trait URLSession)."
            : "libcurl is not installed: the shared library libcurl.so.4 was not found. "
              "Install it with the package libcurl4 (Debian, Ubuntu) or libcurl (Fedora, Amazon Linux, Alpine), or use "
              "URLSession (the package's trait URLSession).";
        return;
    }
    struct { void **function; const char *name; void *linked; } const symbols[] = {
#define SYMBOL(name) { (void **)&curl.name, "curl_" #name, RSZ_LINKED(curl_##name) },
        FOR_EACH_SYMBOL(SYMBOL)
#undef SYMBOL
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        *symbols[i].function = rsz_function(library, symbols[i].name, symbols[i].linked);
        if (!*symbols[i].function) {
            snprintf(
                problem_text, sizeof problem_text,
                "The installed libcurl is too old: it has no %s. Version 7.68 or later is needed (package libcurl4).",
                symbols[i].name);
            problem = problem_text;
            return;
        }
    }
    load_tls(library);
    // glibc returns memory at the end of its heap to the system as soon as more than 128 KB are free, and gets it back
    // page by page for the next transfer, which costs more than everything else. Freeing a block of a megabyte raises
    // that limit to two (mallopt(3), M_MMAP_THRESHOLD).
    void *volatile block = malloc(1 << 20);
    free(block);
    // If the program has initialized libcurl before, libcurl keeps its functions.
    int code = curl.global_init_mem(
        GLOBAL_DEFAULT, rsf_memory_allocate, rsf_memory_free, rsf_memory_reallocate, rsf_memory_copy,
        rsf_memory_allocate_zeroed);
    if (code != 0) problem = "libcurl could not be initialized.";
}

const char *rsf_curl_load(void) {
    pthread_once(&once, load);
    return problem;
}

const char *rsf_curl_version(void) { return curl.version(); }

int rsf_curl_is_quiet(void) {
    int major = 0, minor = 0;
    if (sscanf(curl.version(), "libcurl/%d.%d", &major, &minor) != 2) return 0;
    return major > 7 || (major == 7 && minor >= 87);
}

double rsf_easy_double(rsf_easy *easy, int info) {
    double value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : -1;
}
long rsf_easy_long(rsf_easy *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : -1;
}
rsf_easy *rsf_easy_init(void) { return curl.easy_init(); }
void rsf_easy_cleanup(rsf_easy *easy) { curl.easy_cleanup(easy); }
int rsf_easy_set_long(rsf_easy *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int rsf_easy_set_offset(rsf_easy *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int rsf_easy_set_string(rsf_easy *easy, int option, const char *value) {
    return curl.easy_setopt(easy, option, value);
}
int rsf_easy_set_pointer(rsf_easy *easy, int option, void *value) { return curl.easy_setopt(easy, option, value); }

int rsf_easy_set_blob(rsf_easy *easy, int option, const void *bytes, size_t count) {
    // easy.h, struct curl_blob: CURL_BLOB_COPY.
    struct { void *data; size_t length; unsigned flags; } blob = { (void *)bytes, count, 1 };
    return curl.easy_setopt(easy, option, &blob);
}

int rsf_easy_set_callbacks(
    rsf_easy *easy, rsf_bytes_callback head, rsf_bytes_callback body, rsf_bytes_callback upload,
    rsf_seek_callback rewind, void *context) {
    int code = curl.easy_setopt(easy, PRIVATE, context);
    if (!code) code = curl.easy_setopt(easy, HEADERFUNCTION, head);
    if (!code) code = curl.easy_setopt(easy, HEADERDATA, context);
    if (!code) code = curl.easy_setopt(easy, WRITEFUNCTION, body);
    if (!code) code = curl.easy_setopt(easy, WRITEDATA, context);
    if (!code && upload) code = curl.easy_setopt(easy, READFUNCTION, upload);
    if (!code && upload) code = curl.easy_setopt(easy, READDATA, context);
    if (!code && rewind) code = curl.easy_setopt(easy, SEEKFUNCTION, rewind);
    if (!code && rewind) code = curl.easy_setopt(easy, SEEKDATA, context);
    return code;
}

int rsf_easy_set_sending(rsf_easy *easy, rsf_sending_callback sending, void *context) {
    int code = curl.easy_setopt(easy, PREREQFUNCTION, sending);
    return code ? code : curl.easy_setopt(easy, PREREQDATA, context);
}

int rsf_easy_set_listener(rsf_easy *easy, rsf_listener_callback listener, void *context) {
    int code = curl.easy_setopt(easy, DEBUGFUNCTION, listener);
    return code ? code : curl.easy_setopt(easy, DEBUGDATA, context);
}

// The numbers of the connections that ended last. A connection may outlive its transfer, so it has no pointer to one.
enum { ENDED_COUNT = 1024 };
static _Atomic uint64_t ended[ENDED_COUNT];
static _Atomic uint64_t ended_index, watched_count;

static void hear_tls(const void *connection, int where, int value) {
    if (where != READ_ALERT || value != ALERT_CLOSE_NOTIFY) return;
    ended[ended_index++ % ENDED_COUNT] = (uintptr_t)tls.data(connection, tls.index);
}

uint64_t rsf_easy_watch_tls_end(rsf_easy *easy) {
    // curl.h: CURLINFO_TLS_SSL_PTR, CURLSSLBACKEND_OPENSSL.
    struct { int backend; void *connection; } *session = NULL;
    if (tls.index < 0 || curl.easy_getinfo(easy, INFO_TLS_SESSION, &session) || !session) return 0;
    if (session->backend != 1 || !session->connection) return 0;
    uint64_t number = ++watched_count;
    if (!tls.set_data(session->connection, tls.index, (void *)(uintptr_t)number)) return 0;
    tls.set_listener(session->connection, hear_tls);
    return number;
}

int rsf_tls_has_ended(uint64_t number) {
    for (int i = 0; i < ENDED_COUNT; i++) if (ended[i] == number) return 1;
    return 0;
}

int rsf_easy_resume(rsf_easy *easy) { return curl.easy_pause(easy, 0); }
// curl.h, curl_sockaddr: the address at the end has the given length.
struct address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    struct sockaddr address;
};

static int open_socket(void *poller, int purpose, struct address *address) {
    (void)purpose;
    return rsf_poller_open(poller, address->family, address->type, address->protocol);
}

// Whether the address may be connected to. Addresses of unknown families may not.
static int is_allowed(const rsf_guard *guard, const struct address *address) {
    if (address->family == AF_INET && address->length >= sizeof(struct sockaddr_in)) {
        const struct sockaddr_in *internet = (const void *)&address->address;
        return guard->allows(guard->context, &internet->sin_addr, sizeof internet->sin_addr);
    }
    if (address->family == AF_INET6 && address->length >= sizeof(struct sockaddr_in6)) {
        const struct sockaddr_in6 *internet = (const void *)&address->address;
        return guard->allows(guard->context, &internet->sin6_addr, sizeof internet->sin6_addr);
    }
    return 0;
}

static int open_guarded_socket(void *context, int purpose, struct address *address) {
    rsf_guard *guard = context;
    return is_allowed(guard, address) ? open_socket(guard->poller, purpose, address) : -1;
}

static int close_socket(void *poller, int socket) {
    rsf_poller_close(poller, socket);
    return 0;
}

int rsf_easy_set_poller(rsf_easy *easy, rsf_poller *poller) {
    int code = curl.easy_setopt(easy, OPENSOCKETFUNCTION, open_socket);
    if (!code) code = curl.easy_setopt(easy, OPENSOCKETDATA, poller);
    if (!code) code = curl.easy_setopt(easy, CLOSESOCKETFUNCTION, close_socket);
    return code ? code : curl.easy_setopt(easy, CLOSESOCKETDATA, poller);
}

int rsf_easy_set_guarded_poller(rsf_easy *easy, rsf_guard *guard) {
    int code = rsf_easy_set_poller(easy, guard->poller);
    if (!code) code = curl.easy_setopt(easy, OPENSOCKETFUNCTION, open_guarded_socket);
    return code ? code : curl.easy_setopt(easy, OPENSOCKETDATA, guard);
}

struct rsf_share {
    void *share;
    pthread_mutex_t locks[LOCK_COUNT];
};

static void lock_share(void *easy, int data, int access, void *share) {
    (void)easy;
    (void)access;
    if (data >= 0 && data < LOCK_COUNT) pthread_mutex_lock(&((rsf_share *)share)->locks[data]);
}

static void unlock_share(void *easy, int data, void *share) {
    (void)easy;
    if (data >= 0 && data < LOCK_COUNT) pthread_mutex_unlock(&((rsf_share *)share)->locks[data]);
}

rsf_share *rsf_share_make(void) {
    rsf_share *share = calloc(1, sizeof *share);
    if (!share) return NULL;
    for (int i = 0; i < LOCK_COUNT; i++) pthread_mutex_init(&share->locks[i], NULL);
    share->share = curl.share_init();
    int code = !share->share;
    if (!code) code = curl.share_setopt(share->share, SHARE_LOCK, lock_share);
    if (!code) code = curl.share_setopt(share->share, SHARE_UNLOCK, unlock_share);
    if (!code) code = curl.share_setopt(share->share, SHARE_CONTEXT, share);
    if (!code) code = curl.share_setopt(share->share, SHARE_WHAT, LOCK_TLS_SESSIONS);
    if (!code) return share;
    rsf_share_free(share);
    return NULL;
}

void rsf_share_free(rsf_share *share) {
    if (share->share) curl.share_cleanup(share->share);
    for (int i = 0; i < LOCK_COUNT; i++) pthread_mutex_destroy(&share->locks[i]);
    free(share);
}

int rsf_easy_set_share(rsf_easy *easy, rsf_share *share) { return curl.easy_setopt(easy, SHARE, share->share); }

const char *rsf_easy_strerror(int code) { return curl.easy_strerror(code); }
const char *rsf_system_error(int number) { return strerror(number); }

#ifdef __linux__
#include <sys/ioctl.h>

// A handle has two sockets to wake a wait of libcurl's, which is never used here. Old versions let child processes
// inherit them, and don't give their numbers: they are two of the lowest that were free before, and a byte is under way
// between them.
enum { SEARCHED = 64 };

static uint64_t open_descriptors(int lowest) {
    uint64_t open = 0;
    for (int index = 0; index < SEARCHED; index++)
        if (fcntl(lowest + index, F_GETFD) >= 0) open |= (uint64_t)1 << index;
    return open;
}

static void close_wakeup_on_exec(rsf_multi *multi, int lowest, uint64_t open_before) {
    if (curl.multi_wakeup(multi)) return;
    for (int index = 0; index < SEARCHED; index++) {
        const int number = lowest + index;
        const int flags = open_before >> index & 1 ? -1 : fcntl(number, F_GETFD);
        if (flags < 0 || flags & FD_CLOEXEC) continue;
        int domain = 0, unread = 0, unsent = 0;
        socklen_t size = sizeof domain;
        if (getsockopt(number, SOL_SOCKET, SO_DOMAIN, &domain, &size) || domain != AF_UNIX) continue;
        if (ioctl(number, FIONREAD, &unread) || ioctl(number, TIOCOUTQ, &unsent)) continue;
        if (unread == 1 || unsent > 0) fcntl(number, F_SETFD, flags | FD_CLOEXEC);
    }
}

rsf_multi *rsf_multi_init(void) {
    const int lowest = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (lowest >= 0) close(lowest);
    const uint64_t open_before = lowest >= 0 ? open_descriptors(lowest) : 0;
    rsf_multi *multi = curl.multi_init();
    if (multi && lowest >= 0) close_wakeup_on_exec(multi, lowest, open_before);
    return multi;
}
#else
rsf_multi *rsf_multi_init(void) { return curl.multi_init(); }
#endif
void rsf_multi_cleanup(rsf_multi *multi) { curl.multi_cleanup(multi); }
int rsf_multi_set_long(rsf_multi *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
int rsf_multi_add(rsf_multi *multi, rsf_easy *easy) { return curl.multi_add_handle(multi, easy); }
int rsf_multi_remove(rsf_multi *multi, rsf_easy *easy) { return curl.multi_remove_handle(multi, easy); }

static int watch(void *easy, int socket, int wants, void *poller, void *of_socket) {
    (void)easy;
    (void)of_socket;
    rsf_poller_watch(poller, socket, wants);
    return 0;
}

static int set_timer(void *multi, long milliseconds, void *timer) {
    (void)multi;
    *(long *)timer = milliseconds;
    return 0;
}

int rsf_multi_set_poller(rsf_multi *multi, rsf_poller *poller, long *timer) {
    int code = curl.multi_setopt(multi, SOCKETFUNCTION, watch);
    if (!code) code = curl.multi_setopt(multi, SOCKETDATA, poller);
    if (!code) code = curl.multi_setopt(multi, TIMERFUNCTION, set_timer);
    return code ? code : curl.multi_setopt(multi, TIMERDATA, timer);
}

int rsf_multi_socket_ready(rsf_multi *multi, rsf_poller *poller, int socket, int ready) {
    int running;
    rsf_poller_count_call(poller);
    const int code = curl.multi_socket_action(multi, socket, ready, &running);
    rsf_poller_count_call(poller);
    return code;
}

int rsf_multi_time_out(rsf_multi *multi, rsf_poller *poller) {
    return rsf_multi_socket_ready(multi, poller, -1, 0);
}

void *rsf_multi_next_done(rsf_multi *multi, int *code) {
    int left;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        void *context = NULL;
        if (message->kind != MESSAGE_DONE || curl.easy_getinfo(message->easy, INFO_PRIVATE, &context)) continue;
        *code = message->data.result;
        return context;
    }
    return NULL;
}

rsf_list *rsf_list_append(rsf_list *list, const char *line) { return curl.slist_append(list, line); }

rsf_list *rsf_list_append_field(
    rsf_list *list, const void *name, size_t name_count, const void *value, size_t value_count) {
    char usual[512];
    size_t count = name_count + value_count + 3;
    char *line = count <= sizeof usual ? usual : malloc(count);
    if (!line) return NULL;
    memcpy(line, name, name_count);
    char *end = line + name_count;
    if (value_count) {
        *end++ = ':';
        *end++ = ' ';
        memcpy(end, value, value_count);
        end += value_count;
    } else {
        *end++ = ';';
    }
    *end = 0;
    list = curl.slist_append(list, line);
    if (line != usual) free(line);
    return list;
}

void rsf_list_free(rsf_list *list) { curl.slist_free_all(list); }
