#include "Sockets.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <sys/ioctl.h>
#endif

enum { SOCKETS_PER_PAGE = 32 };

int rsf_sockets_prepare(struct rsf_sockets *sockets) {
    *sockets = (struct rsf_sockets){ 0 };
    return pthread_mutex_init(&sockets->lock, NULL);
}

void rsf_sockets_empty(struct rsf_sockets *sockets) {
    for (int i = 0; i < sockets->count; i++) free(sockets->pages[i]);
    free(sockets->pages);
    pthread_mutex_destroy(&sockets->lock);
}

static int add_page(struct rsf_sockets *sockets, int page) {
    if (page >= sockets->count) {
        const int count = page + 8;
        struct rsf_socket **pages = realloc(sockets->pages, count * sizeof *pages);
        if (!pages) return 0;
        for (int i = sockets->count; i < count; i++) pages[i] = NULL;
        sockets->pages = pages;
        sockets->count = count;
    }
    if (!sockets->pages[page]) sockets->pages[page] = calloc(SOCKETS_PER_PAGE, sizeof **sockets->pages);
    return sockets->pages[page] != NULL;
}

struct rsf_socket *rsf_sockets_get(struct rsf_sockets *sockets, int socket) {
    if (socket < 0) return NULL;
    const int page = socket / SOCKETS_PER_PAGE;
    if (page >= sockets->count || !sockets->pages[page]) {
        pthread_mutex_lock(&sockets->lock);
        const int is_there = add_page(sockets, page);
        pthread_mutex_unlock(&sockets->lock);
        if (!is_there) return NULL;
    }
    return &sockets->pages[page][socket % SOCKETS_PER_PAGE];
}

static void set(struct rsf_sockets *sockets, int socket, struct rsf_socket value) {
    struct rsf_socket *entry = rsf_sockets_get(sockets, socket);
    if (!entry) return;
    pthread_mutex_lock(&sockets->lock);
    *entry = value;
    pthread_mutex_unlock(&sockets->lock);
}

int rsf_sockets_open(struct rsf_sockets *sockets, int family, int type, int protocol) {
#ifdef SOCK_CLOEXEC
    type |= SOCK_CLOEXEC;
#endif
    int descriptor = socket(family, type, protocol);
#ifndef SOCK_CLOEXEC
    // A process that is started between the two calls inherits the descriptor; there is no other way.
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
    set(sockets, descriptor, (struct rsf_socket){ .is_own = 1 });
    return descriptor;
}

void rsf_sockets_close(struct rsf_sockets *sockets, int socket) {
    set(sockets, socket, (struct rsf_socket){ 0 });
    close(socket);
}

typedef int (*name_of)(int, struct sockaddr *, socklen_t *);

// Returns the port of one end of a socket, or 0 if it has none.
static unsigned short port_of(int socket, name_of name) {
    union {
        struct sockaddr any;
        struct sockaddr_in internet;
        struct sockaddr_in6 internet6;
    } address;
    socklen_t size = sizeof address;
    if (name(socket, &address.any, &size) != 0) return 0;
    switch (address.any.sa_family) {
    case AF_INET: return ntohs(address.internet.sin_port);
    case AF_INET6: return ntohs(address.internet6.sin6_port);
    default: return 0;
    }
}

// Returns the own socket between two ports; -1 if there is none, or if several hosts have one between these ports.
static int socket_between(struct rsf_sockets *sockets, int remote_port, int local_port) {
    int found = -1;
    for (int page = 0; page < sockets->count; page++) {
        for (int i = 0; sockets->pages[page] && i < SOCKETS_PER_PAGE; i++) {
            struct rsf_socket *entry = &sockets->pages[page][i];
            if (!entry->is_own) continue;
            const int socket = page * SOCKETS_PER_PAGE + i;
            if (!entry->remote_port) {
                entry->local_port = port_of(socket, getsockname);
                entry->remote_port = port_of(socket, getpeername);
            }
            if (entry->remote_port != remote_port || entry->local_port != local_port) continue;
            if (found >= 0) return -1;
            found = socket;
        }
    }
    return found;
}

int rsf_sockets_shut_stray(struct rsf_sockets *sockets, int remote_port, int local_port) {
    enum { MOST_PIECES = 256 };
    char piece[4096];
    if (remote_port <= 0 || local_port <= 0) return 0;
    int socket = socket_between(sockets, remote_port, local_port);
    if (socket < 0 || recv(socket, piece, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) return 0;
    shutdown(socket, SHUT_RDWR);
    // Otherwise libcurl would read the remaining bytes as the response.
    for (int i = 0; i < MOST_PIECES && recv(socket, piece, sizeof piece, MSG_DONTWAIT) > 0; i++) {}
    return 1;
}

void rsf_sockets_shut(struct rsf_sockets *sockets, int remote_port, int local_port) {
    int socket = remote_port > 0 && local_port > 0 ? socket_between(sockets, remote_port, local_port) : -1;
    if (socket >= 0) shutdown(socket, SHUT_RDWR);
}

#ifdef __linux__
// Returns the number of bytes that were taken from a socket since it was connected; 0 if the system doesn't say.
static uint64_t taken_from(int socket) {
    struct tcp_info info = { 0 };
    socklen_t size = sizeof info;
    int unread = 0;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) || ioctl(socket, SIOCINQ, &unread)) return 0;
    return info.tcpi_bytes_received > (unsigned)unread ? info.tcpi_bytes_received - (unsigned)unread : 0;
}

void rsf_sockets_shut_floods(struct rsf_sockets *sockets, unsigned long call) {
    // More than there is of anything but content: heads are limited, and a window of HTTP/2 is of content.
    enum { MOST_BYTES = 16 << 20 };
    pthread_mutex_lock(&sockets->lock);
    for (int page = 0; page < sockets->count; page++) {
        for (int i = 0; sockets->pages[page] && i < SOCKETS_PER_PAGE; i++) {
            struct rsf_socket *entry = &sockets->pages[page][i];
            if (!entry->is_own) continue;
            const int socket = page * SOCKETS_PER_PAGE + i;
            const uint64_t taken = taken_from(socket);
            if (call != sockets->call) {
                entry->taken = taken;
            } else if (taken > entry->taken + MOST_BYTES) {
                // The server learns at once that it is not read when libcurl closes the socket.
                const struct linger reset = { .l_onoff = 1 };
                setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
                shutdown(socket, SHUT_RDWR);
            }
        }
    }
    sockets->call = call;
    pthread_mutex_unlock(&sockets->lock);
}
#else
void rsf_sockets_shut_floods(struct rsf_sockets *sockets, unsigned long call) {
    (void)sockets;
    (void)call;
}
#endif
