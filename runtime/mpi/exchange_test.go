//go:build mpi

package mpi

import (
	"math"
	"slices"
	"testing"
	"time"

	"gmnc/runtime"
)

// BenchmarkExchange is what ranks do of a training step of GMN beside their
// shards: as many floats as it has parameters, in 16 lanes. All ranks run it
// with as many repetitions:
//
//	CC=mpicc go test -tags mpi -c -o exchange ./runtime/mpi
//	mpirun -n 2 ./exchange -test.run - -test.bench . -test.benchtime 200x
func BenchmarkExchange(b *testing.B) {
	const lanes, length = 16, 204960
	j := started(b)
	values := slices.Repeat([]float32{1}, lanes*length)
	own := func(rank int) (from, end int) { return lanes * rank / j.size, lanes * (rank + 1) / j.size }
	sliceAt := make([]int, j.size+1)
	for i := range sliceAt {
		sliceAt[i] = length / 16 * i / j.size * 16
	}
	sent, received := make([]runtime.Strided, j.size), make([]runtime.Strided, j.size)
	for i := range sent {
		if i == j.rank {
			continue
		}
		from, end := own(j.rank)
		sent[i] = runtime.Strided{At: from*length + sliceAt[i], Count: end - from, Length: sliceAt[i+1] - sliceAt[i], Stride: length}
		from, end = own(i)
		received[i] = runtime.Strided{At: from*length + sliceAt[j.rank], Count: end - from, Length: sliceAt[j.rank+1] - sliceAt[j.rank], Stride: length}
	}
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"Agree", func() error { return j.Agree(nil) }},
		{"AllToAll", func() error { return j.AllToAll(values, sent, received) }},
		{"AllGather", func() error { return j.AllGather(values[:length], sliceAt) }},
		{"AllGatherLanes", func() error { return gather(values, laneBounds(j, length, own)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			fastest := time.Duration(math.MaxInt64)
			for range b.N {
				started := time.Now()
				if err := c.do(); err != nil {
					b.Fatal(err)
				}
				fastest = min(fastest, time.Since(started))
			}
			b.ReportMetric(float64(fastest), "fastest-ns")
		})
	}
}

// laneBounds returns the bounds of whole lanes, all of which all ranks would get.
func laneBounds(j *Job, length int, own func(rank int) (from, end int)) []int {
	at := make([]int, j.size+1)
	for i := range j.size {
		_, end := own(i)
		at[i+1] = end * length
	}
	return at
}

var job *Job

// started joins the ranks, once.
func started(b *testing.B) *Job {
	b.Helper()
	if job == nil {
		var err error
		if job, err = Start(""); err != nil {
			b.Fatal(err)
		}
	}
	return job
}

func TestMain(m *testing.M) {
	m.Run()
	if job != nil {
		job.Leave()
	}
}
