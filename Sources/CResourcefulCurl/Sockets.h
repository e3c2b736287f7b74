// The sockets of a poller by their numbers, and those that it opened.
#ifndef RSF_SOCKETS_H
#define RSF_SOCKETS_H

#include <pthread.h>
#include <stdint.h>

// What the poller knows about a socket.
struct rsf_socket {
    unsigned char is_own;   // opened by rsf_sockets_open: the poller sees it close
    unsigned char watched;  // what the system watches
    unsigned char wanted;   // what libcurl wants to know
    unsigned short local_port, remote_port;  // of an own socket, once looked up
    uint64_t taken;  // the bytes that had been taken from an own socket when a call was first seen
};

// In pages: a poller with few sockets stays small in a process with many. The lock is for the pages and for what is an
// own socket, which the watchdog's thread reads.
struct rsf_sockets {
    struct rsf_socket **pages;
    int count;
    unsigned long call;  // the call in which a thread looked for floods
    pthread_mutex_t lock;
};

int rsf_sockets_prepare(struct rsf_sockets *sockets);
void rsf_sockets_empty(struct rsf_sockets *sockets);
// Returns NULL if there isn't enough memory.
struct rsf_socket *rsf_sockets_get(struct rsf_sockets *sockets, int socket);
int rsf_sockets_open(struct rsf_sockets *sockets, int family, int type, int protocol);
void rsf_sockets_close(struct rsf_sockets *sockets, int socket);
int rsf_sockets_shut_stray(struct rsf_sockets *sockets, int remote_port, int local_port);
void rsf_sockets_shut(struct rsf_sockets *sockets, int remote_port, int local_port);
// Called from any thread during a call of libcurl's, whose number tells it from others: the first time remembers what
// was taken from each own socket, and later times shut those from which much more was taken since.
void rsf_sockets_shut_floods(struct rsf_sockets *sockets, unsigned long call);

#endif
