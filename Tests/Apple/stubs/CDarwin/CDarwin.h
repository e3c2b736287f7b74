// What this package uses of Apple's C library, with the types it has there (64 bit): the manual pages of macOS, and the
// headers of xnu and Libc as Apple publishes them. What is not here is not known to be there: look it up, then add it.
#ifndef CDARWIN_H
#define CDARWIN_H
#pragma clang assume_nonnull begin
#define NULLABLE _Nullable
#define UNSPEC _Null_unspecified

typedef unsigned char __uint8_t_;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long long off_t;
typedef unsigned short mode_t;
typedef int dev_t;
typedef unsigned long long ino_t;
typedef unsigned short nlink_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int pid_t;
typedef long time_t;
typedef int suseconds_t;
typedef unsigned int useconds_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef unsigned int socklen_t;
typedef unsigned char sa_family_t;
typedef unsigned short in_port_t;
typedef unsigned int in_addr_t;
typedef unsigned int nfds_t;
typedef unsigned int fsblkcnt_t;
typedef unsigned int fsfilcnt_t;
typedef unsigned long long rlim_t;

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };

// errno.h
int *__error(void);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
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
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ECONNREFUSED 61
#define ECONNRESET 54
#define ENOBUFS 55
#define ELOOP 62
#define EDQUOT 69
char *UNSPEC strerror(int code);

// stdlib.h, string.h
void *UNSPEC malloc(size_t size);
void *UNSPEC calloc(size_t count, size_t size);
void *UNSPEC realloc(void *UNSPEC memory, size_t size);
void free(void *NULLABLE pointer);
void *UNSPEC memset(void *target, int byte, size_t count);
void *UNSPEC memcpy(void *target, const void *source, size_t count);
void *UNSPEC memchr(const void *UNSPEC bytes, int byte, size_t count);
int memcmp(const void *one, const void *other, size_t count);
void *UNSPEC memmem(const void *UNSPEC big, size_t big_count, const void *UNSPEC little, size_t little_count);
size_t strlen(const char *UNSPEC text);
_Noreturn void exit(int code);
_Noreturn void _exit(int code);
int atexit(void (*_Nonnull function)(void));
_Noreturn void abort(void);
char *NULLABLE getenv(const char *UNSPEC name);
double strtod(const char *UNSPEC text, char *NULLABLE *NULLABLE end);
int setenv(const char *UNSPEC name, const char *UNSPEC value, int overwrite);
int unsetenv(const char *UNSPEC name);

// fcntl.h, sys/file.h; open and fcntl with three arguments are in Darwin.swift
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
struct flock { off_t l_start; off_t l_len; pid_t l_pid; short l_type; short l_whence; };
int flock(int descriptor, int operation);

// unistd.h, stdio.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK (1<<0)
#define W_OK (1<<1)
#define R_OK (1<<2)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
int access(const char *UNSPEC path, int mode);
int close(int descriptor);
ssize_t read(int descriptor, void *UNSPEC buffer, size_t count);
ssize_t write(int descriptor, const void *UNSPEC buffer, size_t count);
ssize_t pread(int descriptor, void *UNSPEC buffer, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *UNSPEC buffer, size_t count, off_t offset);
off_t lseek(int descriptor, off_t offset, int whence);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t length);
int link(const char *UNSPEC from, const char *UNSPEC to);
int symlink(const char *UNSPEC from, const char *UNSPEC to);
int unlink(const char *UNSPEC path);
int rmdir(const char *UNSPEC path);
int rename(const char *UNSPEC from, const char *UNSPEC to);
int pipe(int *UNSPEC ends);
int dup(int descriptor);
int dup2(int from, int to);
int isatty(int descriptor);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
int usleep(useconds_t microseconds);
unsigned int sleep(unsigned int seconds);
pid_t getpid(void);
uid_t getuid(void);
uid_t geteuid(void);
int lchown(const char *_Nonnull path, uid_t owner, gid_t group);

