// What this package uses of Android's C library (bionic), with the types it has where pointers have 64 bits: Android's
// published headers (libc/include), with their nullability, as the toolchain for API 28 shows them. What is not here
// is not known to be there: look it up, then add it.
#ifndef BIONIC_H
#define BIONIC_H
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdarg.h>
#define UNSPEC _Null_unspecified

// sys/types.h
typedef long ssize_t;
typedef long off_t;
typedef unsigned int mode_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned int nlink_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int pid_t;
typedef long time_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef unsigned long blkcnt_t;
typedef unsigned long blksize_t;
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef unsigned int nfds_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef unsigned long rlim_t;
typedef long pthread_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// errno.h, limits.h
int *_Nonnull __errno(void) __attribute__((const));
#define errno (*__errno())
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define EWOULDBLOCK EAGAIN
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOSPC 28
#define EMLINK 31
#define EPIPE 32
#define ELOOP 40
#define ECONNRESET 104
#define ENOBUFS 105
#define ECONNREFUSED 111
#define EDQUOT 122

#define INT_MAX 2147483647
#define UINT_MAX 4294967295U

// sys/syscall.h, whose numbers are the processor's
#define SYS_gettid 186
#define SYS_futex 202
long syscall(long number, ...);

// stdlib.h, string.h, stdio.h
void *_Nullable malloc(size_t count);
void *_Nullable calloc(size_t count, size_t size);
void *_Nullable realloc(void *_Nullable memory, size_t count);
void free(void *_Nullable memory);
_Noreturn void exit(int code);
_Noreturn void _exit(int code);
_Noreturn void abort(void);
char *_Nullable getenv(const char *_Nonnull name);
int setenv(const char *_Nonnull name, const char *_Nonnull value, int overwrite);
int unsetenv(const char *_Nonnull name);
double strtod(const char *_Nonnull text, char *_Nullable *_Nullable end);
void *_Nonnull memset(void *_Nonnull target, int byte, size_t count);
void *_Nonnull memcpy(void *_Nonnull target, const void *_Nonnull source, size_t count);
void *_Nullable memchr(const void *_Nonnull bytes, int byte, size_t count);
void *_Nullable memmem(const void *_Nonnull big, size_t bigs, const void *_Nonnull little, size_t littles);
int memcmp(const void *_Nonnull one, const void *_Nonnull other, size_t count);
size_t strlen(const char *_Nonnull text);
char *_Nonnull strerror(int code);
typedef struct __sFILE FILE;
FILE *_Nullable fopen(const char *_Nonnull path, const char *_Nonnull mode);
int fclose(FILE *_Nonnull file);
int fflush(FILE *_Nullable file);
size_t fwrite(const void *_Nonnull bytes, size_t size, size_t count, FILE *_Nonnull file);
int rename(const char *_Nonnull from, const char *_Nonnull to);
int snprintf(char *UNSPEC text, size_t count, const char *_Nonnull format, ...);
int sscanf(const char *_Nonnull text, const char *_Nonnull format, ...);

// fcntl.h, sys/file.h, unistd.h
#define O_RDONLY 00000000
#define O_WRONLY 00000001
#define O_RDWR 00000002
#define O_CREAT 00000100
#define O_EXCL 00000200
#define O_NOCTTY 00000400
#define O_TRUNC 00001000
#define O_APPEND 00002000
#define O_NONBLOCK 00004000
#define O_DIRECTORY 00200000
#define O_NOFOLLOW 00400000
#define O_CLOEXEC 02000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define AT_FDCWD (-100)
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
struct flock { short l_type; short l_whence; off_t l_start; off_t l_len; pid_t l_pid; };
int open(const char *_Nonnull path, int flags, ...);
int fcntl(int descriptor, int operation, ...);
int ioctl(int descriptor, int operation, ...);
int flock(int descriptor, int operation);
int access(const char *_Nonnull path, int mode);
int close(int descriptor);
ssize_t read(int descriptor, void *UNSPEC buffer, size_t count);
ssize_t write(int descriptor, const void *UNSPEC buffer, size_t count);
ssize_t pread(int descriptor, void *_Nonnull buffer, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *_Nonnull buffer, size_t count, off_t offset);
off_t lseek(int descriptor, off_t offset, int whence);
int fsync(int descriptor);
int fdatasync(int descriptor);
int ftruncate(int descriptor, off_t count);
int link(const char *_Nonnull from, const char *_Nonnull to);
int symlink(const char *_Nonnull from, const char *_Nonnull to);
int unlink(const char *_Nonnull path);
int rmdir(const char *_Nonnull path);
int pipe(int descriptors[_Nonnull 2]);
int pipe2(int descriptors[_Nonnull 2], int flags);
int dup(int descriptor);
int dup2(int from, int to);
int isatty(int descriptor);
#define TIOCGWINSZ 0x5413
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
int usleep(useconds_t microseconds);
unsigned int sleep(unsigned int seconds);
pid_t getpid(void);
uid_t getuid(void);
uid_t geteuid(void);
int lchown(const char *_Nonnull path, uid_t owner, gid_t group);
extern char *_Nullable *_Nullable environ;

