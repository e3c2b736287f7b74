#include "Poller.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAXIMUM_EVENTS = 64 };

// What the poller knows about a socket.
struct entry {
    unsigned char is_own;   // opened by rsf_poller_open: the poller sees it close
    unsigned char watched;  // what the system watches
    unsigned char wanted;   // what libcurl wants to know
    unsigned short local_port, remote_port;  // of an own socket, once looked up
};

enum { SOCKETS_PER_PAGE = 32 };

// Entries by the numbers of sockets, in pages: a poller with few sockets stays small in a process with many.
struct table {
    struct entry **pages;
    int count;
};

// Returns NULL if there isn't enough memory.
static struct entry *entry_of(struct table *table, int socket) {
    if (socket < 0) return NULL;
    const int page = socket / SOCKETS_PER_PAGE;
    if (page >= table->count) {
        const int count = page + 8;
        struct entry **pages = realloc(table->pages, count * sizeof *pages);
        if (!pages) return NULL;
        for (int i = table->count; i < count; i++) pages[i] = NULL;
        *table = (struct table){ pages, count };
    }
    if (!table->pages[page]) table->pages[page] = calloc(SOCKETS_PER_PAGE, sizeof **table->pages);
    return table->pages[page] ? &table->pages[page][socket % SOCKETS_PER_PAGE] : NULL;
}

static void empty(struct table *table) {
    for (int i = 0; i < table->count; i++) free(table->pages[i]);
    free(table->pages);
}

static void change(rsf_poller *poller, int socket, int old, int new);
static struct table *table_of(rsf_poller *poller);

void rsf_poller_watch(rsf_poller *poller, int socket, int wants) {
    wants &= RSF_WANTS_IN | RSF_WANTS_OUT;
    struct entry *entry = entry_of(table_of(poller), socket);
    if (!entry) {
        change(poller, socket, 0, wants);
        return;
    }
    entry->wanted = wants;
    // An own socket that libcurl has no interest in stays watched until something happens to it.
    if (entry->watched == wants || (entry->is_own && !wants)) return;
    change(poller, socket, entry->watched, wants);
    entry->watched = wants;
}

int rsf_poller_accepts(rsf_poller *poller, rsf_event event) {
    struct entry *entry = entry_of(table_of(poller), event.socket);
    if (!entry || entry->wanted) return 1;
    if (entry->watched) change(poller, event.socket, entry->watched, 0);
    entry->watched = 0;
    return 0;
}

int rsf_poller_open(rsf_poller *poller, int family, int type, int protocol) {
#ifdef SOCK_CLOEXEC
    type |= SOCK_CLOEXEC;
#endif
    int descriptor = socket(family, type, protocol);
#ifndef SOCK_CLOEXEC
    // A process that is started between the two calls inherits the descriptor; there is no other way.
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
    struct entry *entry = entry_of(table_of(poller), descriptor);
    if (entry) *entry = (struct entry){ .is_own = 1 };
    return descriptor;
}

