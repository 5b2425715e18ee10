package native

import (
	goruntime "runtime"
	"sync/atomic"

	"gmnc/internal/workerpool"
)

// partLength is how many elements of a vector a core takes at a time: a few
// microseconds of work, for which another core can just be started.
const partLength = 8192

// part is a part of one of several vectors.
type part struct{ vector, from, to int }

// inParts works on all vectors of some lengths, part by part and on all cores. Its
// memory is for one use at a time, and stays for the next.
type inParts struct {
	parts []part
	next  atomic.Int64
	work  func(worker int, p part)
	take  func(worker int) // takes parts as long as there are some
	pool  workerpool.Pool
}

// divide takes vectors of these lengths and returns how many workers run will have. Parts
// are the same on any number of cores.
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

// run does the work on all parts; a worker has one part at a time.
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