// sys/stat.h, sys/statvfs.h, dirent.h
struct stat {
    dev_t st_dev; ino_t st_ino; unsigned long st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; unsigned int __pad0;
    dev_t st_rdev; off_t st_size; long st_blksize; long st_blocks;
    struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; long __pad3[3];
};
int stat(const char *_Nonnull path, struct stat *_Nonnull status);
int lstat(const char *_Nonnull path, struct stat *_Nonnull status);
int fstat(int descriptor, struct stat *_Nonnull status);
int chmod(const char *_Nonnull path, mode_t mode);
int mkdir(const char *_Nonnull path, mode_t mode);
int mkfifo(const char *_Nonnull path, mode_t mode);
int futimens(int descriptor, const struct timespec times[_Nullable 2]);
int utimensat(int folder, const char *UNSPEC path, const struct timespec times[_Nullable 2], int flags);
struct statvfs {
    unsigned long f_bsize; unsigned long f_frsize; fsblkcnt_t f_blocks; fsblkcnt_t f_bfree; fsblkcnt_t f_bavail;
    fsfilcnt_t f_files; fsfilcnt_t f_ffree; fsfilcnt_t f_favail; unsigned long f_fsid; unsigned long f_flag;
    unsigned long f_namemax; uint32_t __f_reserved[6];
};
int statvfs(const char *_Nonnull path, struct statvfs *_Nonnull status);
struct dirent { uint64_t d_ino; int64_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
typedef struct DIR DIR;
DIR *_Nullable opendir(const char *_Nonnull path);
struct dirent *_Nullable readdir(DIR *_Nonnull folder);
int closedir(DIR *_Nonnull folder);

// sys/socket.h, sys/un.h, netinet/in.h, netinet/tcp.h, arpa/inet.h, poll.h
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define SOCK_STREAM 1
#define SOCK_CLOEXEC O_CLOEXEC
#define SOCK_NONBLOCK O_NONBLOCK
#define SOL_SOCKET 1
#define SO_DOMAIN 39
#define FIONREAD 0x541B
#define SO_REUSEADDR 2
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_LINGER 13
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SOMAXCONN 128
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define IPPROTO_TCP 6
#define TCP_NODELAY 1
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x40
#define MSG_NOSIGNAL 0x4000
#define SIOCOUTQ 0x5411
#define TIOCOUTQ 0x5411
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct in_addr { uint32_t s_addr; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; unsigned char __pad[8]; };
struct in6_addr { union { uint8_t u6_addr8[16]; uint16_t u6_addr16[8]; uint32_t u6_addr32[4]; } in6_u; };
struct sockaddr_in6 {
    unsigned short sin6_family; uint16_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};
extern const struct in6_addr in6addr_loopback;
struct sockaddr_un { sa_family_t sun_family; char sun_path[108]; };
struct linger { int l_onoff; int l_linger; };
struct pollfd { int fd; short events; short revents; };
struct ifaddrs {
    struct ifaddrs *_Nullable ifa_next; char *_Nullable ifa_name; unsigned int ifa_flags;
    struct sockaddr *_Nullable ifa_addr;
};
int getifaddrs(struct ifaddrs *_Nullable *_Nonnull list);
void freeifaddrs(struct ifaddrs *_Nullable list);
int socket(int family, int type, int protocol);
int bind(int socket, const struct sockaddr *_Nonnull address, socklen_t count);
int connect(int socket, const struct sockaddr *_Nonnull address, socklen_t count);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *_Nullable address, socklen_t *_Nullable count);
int accept4(int socket, struct sockaddr *_Nullable address, socklen_t *_Nullable count, int flags);
int getsockname(int socket, struct sockaddr *_Nonnull address, socklen_t *_Nonnull count);
int getpeername(int socket, struct sockaddr *_Nonnull address, socklen_t *_Nonnull count);
int getsockopt(int socket, int level, int option, void *_Nullable value, socklen_t *_Nonnull count);
int setsockopt(int socket, int level, int option, const void *_Nullable value, socklen_t count);
int shutdown(int socket, int how);
ssize_t send(int socket, const void *_Nonnull buffer, size_t count, int flags);
ssize_t recv(int socket, void *_Nullable buffer, size_t count, int flags);
int inet_pton(int family, const char *_Nonnull text, void *_Nonnull address);
uint16_t ntohs(uint16_t number);
int poll(struct pollfd *_Nullable requests, nfds_t count, int milliseconds);
int eventfd(unsigned int value, int flags);
#define EFD_CLOEXEC O_CLOEXEC
#define EFD_NONBLOCK O_NONBLOCK
typedef union epoll_data { void *_Nullable ptr; int fd; uint32_t u32; uint64_t u64; } epoll_data_t;
struct epoll_event { uint32_t events; epoll_data_t data; } __attribute__((packed));
#define EPOLLIN 0x00000001
#define EPOLLOUT 0x00000004
#define EPOLLERR 0x00000008
#define EPOLLHUP 0x00000010
#define EPOLLRDHUP 0x00002000
#define EPOLLET (1U << 31)
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
#define EPOLL_CLOEXEC O_CLOEXEC
int epoll_create1(int flags);
int epoll_ctl(int queue, int operation, int descriptor, struct epoll_event *_Nullable event);
int epoll_wait(int queue, struct epoll_event *_Nonnull events, int count, int milliseconds);

