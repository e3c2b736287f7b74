#ifndef CMEASURING_H
#define CMEASURING_H

#include <stdint.h>

// Nanoseconds of a clock that only goes forward.
int64_t cm_now(void);
// Sleeps until a time of that clock, as exactly as the system can; not at all if it has passed.
void cm_sleep_until(int64_t time);

#endif
