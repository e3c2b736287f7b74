#include "Poller.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#else
#include <sys/event.h>
#include <sys/time.h>
#endif

#include "Sockets.h"

enum { MAXIMUM_EVENTS = 64 };

struct rsf_poller {
    int queue;
#ifdef __linux__
    int alarm;
#endif
    struct rsf_sockets sockets;
    unsigned long call;  // odd while libcurl is called, and another one after each piece of content
};

static rsf_poller *allocate(void) {
    rsf_poller *poller = calloc(1, sizeof *poller);
    if (!poller || !rsf_sockets_prepare(&poller->sockets)) return poller;
    free(poller);
    return NULL;
}

static void change(rsf_poller *poller, int socket, int old, int new);

void rsf_poller_watch(rsf_poller *poller, int socket, int wants) {
    wants &= RSF_WANTS_IN | RSF_WANTS_OUT;
    struct rsf_socket *entry = rsf_sockets_get(&poller->sockets, socket);
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
    struct rsf_socket *entry = rsf_sockets_get(&poller->sockets, event.socket);
    if (!entry || entry->wanted) return 1;
    if (entry->watched) change(poller, event.socket, entry->watched, 0);
    entry->watched = 0;
    return 0;
}

int rsf_poller_open(rsf_poller *poller, int family, int type, int protocol) {
    return rsf_sockets_open(&poller->sockets, family, type, protocol);
}

void rsf_poller_close(rsf_poller *poller, int socket) { rsf_sockets_close(&poller->sockets, socket); }

int rsf_poller_shut_stray(rsf_poller *poller, int remote_port, int local_port) {
    return rsf_sockets_shut_stray(&poller->sockets, remote_port, local_port);
}

void rsf_poller_shut(rsf_poller *poller, int remote_port, int local_port) {
    rsf_sockets_shut(&poller->sockets, remote_port, local_port);
}

// One thread at a time calls libcurl; what it says of it needs no order.
static void move_on(rsf_poller *poller, unsigned long steps) {
    __atomic_store_n(&poller->call, __atomic_load_n(&poller->call, __ATOMIC_RELAXED) + steps, __ATOMIC_RELAXED);
}

void rsf_poller_count_call(rsf_poller *poller) { move_on(poller, 1); }

void rsf_poller_note_content(rsf_poller *poller) { move_on(poller, 2); }

void rsf_poller_end_floods(rsf_poller *poller) {
    const unsigned long call = __atomic_load_n(&poller->call, __ATOMIC_RELAXED);
    if (call % 2) rsf_sockets_shut_floods(&poller->sockets, call);
}

#ifdef __linux__
rsf_poller *rsf_poller_make(void) {
    rsf_poller *poller = allocate();
    if (!poller) return NULL;
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
    rsf_sockets_empty(&poller->sockets);
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
rsf_poller *rsf_poller_make(void) {
    rsf_poller *poller = allocate();
    if (!poller) return NULL;
    poller->queue = kqueue();
    struct kevent change;
    EV_SET(&change, 0, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0, NULL);
    if (poller->queue >= 0 && kevent(poller->queue, &change, 1, NULL, 0, NULL) == 0) return poller;
    rsf_poller_free(poller);
    return NULL;
}

void rsf_poller_free(rsf_poller *poller) {
    if (poller->queue >= 0) close(poller->queue);
    rsf_sockets_empty(&poller->sockets);
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
