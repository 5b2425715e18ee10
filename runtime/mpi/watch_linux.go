//go:build mpi

package mpi

/*
#include <pthread.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// These are the descriptors of the processes that are watched, and the lines to print at the
// death of each. The first lower of them have lower ranks than this one.
static struct pollfd *processes;
static const char **lines;
static int count, lower;
static volatile int over;

// wait_for_death runs in a thread of its own and waits for no goroutine, since the launcher
// kills all ranks within milliseconds. Only the lowest rank that is left writes the line.
static void *wait_for_death(void *unused) {
	while (poll(processes, count, -1) < 1)
		;
	if (over)
		return NULL;
	int gone = 0, spoken = 0;
	while (!processes[gone].revents)
		gone++;
	for (int i = 0; i < lower; i++)
		spoken |= !processes[i].revents;
	if (!spoken && write(STDERR_FILENO, lines[gone], strlen(lines[gone])) < 0)
		_exit(2);
	usleep(200000); // time for the launcher to read the line
	_exit(1);
}

static int watch(int n, int n_lower, const int *descriptors, char **texts) {
	pthread_t thread;
	count = n, lower = n_lower;
	processes = calloc(n, sizeof *processes);
	lines = calloc(n, sizeof *lines);
	for (int i = 0; i < n; i++) {
		processes[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
		lines[i] = texts[i];
	}
	return pthread_create(&thread, NULL, wait_for_death, NULL);
}

static void look_away(void) { over = 1; }
*/
import "C"

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// watch watches for the death of other ranks on this machine, for which a call of MPI would
// wait for ever. The lowest of the ranks left says which one died, and all end. Launchers
// notice, too, but not all of them say which rank it was. If processes cannot be watched, it is
// left to the launcher.
func (j *Job) watch(advice string) {
	var descriptors []C.int
	var lines []*C.char
	lower := 0
	for rank, p := range j.peers {
		if own := j.peers[j.rank]; rank == j.rank || p.Host != own.Host || p.Space != own.Space {
			continue
		}
		descriptor, err := unix.PidfdOpen(p.Process, 0)
		if err != nil {
			continue
		}
		if rank < j.rank {
			lower++
		}
		descriptors = append(descriptors, C.int(descriptor))
		lines = append(lines, C.CString(fmt.Sprintf("gmnc: rank %d on %s (process %d) was killed or crashed, and all ranks end; %s\n", rank, p.Host, p.Process, advice)))
	}
	if len(descriptors) > 0 {
		C.watch(C.int(len(descriptors)), C.int(lower), &descriptors[0], &lines[0])
	}
}

// lookAway ends the watch. From here on ranks may end.
func lookAway() { C.look_away() }
