package native

import (
	goruntime "runtime"
	"sync/atomic"

	"gmnc/internal/workerpool"
)

// partLength is the number of elements of a vector that a core handles at a time. It takes a
// few microseconds, for which starting another core is just worth it.
const partLength = 8192

// part is a range of elements of one of several vectors.
type part struct{ vector, from, to int }

// inParts works on several vectors, part by part and on all cores. Only one call may use its
// memory at a time, which is kept for the next.
type inParts struct {
	parts []part
	next  atomic.Int64
	work  func(worker int, p part)
	take  func(worker int) // takes parts as long as there are some
	pool  workerpool.Pool
}

// divide divides vectors of these lengths into parts, and returns the number of workers to run.
// The parts are the same for any number of cores.
func (p *inParts) divide(lengths []int) (workers int) {
	p.parts = p.parts[:0]
	total := 0
	for i, length := range lengths {
		for from := 0; from < length; from += partLength {
			p.parts = append(p.parts, part{i, from, min(from+partLength, length)})
		}
		total += length
	}
	return max(1, min(goruntime.GOMAXPROCS(0), total/partLength))
}

// run calls work for all parts. A worker handles one part at a time.
func (p *inParts) run(workers int, work func(worker int, p part)) {
	if p.take == nil {
		p.take = func(worker int) {
			for at := p.next.Add(1) - 1; at < int64(len(p.parts)); at = p.next.Add(1) - 1 {
				p.work(worker, p.parts[at])
			}
		}
	}
	p.work = work
	p.next.Store(0)
	p.pool.Run(workers, p.take)
}
