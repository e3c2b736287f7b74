// Waits for many sockets at once: epoll on Linux, kqueue elsewhere. Sockets may be added while another thread waits.
#ifndef RSF_POLLER_H
#define RSF_POLLER_H

typedef struct rsf_poller rsf_poller;

// What a socket is ready for; the bits of libcurl's CURL_CSELECT_*.
enum { RSF_READY_IN = 1, RSF_READY_OUT = 2, RSF_READY_ERROR = 4 };
// What libcurl wants to know of a socket; multi.h, CURL_POLL_*. 0 and REMOVE are nothing.
enum { RSF_WANTS_IN = 1, RSF_WANTS_OUT = 2, RSF_WANTS_REMOVE = 4 };

typedef struct {
    int socket;
    int ready;
} rsf_event;

// NULL when the system has no descriptors or no memory for it.
rsf_poller *rsf_poller_make(void);
void rsf_poller_free(rsf_poller *poller);
void rsf_poller_watch(rsf_poller *poller, int socket, int wants);
// Opens and closes sockets that the poller may keep while nobody wants anything of them: they cost no system call then.
int rsf_poller_open(rsf_poller *poller, int family, int type, int protocol);
void rsf_poller_close(rsf_poller *poller, int socket);
// Shuts the opened socket between two ports down when bytes have come that nobody has asked for yet, and throws them
// away; says whether it did. The port that is sent from tells connections apart, but for those to several hosts.
int rsf_poller_shut_stray(rsf_poller *poller, int remote_port, int local_port);
// Whether anybody wants to know of the event; if not, the socket is not kept any longer.
int rsf_poller_accepts(rsf_poller *poller, rsf_event event);
// Ends the wait, now or the next one.
void rsf_poller_wake(rsf_poller *poller);
// How many events there are, at most as many as there is room for; 0 when the time is over or it was woken.
int rsf_poller_wait(rsf_poller *poller, int timeout_ms, rsf_event *events, int capacity);

#endif
