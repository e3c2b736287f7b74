#ifndef CRESOURCEFULSTACK_H
#define CRESOURCEFULSTACK_H

// Whether the stack of the current thread is nearly used up: the smaller of 96 KB and a quarter of it is left. Returns
// 0 if the system doesn't tell. The first call of a thread takes up to 50 microseconds, the others a nanosecond.
int rss_stack_is_short(void);

#endif
