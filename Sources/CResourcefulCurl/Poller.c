#include "Poller.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAXIMUM_EVENTS = 64 };

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

struct rsf_poller {
    int queue;
    int alarm;
};

rsf_poller *rsf_poller_make(void) {
    rsf_poller *poller = malloc(sizeof *poller);
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
    free(poller);
}

void rsf_poller_watch(rsf_poller *poller, int socket, int wants) {
    struct epoll_event event = { .data.fd = socket };
    if (wants & RSF_WANTS_IN) event.events |= EPOLLIN;
    if (wants & RSF_WANTS_OUT) event.events |= EPOLLOUT;
    if (!event.events) {
        epoll_ctl(poller->queue, EPOLL_CTL_DEL, socket, &event);
    } else if (epoll_ctl(poller->queue, EPOLL_CTL_ADD, socket, &event) != 0 && errno == EEXIST) {
        epoll_ctl(poller->queue, EPOLL_CTL_MOD, socket, &event);
    }
}

void rsf_poller_wake(rsf_poller *poller) {
    uint64_t one = 1;
    // It fails when the alarm rings already.
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
};

rsf_poller *rsf_poller_make(void) {
    rsf_poller *poller = malloc(sizeof *poller);
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
    free(poller);
}

static void set(rsf_poller *poller, int socket, int filter, int is_wanted) {
    struct kevent change;
    EV_SET(&change, socket, filter, is_wanted ? EV_ADD : EV_DELETE, 0, 0, NULL);
    // It fails when there is nothing to remove.
    kevent(poller->queue, &change, 1, NULL, 0, NULL);
}

void rsf_poller_watch(rsf_poller *poller, int socket, int wants) {
    set(poller, socket, EVFILT_READ, wants & RSF_WANTS_IN);
    set(poller, socket, EVFILT_WRITE, wants & RSF_WANTS_OUT);
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
