//go:build mpi

package mpi

/*
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

// Open MPI installs handlers of its own for the signals of a crash, and MPICH for SIGUSR1,
// without the stack that a Go program must have. So Go's handlers are restored.
static int start(int *threads) {
	struct sigaction before[NSIG];
	int known[NSIG];
	for (int i = 1; i < NSIG; i++)
		known[i] = sigaction(i, NULL, &before[i]) == 0;
	int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, threads);
	for (int i = 1; i < NSIG; i++)
		if (known[i])
			sigaction(i, &before[i], NULL);
	return code == MPI_SUCCESS ? MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) : code;
}

static int place(int *rank, int *size) {
	int code = MPI_Comm_rank(MPI_COMM_WORLD, rank);
	return code == MPI_SUCCESS ? MPI_Comm_size(MPI_COMM_WORLD, size) : code;
}

static int smallest(int *value) {
	return MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
}

static int broadcast(void *data, int count, int from) {
	return MPI_Bcast(data, count, MPI_BYTE, from, MPI_COMM_WORLD);
}

static int gather(void *all, int *counts, int *at, int floats) {
	return MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, at, floats ? MPI_FLOAT : MPI_BYTE, MPI_COMM_WORLD);
}

// strided is a part of an array of floats, as runtime.Strided.
typedef struct { int at, count, length, stride; } strided;

// Each piece is a message of its own. A single message would not be contiguous memory, so MPI
// would copy it. All are in flight at once, since over a network one Alltoallv after the other
// leaves half of the bandwidth unused.
static int all_to_all(int size, float *values, const strided *sent, const strided *received) {
	int count = 0, begun = 0, code = MPI_SUCCESS;
	for (int i = 0; i < size; i++)
		count += sent[i].count + received[i].count;
	MPI_Request *requests = malloc(count * sizeof *requests);
	for (int i = 0; i < size; i++)
		for (int piece = 0; piece < received[i].count && code == MPI_SUCCESS; piece++)
			code = MPI_Irecv(values + received[i].at + piece * received[i].stride, received[i].length, MPI_FLOAT, i, 0, MPI_COMM_WORLD, &requests[begun++]);
	for (int i = 0; i < size; i++)
		for (int piece = 0; piece < sent[i].count && code == MPI_SUCCESS; piece++)
			code = MPI_Isend(values + sent[i].at + piece * sent[i].stride, sent[i].length, MPI_FLOAT, i, 0, MPI_COMM_WORLD, &requests[begun++]);
	for (int i = 0; i < begun && code == MPI_SUCCESS; i++) {
		MPI_Status status;
		code = MPI_Wait(&requests[i], &status);
	}
	free(requests);
	return code;
}

static int explain(int code, char *text, int *length) { return MPI_Error_string(code, text, length); }
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unsafe"

	"gmnc/runtime"
)

// failure returns the error that a code of MPI stands for, or nil for success.
func failure(what string, code C.int) error {
	if code == C.MPI_SUCCESS {
		return nil
	}
	text := make([]byte, C.MPI_MAX_ERROR_STRING)
	length := C.int(0)
	C.explain(code, (*C.char)(unsafe.Pointer(&text[0])), &length)
	return fmt.Errorf("MPI, %s: %s", what, text[:length])
}

// initialize initializes MPI, and returns the rank of this process and the number of ranks.
func initialize() (rank, size int, err error) {
	var threads, r, s C.int
	if err := failure("start", C.start(&threads)); err != nil {
		return 0, 0, err
	}
	if threads < C.MPI_THREAD_SERIALIZED {
		return 0, 0, errors.New("this MPI takes calls from one thread only: MPI_THREAD_SERIALIZED is needed")
	}
	err = failure("rank", C.place(&r, &s))
	return int(r), int(s), err
}

func finalize() error { return failure("end", C.MPI_Finalize()) }

// library returns the name of the MPI implementation.
func library() string {
	text := make([]byte, C.MPI_MAX_LIBRARY_VERSION_STRING)
	length := C.int(0)
	C.MPI_Get_library_version((*C.char)(unsafe.Pointer(&text[0])), &length)
	first, _, _ := strings.Cut(string(text[:length]), "\n")
	return first
}

// smallest returns the smallest of all ranks' values.
func smallest(value int) (int, error) {
	v := C.int(value)
	err := failure("Allreduce", C.smallest(&v))
	return int(v), err
}

// broadcast fills data in all ranks with the data of the rank from.
func broadcast(data []byte, from int) error {
	return failure("Bcast", C.broadcast(unsafe.Pointer(unsafe.SliceData(data)), C.int(len(data)), C.int(from)))
}

func checkCount(count int) error {
	if count > math.MaxInt32 {
		return fmt.Errorf("%d values at once are more than MPI counts", count)
	}
	return nil
}

// gather completes values in all ranks. Rank i has filled in those from at[i] up to at[i+1].
func gather[T byte | float32](values []T, at []int) error {
	if err := checkCount(len(values)); err != nil {
		return err
	}
	counts, places := make([]C.int, len(at)-1), make([]C.int, len(at)-1)
	for i := range counts {
		counts[i], places[i] = C.int(at[i+1]-at[i]), C.int(at[i])
	}
	floats := C.int(0)
	if _, ok := any(values).([]float32); ok {
		floats = 1
	}
	return failure("Allgatherv", C.gather(unsafe.Pointer(unsafe.SliceData(values)), &counts[0], &places[0], floats))
}

// allToAll exchanges parts of the values: it sends part i of sent to rank i, and receives part
// i of received from it.
func allToAll(values []float32, sent, received []runtime.Strided) error {
	if err := checkCount(len(values)); err != nil {
		return err
	}
	s, r := parts(sent), parts(received)
	return failure("exchange", C.all_to_all(C.int(len(s)), (*C.float)(unsafe.SliceData(values)), &s[0], &r[0]))
}

func parts(of []runtime.Strided) []C.strided {
	all := make([]C.strided, len(of))
	for i, p := range of {
		all[i] = C.strided{C.int(p.At), C.int(p.Count), C.int(p.Length), C.int(p.Stride)}
	}
	return all
}
