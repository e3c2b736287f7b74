// The functions and constants of libcurl that the transport uses, loaded at run time.
//
// Building this needs no header of libcurl, and linking it needs no libcurl: the names, numbers and signatures below
// are libcurl's ABI, which hasn't changed since 2006. See Docs/Decisions for the reasons.
#ifndef CRESOURCEFULCURL_H
#define CRESOURCEFULCURL_H

#include <stddef.h>
#include <stdint.h>

#include "ContentDecoder.h"
#include "Memory.h"
#include "Poller.h"

typedef void rsf_easy;
typedef void rsf_multi;
typedef void rsf_list;
typedef struct rsf_share rsf_share;

// Finds libcurl and its functions, once. Returns NULL if it finds all of them, or a sentence that says what is missing.
const char *rsf_curl_load(void);
// Returns libcurl's own version text, "libcurl/7.88.1 …". Call it after libcurl was found.
const char *rsf_curl_version(void);
// Whether libcurl never causes a SIGPIPE, so that any thread can call it: since 7.87.
int rsf_curl_is_quiet(void);

// Called with bytes that arrived, or with a buffer to fill; the context is the one passed to rsf_easy_set_callbacks.
typedef size_t (*rsf_bytes_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*rsf_seek_callback)(void *context, int64_t offset, int origin);
// Called each time the request is about to be sent. Returns 0 to continue, or 1 to end the transfer.
typedef int (*rsf_sending_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

// Called with what libcurl does: texts (kind 0), and what is sent and received. The result is ignored.
typedef int (*rsf_listener_callback)(void *easy, int kind, char *text, size_t count, void *context);

typedef int (*rsf_address_callback)(void *context, const void *bytes, size_t count);
// The poller that opens sockets, and the callback that allows them. It must outlive the transfer.
typedef struct {
    rsf_poller *poller;
    rsf_address_callback allows;
    void *context;
} rsf_guard;

enum {
    RSF_OPT_PORT = 3,
    RSF_OPT_VERBOSE = 41,
    RSF_OPT_NOBODY = 44,
    RSF_OPT_SSLVERSION = 32,
    RSF_OPT_UPLOAD = 46,
    RSF_OPT_SSL_VERIFYPEER = 64,
    RSF_OPT_FRESH_CONNECT = 74,
    RSF_OPT_FORBID_REUSE = 75,
    RSF_OPT_HTTPGET = 80,
    RSF_OPT_SSL_VERIFYHOST = 81,
    RSF_OPT_HTTP_VERSION = 84,
    RSF_OPT_BUFFERSIZE = 98,
    RSF_OPT_NOSIGNAL = 99,
    RSF_OPT_TIMEOUT_MS = 155,
    RSF_OPT_CONNECTTIMEOUT_MS = 156,
    RSF_OPT_HTTP_CONTENT_DECODING = 158,
    RSF_OPT_PROTOCOLS = 181,
    RSF_OPT_RTSP_REQUEST = 189,
    RSF_OPT_PATH_AS_IS = 234,
    RSF_OPT_PIPEWAIT = 237,
    RSF_OPT_SUPPRESS_CONNECT_HEADERS = 265,
    RSF_OPT_HTTP09_ALLOWED = 285,
    RSF_OPT_MAXAGE_CONN = 288,
    RSF_OPT_QUICK_EXIT = 322,
    RSF_OPT_URL = 10002,
    RSF_OPT_PROXY = 10004,
    RSF_OPT_ERRORBUFFER = 10010,
    RSF_OPT_HTTPHEADER = 10023,
    RSF_OPT_KEYPASSWD = 10026,
    RSF_OPT_CUSTOMREQUEST = 10036,
    RSF_OPT_INTERFACE = 10062,
    RSF_OPT_CAPATH = 10097,
    RSF_OPT_RESOLVE = 10203,
    RSF_OPT_PINNEDPUBLICKEY = 10230,
    RSF_OPT_UNIX_SOCKET_PATH = 10231,
    RSF_OPT_REQUEST_TARGET = 10266,
    RSF_OPT_INFILESIZE_LARGE = 30115,
    RSF_OPT_SSLCERT_BLOB = 40291,
    RSF_OPT_SSLCERTTYPE = 10086,
    RSF_OPT_SSLKEY_BLOB = 40292,
    RSF_OPT_CAINFO_BLOB = 40309,

    RSF_INFO_HEADER_SIZE = 0x200000 + 11,
    RSF_INFO_HTTP_CONNECTCODE = 0x200000 + 22,
    RSF_INFO_HTTP_VERSION = 0x200000 + 46,
    RSF_INFO_PROXY_ERROR = 0x200000 + 59,
    RSF_INFO_OS_ERRNO = 0x200000 + 25,
    RSF_INFO_NUM_CONNECTS = 0x200000 + 26,
    RSF_INFO_TOTAL_TIME = 0x300000 + 3,
    RSF_INFO_NAMELOOKUP_TIME = 0x300000 + 4,
    RSF_INFO_CONNECT_TIME = 0x300000 + 5,
    RSF_INFO_SIZE_UPLOAD = 0x300000 + 7,
    RSF_INFO_SIZE_DOWNLOAD = 0x300000 + 8,
    RSF_INFO_STARTTRANSFER_TIME = 0x300000 + 17,
    RSF_INFO_APPCONNECT_TIME = 0x300000 + 33,

    RSF_MOPT_MAXCONNECTS = 6,
    RSF_MOPT_MAX_CONCURRENT_STREAMS = 16,

    RSF_PROTOCOLS_HTTP_AND_HTTPS = 3,
    RSF_TLS_1_2 = 6,
    RSF_TLS_1_3 = 7,
    RSF_RTSP_RECEIVE = 11,
    RSF_HTTP_1_1 = 2,
    RSF_HTTP_2_PRIOR_KNOWLEDGE = 5,
    RSF_CODE_COULDNT_CONNECT = 7,
    RSF_CODE_URL_MALFORMED = 3,
    RSF_CODE_HTTP2 = 16,
    RSF_CODE_TIMED_OUT = 28,
    RSF_CODE_SEND_ERROR = 55,
    RSF_CODE_HTTP2_STREAM = 92,
    RSF_ERROR_BUFFER_SIZE = 256,
    RSF_READ_ABORT = 0x10000000,
    RSF_READ_PAUSE = 0x10000001,
    RSF_WRITE_PAUSE = 0x10000001,
    RSF_SEEK_FROM_START = 0,
    RSF_SEEK_OK = 0,
    RSF_SEEK_FAIL = 1,
};

rsf_easy *rsf_easy_init(void);
void rsf_easy_cleanup(rsf_easy *easy);
int rsf_easy_set_long(rsf_easy *easy, int option, long value);
int rsf_easy_set_offset(rsf_easy *easy, int option, int64_t value);
// libcurl copies strings; lists and buffers must outlive the transfer.
int rsf_easy_set_string(rsf_easy *easy, int option, const char *value);
int rsf_easy_set_pointer(rsf_easy *easy, int option, void *value);
// libcurl copies the bytes.
int rsf_easy_set_blob(rsf_easy *easy, int option, const void *bytes, size_t count);
int rsf_easy_set_callbacks(
    rsf_easy *easy, rsf_bytes_callback head, rsf_bytes_callback body, rsf_bytes_callback upload,
    rsf_seek_callback rewind, void *context);
// Makes the poller open and close the sockets of the handle's connections.
int rsf_easy_set_poller(rsf_easy *easy, rsf_poller *poller);
// Like rsf_easy_set_poller, but asks the callback, with the bytes of the address in network order, before it opens a
// socket. If the callback returns 0, it opens none.
int rsf_easy_set_guarded_poller(rsf_easy *easy, rsf_guard *guard);
// Has no effect before libcurl 7.80.
int rsf_easy_set_sending(rsf_easy *easy, rsf_sending_callback sending, void *context);
// Has libcurl call the listener, from the time at which RSF_OPT_VERBOSE is set.
int rsf_easy_set_listener(rsf_easy *easy, rsf_listener_callback listener, void *context);
// Watches whether the server says that its TLS connection ends, by the alert close_notify. libcurl doesn't tell that apart
// from a connection that somebody has cut off. Call it after the head. Returns a number for the connection; 0 if it can't be
// known. With OpenSSL it can; other TLS libraries report it as an error.
uint64_t rsf_easy_watch_tls_end(rsf_easy *easy);
// Whether the server has said so, just now.
int rsf_tls_has_ended(uint64_t number);
// The TLS sessions of several handles, which any thread may use; NULL if libcurl has no memory for them, or no TLS. They
// must outlive the handles.
rsf_share *rsf_share_make(void);
void rsf_share_free(rsf_share *share);
int rsf_easy_set_share(rsf_easy *easy, rsf_share *share);
// Resumes a transfer whose callback returned RSF_WRITE_PAUSE or RSF_READ_PAUSE; may call the callback before it
// returns.
int rsf_easy_resume(rsf_easy *easy);
// Return a fact about a transfer that has ended, or -1 if libcurl doesn't know it.
double rsf_easy_double(rsf_easy *easy, int info);
long rsf_easy_long(rsf_easy *easy, int info);
const char *rsf_easy_strerror(int code);
const char *rsf_system_error(int number);

rsf_multi *rsf_multi_init(void);
void rsf_multi_cleanup(rsf_multi *multi);
int rsf_multi_set_long(rsf_multi *multi, int option, long value);
int rsf_multi_add(rsf_multi *multi, rsf_easy *easy);
int rsf_multi_remove(rsf_multi *multi, rsf_easy *easy);
// Makes libcurl watch its sockets with a poller. `timer` receives the milliseconds until libcurl wants to be called
// next, or -1 for never.
int rsf_multi_set_poller(rsf_multi *multi, rsf_poller *poller, long *timer);
// Do what is possible without waiting, for a socket that is ready or a timer that has expired.
int rsf_multi_socket_ready(rsf_multi *multi, rsf_poller *poller, int socket, int ready);
int rsf_multi_time_out(rsf_multi *multi, rsf_poller *poller);
// Returns the context of the next transfer that has ended, with its result; NULL if there is none.
void *rsf_multi_next_done(rsf_multi *multi, int *code);

rsf_list *rsf_list_append(rsf_list *list, const char *line);
// Appends a field: "name: value", or "name;" if the value is empty, as libcurl wants it. Neither needs a final NUL.
rsf_list *rsf_list_append_field(
    rsf_list *list, const void *name, size_t name_count, const void *value, size_t value_count);
void rsf_list_free(rsf_list *list);

// Runs a function on a new detached thread that blocks SIGPIPE. Returns 0 if the thread was started.
int rsf_thread_start(void (*body)(void *context), void *context);

#endif
