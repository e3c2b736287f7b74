// What only C sees of Apple's C library, as its headers have it.
#ifndef C_H
#define C_H
#include "../CDarwin/CDarwin.h"
#include <stddef.h>
#define errno (*__error())
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
// dlfcn.h
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4
void *dlopen(const char *path, int mode);
void *dlsym(void *library, const char *name);
// fcntl.h
int fcntl(int descriptor, int command, ...);
// netinet/in.h, arpa/inet.h
uint16_t ntohs(uint16_t number);
// stdio.h, stdlib.h
int snprintf(char *text, size_t count, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
// pthread.h, signal.h
typedef struct { long sig; char opaque[8]; } pthread_once_t;
#define PTHREAD_ONCE_INIT { 0x30B1BCBA, { 0 } }
#define PTHREAD_CREATE_DETACHED 2
int pthread_once(pthread_once_t *once, void (*function)(void));
typedef struct { long sig; char opaque[56]; } pthread_mutex_t;
typedef struct { long sig; char opaque[8]; } pthread_mutexattr_t;
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
pthread_t pthread_self(void);
size_t pthread_get_stacksize_np(pthread_t thread);
void *pthread_get_stackaddr_np(pthread_t thread);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_setname_np(const char *name);
typedef uint32_t sigset_t;
#define SIG_BLOCK 1
#define sigemptyset(set) (*(set) = 0, 0)
#define sigaddset(set, signal) (*(set) |= 1u << ((signal) - 1), 0)
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
// sys/event.h
struct kevent { uintptr_t ident; int16_t filter; uint16_t flags; uint32_t fflags; intptr_t data; void *udata; };
#define EVFILT_READ (-1)
#define EVFILT_WRITE (-2)
#define EVFILT_USER (-10)
#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_CLEAR 0x0020
#define NOTE_TRIGGER 0x01000000
#define EV_SET(kevp, a, b, c, d, e, f) do { struct kevent *__kevp__ = (kevp); __kevp__->ident = (a); \
    __kevp__->filter = (b); __kevp__->flags = (c); __kevp__->fflags = (d); __kevp__->data = (e); \
    __kevp__->udata = (f); } while (0)
int kqueue(void);
int kevent(
    int queue, const struct kevent *changes, int change_count, struct kevent *events, int event_count,
    const struct timespec *timeout);
#endif
