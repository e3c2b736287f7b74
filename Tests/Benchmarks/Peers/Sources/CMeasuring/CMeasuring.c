#include "CMeasuring.h"

#include <errno.h>
#include <time.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int64_t cm_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

void cm_sleep_until(int64_t time) {
    if (time <= cm_now()) return;
#ifdef __linux__
    // Otherwise the system may wake a thread 50 µs too late.
    prctl(PR_SET_TIMERSLACK, 1UL);
    struct timespec until = { time / 1000000000, time % 1000000000 };
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
#else
    for (int64_t rest; (rest = time - cm_now()) > 0;) {
        struct timespec duration = { rest / 1000000000, rest % 1000000000 };
        nanosleep(&duration, NULL);
    }
#endif
}
