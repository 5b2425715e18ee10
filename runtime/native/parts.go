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

// inParts does the work on all vectors of these lengths, part by part and on
// all cores. Parts are the same on any number of them.
func inParts(lengths []int, work func(vector, from, to int)) {
	var parts []part
	total := 0
	for i, length := range lengths {
		for from := 0; from < length; from += partLength {
			parts = append(parts, part{i, from, min(from+partLength, length)})
		}
		total += length
	}
	var next atomic.Int64
	take := func(int) {
		for at := next.Add(1) - 1; at < int64(len(parts)); at = next.Add(1) - 1 {
			work(parts[at].vector, parts[at].from, parts[at].to)
		}
	}
	var pool workerpool.Pool
	pool.Run(max(1, min(goruntime.GOMAXPROCS(0), total/partLength)), take)
}