void rsf_poller_close(rsf_poller *poller, int socket) {
    struct entry *entry = entry_of(table_of(poller), socket);
    if (entry) *entry = (struct entry){ 0 };
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
static int socket_between(struct table *table, int remote_port, int local_port) {
    int found = -1;
    for (int page = 0; page < table->count; page++) {
        for (int i = 0; table->pages[page] && i < SOCKETS_PER_PAGE; i++) {
            struct entry *entry = &table->pages[page][i];
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

int rsf_poller_shut_stray(rsf_poller *poller, int remote_port, int local_port) {
    enum { MOST_PIECES = 256 };
    char piece[4096];
    if (remote_port <= 0 || local_port <= 0) return 0;
    int socket = socket_between(table_of(poller), remote_port, local_port);
    if (socket < 0 || recv(socket, piece, 1, MSG_PEEK | MSG_DONTWAIT) <= 0) return 0;
    shutdown(socket, SHUT_RDWR);
    // Otherwise libcurl would read the remaining bytes as the response.
    for (int i = 0; i < MOST_PIECES && recv(socket, piece, sizeof piece, MSG_DONTWAIT) > 0; i++) {}
    return 1;
}

void rsf_poller_shut(rsf_poller *poller, int remote_port, int local_port) {
    int socket = remote_port > 0 && local_port > 0 ? socket_between(table_of(poller), remote_port, local_port) : -1;
    if (socket >= 0) shutdown(socket, SHUT_RDWR);
}

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

struct rsf_poller {
    int queue;
    int alarm;
    struct table table;
};

rsf_poller *rsf_poller_make(void) {
    rsf_poller *poller = malloc(sizeof *poller);
    if (!poller) return NULL;
    poller->table = (struct table){ NULL, 0 };
    poller->queue = epoll_create1(EPOLL_CLOEXEC);
    poller->alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event event = { .events = EPOLLIN, .data.fd = poller->alarm };
    if (poller->queue >= 0 && poller->alarm >= 0
        && epoll_ctl(poller->queue, EPOLL_CTL_ADD, poller->alarm, &event) == 0) return poller;
    rsf_poller_free(poller);
    return NULL;
}

void rsf_poller_free(rsf_poller *poller) {
    if (poller->queue >= 0) close(poller->queue);
    if (poller->alarm >= 0) close(poller->alarm);
    empty(&poller->table);
    free(poller);
}

static void change(rsf_poller *poller, int socket, int old, int new) {
    struct epoll_event event = { .data.fd = socket };
    if (new & RSF_WANTS_IN) event.events |= EPOLLIN;
    if (new & RSF_WANTS_OUT) event.events |= EPOLLOUT;
    if (!new) {
        epoll_ctl(poller->queue, EPOLL_CTL_DEL, socket, &event);
    } else if (old && epoll_ctl(poller->queue, EPOLL_CTL_MOD, socket, &event) == 0) {
        return;
    } else if (epoll_ctl(poller->queue, EPOLL_CTL_ADD, socket, &event) != 0 && errno == EEXIST) {
        epoll_ctl(poller->queue, EPOLL_CTL_MOD, socket, &event);
    }
}

void rsf_poller_wake(rsf_poller *poller) {
    uint64_t one = 1;
    // It fails if the alarm is already set.
    if (write(poller->alarm, &one, sizeof one) < 0) return;
}

int rsf_poller_wait(rsf_poller *poller, int timeout_ms, rsf_event *events, int capacity) {
    struct epoll_event found[MAXIMUM_EVENTS];
    int count = epoll_wait(poller->queue, found, capacity < MAXIMUM_EVENTS ? capacity : MAXIMUM_EVENTS, timeout_ms);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (found[i].data.fd == poller->alarm) {
            uint64_t rung;
            if (read(poller->alarm, &rung, sizeof rung) < 0) continue;
            continue;
        }
        int ready = 0;
        if (found[i].events & (EPOLLIN | EPOLLHUP)) ready |= RSF_READY_IN;
        if (found[i].events & EPOLLOUT) ready |= RSF_READY_OUT;
        if (found[i].events & EPOLLERR) ready |= RSF_READY_ERROR;
        events[kept++] = (rsf_event){ found[i].data.fd, ready };
    }
    return kept;
}

#else
#include <sys/event.h>
#include <sys/time.h>

struct rsf_poller {
    int queue;
    struct table table;
};

rsf_poller *rsf_poller_make(void) {
    rsf_poller *poller = malloc(sizeof *poller);
    if (!poller) return NULL;
    poller->table = (struct table){ NULL, 0 };
    poller->queue = kqueue();
    struct kevent change;
    EV_SET(&change, 0, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0, NULL);
    if (poller->queue >= 0 && kevent(poller->queue, &change, 1, NULL, 0, NULL) == 0) return poller;
    rsf_poller_free(poller);
    return NULL;
}

void rsf_poller_free(rsf_poller *poller) {
    if (poller->queue >= 0) close(poller->queue);
    empty(&poller->table);
    free(poller);
}

static void set(rsf_poller *poller, int socket, int filter, int is_wanted) {
    struct kevent change;
    EV_SET(&change, socket, filter, is_wanted ? EV_ADD : EV_DELETE, 0, 0, NULL);
    // It fails if there is nothing to remove.
    kevent(poller->queue, &change, 1, NULL, 0, NULL);
}

static void change(rsf_poller *poller, int socket, int old, int new) {
    if ((old ^ new) & RSF_WANTS_IN) set(poller, socket, EVFILT_READ, new & RSF_WANTS_IN);
    if ((old ^ new) & RSF_WANTS_OUT) set(poller, socket, EVFILT_WRITE, new & RSF_WANTS_OUT);
}

void rsf_poller_wake(rsf_poller *poller) {
    struct kevent change;
    EV_SET(&change, 0, EVFILT_USER, 0, NOTE_TRIGGER, 0, NULL);
    kevent(poller->queue, &change, 1, NULL, 0, NULL);
}

int rsf_poller_wait(rsf_poller *poller, int timeout_ms, rsf_event *events, int capacity) {
    struct kevent found[MAXIMUM_EVENTS];
    struct timespec timeout = { timeout_ms / 1000, timeout_ms % 1000 * 1000000L };
    int count = kevent(
        poller->queue, NULL, 0, found, capacity < MAXIMUM_EVENTS ? capacity : MAXIMUM_EVENTS, &timeout);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (found[i].filter == EVFILT_USER) continue;
        int ready = found[i].filter == EVFILT_WRITE ? RSF_READY_OUT : RSF_READY_IN;
        events[kept++] = (rsf_event){ (int)found[i].ident, ready };
    }
    return kept;
}
#endif

static struct table *table_of(rsf_poller *poller) { return &poller->table; }
