//go:build linux && cgo

// Package addressspace lets the program run where its address space is limited (RLIMIT_AS,
// which ulimit -v and cluster schedulers set). It ends the program with a one-line message if
// too few threads are allowed (RLIMIT_NPROC). It acts before the Go runtime starts, which would
// end in a stack trace.
package addressspace

/*
#cgo LDFLAGS: -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// These are in megabytes. Below least, commands end in stack traces, for example if onnxruntime
// gets no memory for a thread. Between least and high, Go's runtime would reserve 512 MB at its
// start, which fit but leave too little memory. The limit is therefore narrow until it has
// started, so that they do not fit. Above high there is room for everything. Below roomy,
// threads get stacks of 1 MB instead of 8.
static const rlim_t megabyte = 1000 * 1000, narrow = 1100, least = 1300, high = 1900, roomy = 4000;
static const size_t stack = 1 << 20;

// stacks makes stack the size of the stacks of new threads.
static void stacks(void) {
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, stack);
	pthread_setattr_default_np(&attributes);
}

// refuse ends the program with a message of one line that contains two numbers.
static void refuse(const char *format, unsigned long first, unsigned long second) {
	char line[200];
	int length = snprintf(line, sizeof line, format, first, second);
	if (length > 0) {
		(void)!write(2, line, length);
	}
	_exit(1);
}

static void *hold(void *lock) {
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	return NULL;
}

// threads ends the program with a message if the user may not start as many threads as it needs
// (ulimit -u): some for Go, and one for each processor.
static void threads(void) {
	enum { most = 64, own = 6 };
	struct rlimit now;
	if (getrlimit(RLIMIT_NPROC, &now) != 0 || now.rlim_cur == RLIM_INFINITY) {
		return;
	}
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int need = processors > most - own ? most : own + (int)processors, begun = 0;
	pthread_t all[most];
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 1 << 16);
	pthread_mutex_lock(&lock);
	while (begun < need && pthread_create(&all[begun], &small, hold, &lock) == 0) {
		begun++;
	}
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < begun; i++) {
		pthread_join(all[i], NULL);
	}
	if (begun < need) {
		refuse("gmnc: %lu threads could begin (ulimit -u, or a limit of the container), and the program needs %lu at least: raise the limit\n", begun, need);
	}
}

static struct rlimit given; // 0 if there is nothing to restore

__attribute__((constructor)) static void fit(void) {
	struct rlimit now;
	if (getrlimit(RLIMIT_STACK, &now) == 0 && now.rlim_cur < stack) { // ulimit -s
		now.rlim_cur = stack;
		now.rlim_max = now.rlim_max < stack ? stack : now.rlim_max;
		if (setrlimit(RLIMIT_STACK, &now) != 0) {
			refuse("gmnc: stacks are limited to less than %lu kB (ulimit -s), which the program needs: raise the limit\n", stack / 1024, 0);
		}
		stacks();
	}
	threads();
	if (getrlimit(RLIMIT_AS, &now) != 0 || now.rlim_cur == RLIM_INFINITY || now.rlim_cur >= roomy * megabyte) {
		return;
	}
	if (now.rlim_cur < least * megabyte) {
		refuse("gmnc: the address space is limited to %lu MB (ulimit -v), and the program needs %lu MB at least: raise the limit\n",
			now.rlim_cur / megabyte, least);
	}
	dlopen("libgcc_s.so.1", RTLD_NOW); // glibc would load it when a thread ends, and abort if it cannot
	if (now.rlim_cur < high * megabyte) {
		given = now;
		now.rlim_cur = narrow * megabyte;
		setrlimit(RLIMIT_AS, &now);
	}
	mallopt(M_ARENA_MAX, 1); // each thread would reserve 64 MB or more
	stacks();
}

static void restore(void) {
	if (given.rlim_cur != 0) {
		setrlimit(RLIMIT_AS, &given);
	}
}
*/
import "C"

func init() { C.restore() }