// sys/resource.h, time.h, dlfcn.h
#define RLIMIT_FSIZE 1
#define RLIMIT_NOFILE 7
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
int getrlimit(int resource, struct rlimit *_Nonnull limit);
int setrlimit(int resource, const struct rlimit *_Nonnull limit);
time_t time(time_t *_Nullable now);
typedef int clockid_t;
#define CLOCK_MONOTONIC 1
int clock_gettime(clockid_t clock, struct timespec *_Nonnull time);
#define RTLD_NOW 0x00002
#define RTLD_LOCAL 0
void *_Nullable dlopen(const char *_Nullable path, int flags);
void *_Nullable dlsym(void *UNSPEC library, const char *_Nullable name);

// signal.h, pthread.h
#define SIGINT 2
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGKILL 9
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGXFSZ 25
typedef unsigned long sigset_t;
typedef void (*sighandler_t)(int);
sighandler_t _Nonnull signal(int number, sighandler_t _Nullable handler);
int kill(pid_t process, int number);
int raise(int number);
#define SIG_BLOCK 0
int sigemptyset(sigset_t *_Nonnull set);
int sigaddset(sigset_t *_Nonnull set, int number);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);
typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_DETACHED 1
typedef struct {
    uint32_t flags; void *UNSPEC stack_base; size_t stack_size; size_t guard_size; int32_t policy; int32_t priority;
    char __reserved[16];
} pthread_attr_t;
int pthread_once(pthread_once_t *_Nonnull once, void (*_Nonnull function)(void));
typedef struct { int __private[10]; } pthread_mutex_t;
typedef long pthread_mutexattr_t;
int pthread_mutex_init(pthread_mutex_t *_Nonnull mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);
int pthread_attr_init(pthread_attr_t *_Nonnull attributes);
int pthread_attr_destroy(pthread_attr_t *_Nonnull attributes);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *_Nonnull attributes);
int pthread_attr_getstack(
    const pthread_attr_t *_Nonnull attributes, void *_Nullable *_Nonnull base, size_t *_Nonnull count);
int pthread_attr_setstacksize(pthread_attr_t *_Nonnull attributes, size_t count);
int pthread_attr_setdetachstate(pthread_attr_t *_Nonnull attributes, int state);
int pthread_create(
    pthread_t *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull function)(void *_Nullable), void *_Nullable context);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
int pthread_detach(pthread_t thread);
int pthread_setname_np(pthread_t thread, const char *_Nonnull name);
pthread_t pthread_self(void) __attribute__((const));
int pthread_equal(pthread_t one, pthread_t other);

// math.h
double pow(double base, double exponent);
#endif
