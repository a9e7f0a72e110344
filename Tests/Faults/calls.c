/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Stands in for system calls and the like; memory is in memory.c. */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "intercept.h"

/*
 * The function that would have been called: a sanitizer's, which has a name of
 * its own when it is in this very program, else that of the next library.
 */
#define DECLARE(result, name, ...)                                             \
	extern result __interceptor_##name(__VA_ARGS__) __attribute__((weak)); \
	static result (*next_##name(void))(__VA_ARGS__)                        \
	{                                                                      \
		static void *next;                                             \
		void *found = __atomic_load_n(&next, __ATOMIC_ACQUIRE);        \
                                                                               \
		if (!found && __interceptor_##name)                            \
			found = (void *)__interceptor_##name;                  \
		if (!found)                                                    \
			found = dlsym(RTLD_NEXT, #name);                       \
		__atomic_store_n(&next, found, __ATOMIC_RELEASE);              \
		return (result(*)(__VA_ARGS__))found;                          \
	}

/* One that fails with -1 and an errno. */
#define STAND_IN(kind, result, name, parameters, ...) \
	DECLARE(result, name, UNWRAP parameters)      \
	STANDS_IN result name(UNWRAP parameters)      \
	{                                             \
		int error = fault_due(kind, CALLER);  \
                                                      \
		if (error) {                          \
			errno = error;                \
			return (result)-1;            \
		}                                     \
		return next_##name()(__VA_ARGS__);    \
	}
#define UNWRAP(...) __VA_ARGS__

STAND_IN(FAULT_SOCKET, int, socket, (int domain, int type, int protocol),
	 domain, type, protocol)
STAND_IN(FAULT_BIND, int, bind,
	 (int fd, const struct sockaddr *address, socklen_t size), fd, address,
	 size)
STAND_IN(FAULT_OPTION, int, setsockopt,
	 (int fd, int level, int name, const void *value, socklen_t size), fd,
	 level, name, value, size)
STAND_IN(FAULT_SEND, ssize_t, send,
	 (int fd, const void *data, size_t size, int flags), fd, data, size,
	 flags)
STAND_IN(FAULT_SEND, ssize_t, sendto,
	 (int fd, const void *data, size_t size, int flags,
	  const struct sockaddr *address, socklen_t address_size),
	 fd, data, size, flags, address, address_size)
STAND_IN(FAULT_SEND, ssize_t, sendmsg,
	 (int fd, const struct msghdr *message, int flags), fd, message, flags)
STAND_IN(FAULT_SEND, int, sendmmsg,
	 (int fd, struct mmsghdr *messages, unsigned int count, int flags), fd,
	 messages, count, flags)
STAND_IN(FAULT_RECEIVE, ssize_t, recv,
	 (int fd, void *data, size_t size, int flags), fd, data, size, flags)
STAND_IN(FAULT_RECEIVE, ssize_t, recvfrom,
	 (int fd, void *restrict data, size_t size, int flags,
	  struct sockaddr *restrict address, socklen_t *restrict address_size),
	 fd, data, size, flags, address, address_size)
STAND_IN(FAULT_RECEIVE, ssize_t, recvmsg,
	 (int fd, struct msghdr *message, int flags), fd, message, flags)
STAND_IN(FAULT_RECEIVE, int, recvmmsg,
	 (int fd, struct mmsghdr *messages, unsigned int count, int flags,
	  struct timespec *timeout),
	 fd, messages, count, flags, timeout)
STAND_IN(FAULT_POLL, int, poll,
	 (struct pollfd * fds, nfds_t count, int milliseconds), fds, count,
	 milliseconds)
STAND_IN(FAULT_EPOLL, int, epoll_create1, (int flags), flags)
STAND_IN(FAULT_EPOLL, int, epoll_ctl,
	 (int epoll, int operation, int fd, struct epoll_event *event), epoll,
	 operation, fd, event)
STAND_IN(FAULT_POLL, int, epoll_wait,
	 (int epoll, struct epoll_event *events, int count, int milliseconds),
	 epoll, events, count, milliseconds)
STAND_IN(FAULT_EVENTFD, int, eventfd, (unsigned int count, int flags), count,
	 flags)
STAND_IN(FAULT_WRITE, int, eventfd_write, (int fd, eventfd_t count), fd, count)
STAND_IN(FAULT_READ, int, eventfd_read, (int fd, eventfd_t *count), fd, count)
STAND_IN(FAULT_TIMER, int, timerfd_create, (clockid_t clock, int flags), clock,
	 flags)
STAND_IN(FAULT_INOTIFY, int, inotify_init1, (int flags), flags)
STAND_IN(FAULT_INOTIFY, int, inotify_add_watch,
	 (int fd, const char *path, uint32_t mask), fd, path, mask)
STAND_IN(FAULT_FILES, ssize_t, readlink,
	 (const char *restrict path, char *restrict target, size_t size), path,
	 target, size)
STAND_IN(FAULT_READ, ssize_t, read, (int fd, void *data, size_t size), fd, data,
	 size)
STAND_IN(FAULT_WRITE, ssize_t, write, (int fd, const void *data, size_t size),
	 fd, data, size)

DECLARE(int, open, const char *path, int flags, ...)
STANDS_IN int open(const char *path, int flags, ...)
{
	int error = fault_due(FAULT_FILES, CALLER);
	va_list arguments;
	mode_t mode = 0;

	if (error) {
		errno = error;
		return -1;
	}
	if (flags & (O_CREAT | __O_TMPFILE)) {
		va_start(arguments, flags);
		mode = va_arg(arguments, mode_t);
		va_end(arguments);
	}
	return next_open()(path, flags, mode);
}

DECLARE(int, openat, int folder, const char *path, int flags, ...)
STANDS_IN int openat(int folder, const char *path, int flags, ...)
{
	int error = fault_due(FAULT_FILES, CALLER);
	va_list arguments;
	mode_t mode = 0;

	if (error) {
		errno = error;
		return -1;
	}
	if (flags & (O_CREAT | __O_TMPFILE)) {
		va_start(arguments, flags);
		mode = va_arg(arguments, mode_t);
		va_end(arguments);
	}
	return next_openat()(folder, path, flags, mode);
}

DECLARE(DIR *, fdopendir, int fd)
STANDS_IN DIR *fdopendir(int fd)
{
	int error = fault_due(FAULT_FILES, CALLER);

	if (!error)
		return next_fdopendir()(fd);
	errno = error;
	return NULL;
}

/* These return the number. */

DECLARE(int, pthread_create, pthread_t *restrict thread,
	const pthread_attr_t *restrict attributes, void *(*main)(void *),
	void *restrict info)
STANDS_IN int pthread_create(pthread_t *restrict thread,
			     const pthread_attr_t *restrict attributes,
			     void *(*main)(void *), void *restrict info)
{
	int error = fault_due(FAULT_THREAD, CALLER);

	return error ? error
		     : next_pthread_create()(thread, attributes, main, info);
}

DECLARE(int, pthread_key_create, pthread_key_t *key, void (*destroy)(void *))
STANDS_IN int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	int error = fault_due(FAULT_KEY, CALLER);

	return error ? error : next_pthread_key_create()(key, destroy);
}

DECLARE(int, pthread_setspecific, pthread_key_t key, const void *value)
STANDS_IN int pthread_setspecific(pthread_key_t key, const void *value)
{
	/* Taking one away needs no memory. */
	int error = value ? fault_due(FAULT_KEY, CALLER) : 0;

	return error ? error : next_pthread_setspecific()(key, value);
}

DECLARE(int, getaddrinfo, const char *restrict name,
	const char *restrict service, const struct addrinfo *restrict hints,
	struct addrinfo **restrict list)
STANDS_IN int getaddrinfo(const char *restrict name,
			  const char *restrict service,
			  const struct addrinfo *restrict hints,
			  struct addrinfo **restrict list)
{
	int error = fault_due(FAULT_NAMES, CALLER);

	return error ? error : next_getaddrinfo()(name, service, hints, list);
}
