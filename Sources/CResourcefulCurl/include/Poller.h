// Waits for many sockets at once: epoll on Linux, kqueue elsewhere. You can add sockets while another thread waits.
#ifndef RSF_POLLER_H
#define RSF_POLLER_H

typedef struct rsf_poller rsf_poller;

// What a socket is ready for: the bits of libcurl's CURL_CSELECT_*.
enum { RSF_READY_IN = 1, RSF_READY_OUT = 2, RSF_READY_ERROR = 4 };
// What libcurl wants to know about a socket (multi.h, CURL_POLL_*). 0 and REMOVE mean nothing.
enum { RSF_WANTS_IN = 1, RSF_WANTS_OUT = 2, RSF_WANTS_REMOVE = 4 };

typedef struct {
    int socket;
    int ready;
} rsf_event;

// Returns NULL if the system has no descriptors or not enough memory.
rsf_poller *rsf_poller_make(void);
void rsf_poller_free(rsf_poller *poller);
void rsf_poller_watch(rsf_poller *poller, int socket, int wants);
// Open and close sockets that the poller may keep watching while libcurl has no interest in them, which saves system
// calls.
int rsf_poller_open(rsf_poller *poller, int family, int type, int protocol);
void rsf_poller_close(rsf_poller *poller, int socket);
// Shuts down the opened socket between two ports if it has received bytes that weren't asked for yet, and discards
// them. Returns whether it did. Does nothing if sockets to several hosts have the same two ports.
int rsf_poller_shut_stray(rsf_poller *poller, int remote_port, int local_port);
// Shuts down the opened socket between two ports, if there is one: libcurl doesn't use its connection again.
void rsf_poller_shut(rsf_poller *poller, int remote_port, int local_port);
// Called before and after each call in which libcurl may read from sockets.
void rsf_poller_count_call(rsf_poller *poller);
// Called in such a call when it brings content.
void rsf_poller_note_content(rsf_poller *poller);
// Called from any thread at intervals of a second or so: shuts the sockets of servers from which libcurl takes more and
// more in one call without coming back, which it does for HTTP/2 frames without content.
void rsf_poller_end_floods(rsf_poller *poller);
// Whether libcurl wants to know about the event. If not, the poller stops watching the socket.
int rsf_poller_accepts(rsf_poller *poller, rsf_event event);
// Ends the current wait, or the next one.
void rsf_poller_wake(rsf_poller *poller);
// Waits for events and returns their number, at most the capacity; 0 after the timeout, or if the poller was woken.
int rsf_poller_wait(rsf_poller *poller, int timeout_ms, rsf_event *events, int capacity);

#endif
