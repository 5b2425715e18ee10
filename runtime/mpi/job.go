//go:build mpi

package mpi

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"

	"gmnc/runtime"
)

// Job is this process among those that a launcher started together.
type Job struct {
	rank, size int
	launched   bool
	over       error // why the ranks no longer work together
	broken     bool  // MPI itself failed
	peers      []peer
}

// peer says where a rank runs.
type peer struct {
	Host, Space string // Space is the namespace of process numbers, which differs between containers
	Process     int
}

// Start joins the ranks of an MPI launcher. Without a launcher the process is alone. If a rank
// dies without a message, all ranks end, with a line on stderr that names it and gives the
// advice.
func Start(advice string) (*Job, error) {
	expected, launched := launchedRanks()
	if !launched {
		return &Job{size: 1}, nil
	}
	rank, size, err := initialize()
	if err != nil {
		return nil, err
	}
	if expected != size {
		return nil, fmt.Errorf("the launcher started %d processes and MPI sees %d: use the mpirun of the MPI that gmnc was built with, %s",
			expected, size, library())
	}
	j := &Job{rank: rank, size: size, launched: true}
	if err := j.meet(); err != nil {
		return nil, err
	}
	j.watch(advice)
	return j, nil
}

// launchedRanks returns the number of processes that the launcher started, from the environment
// of Open MPI, of Hydra and others with PMI, or of Slurm with PMIx.
func launchedRanks() (size int, launched bool) {
	names := []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}
	if os.Getenv("PMIX_RANK") != "" {
		names = append(names, "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS")
	}
	for _, name := range names {
		if size, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return size, true
		}
	}
	return 1, false
}

// meet finds out where all ranks run.
func (j *Job) meet() error {
	host, _ := os.Hostname()
	space, _ := os.Readlink("/proc/self/ns/pid")
	own, err := json.Marshal(peer{host, space, os.Getpid()})
	if err != nil {
		return err
	}
	all, err := j.Share(own)
	if err != nil {
		return err
	}
	j.peers = make([]peer, j.size)
	for rank, text := range all {
		if err := json.Unmarshal(text, &j.peers[rank]); err != nil {
			return err
		}
	}
	return nil
}

// Leave ends MPI. The ranks have agreed on how they end.
func (j *Job) Leave() {
	if j.launched && !j.broken {
		lookAway()
		smallest(j.rank) // no rank leaves before all have ended the watch
		finalize()
	}
}

func (j *Job) Rank() int { return j.rank }
func (j *Job) Size() int { return j.size }

// Agree returns nil in all ranks if no rank has an error. Otherwise it returns a rank's own
// error or, in a rank without one, that of the first rank that has one. From then on all calls
// fail with it.
func (j *Job) Agree(err error) error {
	if j.size == 1 {
		return err
	}
	if j.over != nil {
		return j.over
	}
	own := j.size
	if err != nil {
		own = j.rank
	}
	first, failed := smallest(own)
	if failed != nil {
		return j.fail(failed)
	}
	if first == j.size {
		return nil
	}
	j.over = err
	told, failed := j.told(first, err)
	if failed != nil {
		return j.fail(failed)
	}
	if err == nil {
		j.over = told
	}
	return j.over
}

// message is the length to which an error is cut to send it to the other ranks.
const message = 4096

// told returns the error of a rank, in all ranks.
func (j *Job) told(from int, err error) (error, error) {
	text := make([]byte, message)
	if from == j.rank {
		if errors.Is(err, context.Canceled) {
			text[0] = 1
		}
		copy(text[1:], err.Error())
	}
	if err := broadcast(text, from); err != nil {
		return nil, err
	}
	told := &runtime.RankError{Rank: from, Text: fmt.Sprintf("rank %d on %s: %s", from, j.peers[from].Host, bytes.TrimRight(text[1:], "\x00"))}
	if text[0] == 1 {
		told.Err = context.Canceled
	}
	return told, nil
}

// fail records that MPI does not work any more.
func (j *Job) fail(err error) error {
	j.over, j.broken = err, true
	return err
}

// Share returns the bytes of all ranks. It gathers first their lengths, then the bytes.
func (j *Job) Share(own []byte) ([][]byte, error) {
	if j.over != nil || j.size == 1 {
		return [][]byte{own}, j.over
	}
	lengths, places := make([]byte, 8*j.size), make([]int, j.size+1)
	for rank := range places {
		places[rank] = 8 * rank
	}
	binary.LittleEndian.PutUint64(lengths[8*j.rank:], uint64(len(own)))
	if err := gather(lengths, places); err != nil {
		return nil, j.fail(err)
	}
	for rank := range j.size {
		places[rank+1] = places[rank] + int(binary.LittleEndian.Uint64(lengths[8*rank:]))
	}
	memory := make([]byte, places[j.size])
	copy(memory[places[j.rank]:], own)
	if err := gather(memory, places); err != nil {
		return nil, j.fail(err)
	}
	all := make([][]byte, j.size)
	for rank := range all {
		all[rank] = memory[places[rank]:places[rank+1]]
	}
	return all, nil
}

// AllGather completes the values in all ranks.
func (j *Job) AllGather(values []float32, at []int) error {
	if j.over != nil || j.size == 1 {
		return j.over
	}
	if err := gather(values, at); err != nil {
		return j.fail(err)
	}
	return nil
}

// AllToAll exchanges parts of the values between all ranks.
func (j *Job) AllToAll(values []float32, sent, received []runtime.Strided) error {
	if j.over != nil || j.size == 1 {
		return j.over
	}
	if err := allToAll(values, sent, received); err != nil {
		return j.fail(err)
	}
	return nil
}