// sys/stat.h, sys/statvfs.h, dirent.h
struct stat {
    dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
    struct timespec st_atimespec; struct timespec st_mtimespec; struct timespec st_ctimespec;
    struct timespec st_birthtimespec;
    off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; unsigned st_flags; unsigned st_gen; int st_lspare;
    long long st_qspare[2];
};
int stat(const char *UNSPEC path, struct stat *UNSPEC status);
int lstat(const char *UNSPEC path, struct stat *UNSPEC status);
int fstat(int descriptor, struct stat *UNSPEC status);
int chmod(const char *UNSPEC path, mode_t mode);
int mkdir(const char *UNSPEC path, mode_t mode);
int mkfifo(const char *UNSPEC path, mode_t mode);
int futimens(int descriptor, const struct timespec *UNSPEC times);
int utimensat(int descriptor, const char *UNSPEC path, const struct timespec *UNSPEC times, int flags);
#define AT_FDCWD -2
struct statvfs {
    unsigned long f_bsize; unsigned long f_frsize; fsblkcnt_t f_blocks; fsblkcnt_t f_bfree; fsblkcnt_t f_bavail;
    fsfilcnt_t f_files; fsfilcnt_t f_ffree; fsfilcnt_t f_favail; unsigned long f_fsid; unsigned long f_flag;
    unsigned long f_namemax;
};
int statvfs(const char *UNSPEC path, struct statvfs *UNSPEC status);
struct dirent {
    ino_t d_ino; unsigned long long d_seekoff; unsigned short d_reclen; unsigned short d_namlen; unsigned char d_type;
    char d_name[1024];
};
typedef struct { int __dd_fd; long __dd_loc; long __dd_size; char *UNSPEC __dd_buf; int __dd_len; long __dd_seek; } DIR;
DIR *UNSPEC opendir(const char *UNSPEC path);
struct dirent *UNSPEC readdir(DIR *UNSPEC directory);
int closedir(DIR *UNSPEC directory);

// sys/socket.h, netinet/in.h, poll.h
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_LINGER 0x0080
#define SO_SNDBUF 0x1001
#define SO_RCVBUF 0x1002
#define SO_RCVTIMEO 0x1006
#define SO_SNDTIMEO 0x1005
#define SO_NOSIGPIPE 0x1022
#define SO_NWRITE 0x1024
#define SOMAXCONN 128
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define MSG_PEEK 0x2
#define MSG_DONTWAIT 0x80
struct sockaddr { unsigned char sa_len; sa_family_t sa_family; char sa_data[14]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in {
    unsigned char sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8];
};
struct in6_addr { unsigned char bytes[16]; };
struct sockaddr_in6 {
    unsigned char sin6_len; sa_family_t sin6_family; in_port_t sin6_port; unsigned sin6_flowinfo;
    struct in6_addr sin6_addr; unsigned sin6_scope_id;
};
extern const struct in6_addr in6addr_loopback;
struct sockaddr_un { unsigned char sun_len; sa_family_t sun_family; char sun_path[104]; };
struct linger { int l_onoff; int l_linger; };
struct pollfd { int fd; short events; short revents; };
struct ifaddrs {
    struct ifaddrs *UNSPEC ifa_next; char *UNSPEC ifa_name; unsigned int ifa_flags; struct sockaddr *UNSPEC ifa_addr;
};
int getifaddrs(struct ifaddrs *UNSPEC *UNSPEC list);
void freeifaddrs(struct ifaddrs *UNSPEC list);
int socket(int family, int type, int protocol);
int bind(int socket, const struct sockaddr *UNSPEC address, socklen_t count);
int connect(int socket, const struct sockaddr *UNSPEC address, socklen_t count);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *UNSPEC address, socklen_t *UNSPEC count);
int getsockname(int socket, struct sockaddr *UNSPEC address, socklen_t *UNSPEC count);
int getpeername(int socket, struct sockaddr *UNSPEC address, socklen_t *UNSPEC count);
int getsockopt(int socket, int level, int name, void *UNSPEC value, socklen_t *UNSPEC count);
int setsockopt(int socket, int level, int name, const void *UNSPEC value, socklen_t count);
int shutdown(int socket, int how);
ssize_t send(int socket, const void *UNSPEC buffer, size_t count, int flags);
ssize_t recv(int socket, void *UNSPEC buffer, size_t count, int flags);
int inet_pton(int family, const char *UNSPEC text, void *UNSPEC address);
int poll(struct pollfd *UNSPEC requests, nfds_t count, int milliseconds);

