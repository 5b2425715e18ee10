//go:build linux && cgo

// Package addressspace lets the program run where its address space is limited (RLIMIT_AS, which
// ulimit -v and cluster schedulers set). What it does happens before Go's own beginning, which
// would end in a stack.
package addressspace

/*
#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// In megabytes. Below least, commands end in stacks. They do so between least and high, too, as
// Go reserves 512 MB more for itself where that fits: the limit is then lowered to least, where
// it does not.
static const rlim_t megabyte = 1000 * 1000, least = 1100, high = 1900, roomy = 4000;

__attribute__((constructor)) static void fit(void) {
	struct rlimit given;
	if (getrlimit(RLIMIT_AS, &given) != 0 || given.rlim_cur == RLIM_INFINITY || given.rlim_cur >= roomy * megabyte) {
		return;
	}
	if (given.rlim_cur < least * megabyte) {
		char line[200];
		int length = snprintf(line, sizeof line, "gmnc: the address space is limited to %lu MB (ulimit -v), and the program needs %lu MB at least: raise the limit\n",
			(unsigned long)(given.rlim_cur / megabyte), (unsigned long)least);
		if (length > 0) {
			(void)!write(2, line, length);
		}
		_exit(1);
	}
	if (given.rlim_cur > least * megabyte && given.rlim_cur < high * megabyte) {
		given.rlim_cur = least * megabyte;
		setrlimit(RLIMIT_AS, &given);
	}
	mallopt(M_ARENA_MAX, 1); // each thread would reserve 64 MB or more
}
*/
import "C"
