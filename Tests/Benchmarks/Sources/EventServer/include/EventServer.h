#ifndef EVENT_SERVER_H
#define EVENT_SERVER_H

// Listens on so many ports of 127.0.0.1, prints them in a line, and answers requests without bodies on this thread, with
// the same bytes each time. It never answers those whose path begins with "/waiting". Returns only after a failure.
void rsf_serve(int port_count, const void *answer, unsigned long length);

#endif