// sys/resource.h
#define RLIMIT_FSIZE 1
#define RLIMIT_NOFILE 8
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
int getrlimit(int resource, struct rlimit *UNSPEC limit);
int setrlimit(int resource, const struct rlimit *UNSPEC limit);

// stdio.h
typedef struct __sFILE { int _r; } FILE;
FILE *UNSPEC fopen(const char *UNSPEC path, const char *UNSPEC mode);
int fclose(FILE *UNSPEC file);
size_t fwrite(const void *UNSPEC bytes, size_t size, size_t count, FILE *UNSPEC file);
size_t fread(void *UNSPEC bytes, size_t size, size_t count, FILE *UNSPEC file);
int fflush(FILE *UNSPEC file);

// time.h
time_t time(time_t *UNSPEC now);

// signal.h: SIG_IGN and the like are in Darwin.swift
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTOP 17
#define SIGXFSZ 25
#define SIGCONT 19
#define SIGABRT 6
#define SIGSEGV 11
#define SIGILL 4
#define SIGTRAP 5
int kill(pid_t process, int signal);
int raise(int signal);
void (*UNSPEC signal(int number, void (*UNSPEC handler)(int)))(int);

// pthread.h
struct _opaque_pthread_t { long __sig; char __opaque[8176]; };
struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; };
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int pthread_create(
    pthread_t NULLABLE *UNSPEC thread, const pthread_attr_t *NULLABLE attributes,
    void *NULLABLE (*function)(void *), void *NULLABLE context);
int pthread_join(pthread_t thread, void *NULLABLE *NULLABLE result);
int pthread_detach(pthread_t thread);
pthread_t pthread_self(void);
int pthread_equal(pthread_t NULLABLE one, pthread_t NULLABLE other);

// For tests.
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define W_OK (1<<1)
#define O_NOCTTY 0x00020000
#define WUNTRACED 0x00000002
char *UNSPEC strdup(const char *UNSPEC text);
char *UNSPEC strstr(const char *UNSPEC big, const char *UNSPEC little);
int chown(const char *UNSPEC path, uid_t user, gid_t group);
gid_t getgid(void);
gid_t getegid(void);
int truncate(const char *UNSPEC path, off_t length);
#define WNOHANG 0x00000001
pid_t waitpid(pid_t process, int *UNSPEC status, int options);
typedef enum {
    _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6, _CLOCK_PROCESS_CPUTIME_ID = 12, _CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t;
int clock_gettime(clockid_t clock, struct timespec *UNSPEC time);
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawn_file_actions_init(posix_spawn_file_actions_t NULLABLE *UNSPEC actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t NULLABLE *UNSPEC actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t NULLABLE *UNSPEC actions, int from, int to);
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t NULLABLE *UNSPEC actions, int descriptor, const char *UNSPEC path, int flags,
    mode_t mode);
int posix_spawn(
    pid_t *UNSPEC process, const char *UNSPEC path, const posix_spawn_file_actions_t NULLABLE *UNSPEC actions,
    const posix_spawnattr_t NULLABLE *UNSPEC attributes, char *NULLABLE const *UNSPEC words,
    char *NULLABLE const *UNSPEC environment);

// math.h
double pow(double, double);

#pragma clang assume_nonnull end
#endif
