package native

import (
	"fmt"
	goruntime "runtime"
	"sync/atomic"

	"gmnc/internal/workerpool"
	"gmnc/ir"
	"gmnc/runtime"
)

// Options define how a program runs; the zero value is a good default.
type Options struct {
	// Workers is how many shards run at a time: GOMAXPROCS if 0. It does not
	// change results.
	Workers int
	// ShardEdges is about how many edges and particles a shard or a block of
	// receivers has. If 0, it is 400 for blocks, and for shards, as far as their values
	// take little memory, up to 700, or about 1250 where there are 16 or more of these. It
	// changes the last bits of sums over the batch.
	ShardEdges int
	// SystemEdges is how many edges and particles a system may have, 10000
	// if 0, to run as a whole; one with more runs by blocks of receivers, which
	// changes the last bits of sums.
	SystemEdges int
	// Ranks share the sums over the batch: each computes some of the lanes, and
	// all get the sums, with the same bits for any number of them. Values of
	// systems are known only to the rank that computed them. Nil is one process.
	Ranks runtime.Ranks
	// Memory is the memory in which the workers compute; if nil, the program has its own. Only one
	// of the programs that share a memory may run at a time.
	Memory *Memory
}

// Program is a compiled module with the memory to run it. One goroutine may
// run it at a time.
type Program struct {
	plan    *plan
	options Options
	// leastEdges is how many edges and particles a shard has, about, where there are
	// fewer shards than lanes, and mostEdges where there are enough.
	leastEdges, mostEdges int
	batch                 batch
	// whole holds what belongs to no shard.
	whole     frame
	layout    *layout
	large     large
	workers   []*worker
	lanesUsed int
	lanesAt   []int      // the first lane of each rank, and their number
	order     [lanes]int // in which lanes are taken
	laneSums  []float32
	totals    []float32
	adding    adding
	results   []result
	outputs   map[string]runtime.Tensor
	next      atomic.Int64
	pool      workerpool.Pool
	task      func(*worker)    // what the workers are doing
	runTask   func(worker int) // does the task with a worker
}

// Compile makes a program of the module, which is not changed. A module has
// the fewest multiplications if it comes from ir.OptimizeForKernels, before
// the gradients are added. An operator without a kernel, and a module whose
// batches cannot be cut into systems, are errors that name what is in the way.
func Compile(m *ir.Module, options Options) (*Program, error) {
	plan, err := newPlan(m)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", m.Name, err)
	}
	return newProgram(plan, options), nil
}

func newProgram(plan *plan, options Options) *Program {
	if options.Workers == 0 {
		options.Workers = goruntime.GOMAXPROCS(0)
	}
	least, most := options.ShardEdges, options.ShardEdges
	if options.ShardEdges == 0 {
		options.ShardEdges, most = leastShard, plan.mostEdges()
		least = min(fewShard, most)
	}
	if options.SystemEdges == 0 {
		options.SystemEdges = defaultSystem
	}
	if options.Memory == nil {
		options.Memory = &Memory{}
	}
	options.Ranks = runtime.Together(options.Ranks)
	p := &Program{
		plan: plan, options: options, leastEdges: least, mostEdges: most, batch: batch{plan: plan}, whole: newFrame(plan),
		totals: make([]float32, plan.laneLen), results: make([]result, len(plan.outputs)),
		large:   large{frame: newFrame(plan)},
		outputs: make(map[string]runtime.Tensor, len(plan.outputs)),
	}
	p.runTask = func(worker int) { p.task(p.workers[worker]) }
	for _, at := range [...]phase{constant, before, after} {
		for _, c := range plan.calls[at] {
			for _, number := range c.results() {
				p.whole.floats[number] = make([]float32, plan.values[number].count(size{}))
			}
		}
	}
	for i, number := range plan.sums {
		p.whole.floats[number] = p.totals[plan.sumAt[i]:][:plan.values[number].count(size{})]
	}
	return p
}

func (p *Program) lane(i int) []float32 { return p.laneSums[i*p.plan.laneLen : (i+1)*p.plan.laneLen] }

// parallel runs the task on as many workers as there are parts for, which
// workers take from next.
func (p *Program) parallel(parts int, task func(*worker)) {
	if parts < 1 {
		return
	}
	p.next.Store(0)
	p.task = task
	p.pool.Run(min(len(p.workers), parts), p.runTask)
}

// failure is the error of the first shard that has one.
func (p *Program) failure() error {
	var first *worker
	for _, w := range p.workers {
		if w.err != nil && (first == nil || w.errorAt < first.errorAt) {
			first = w
		}
	}
	if first == nil {
		return nil
	}
	return first.err
}

// forget lets go of the last run's inputs.
func (p *Program) forget() {
	clear(p.batch.inputs)
	for _, bound := range p.plan.inputs {
		if bound.number < 0 || p.plan.values[bound.number].index {
			continue
		}
		p.whole.floats[bound.number], p.large.frame.floats[bound.number] = nil, nil
		for _, w := range p.workers {
			w.frame.floats[bound.number] = nil
		}
	}
}

// worker takes shards through the calls, in an arena.
type worker struct {
	program *Program
	frame   frame
	arena   *arena
	// bound is the layout, the shape and the memory that the frame's slices are of.
	bound struct {
		layout *layout
		size   size
		grown  int
	}
	// err is what went wrong in the first shard that failed.
	err     error
	errorAt int
}

// result is the memory of an output.
type result struct {
	floats  []float32
	indices []int64
	shape   []int
}

// large is the system that runs by blocks of receivers: its values of
// particles, and what workers need to take blocks.
type large struct {
	frame  frame
	arena  arena
	layout *segmentLayout
	// scattered are the lanes of scattered rows, and ended the rows that other
	// ranks' blocks end.
	scattered, ended []float32

	// shard is the system that runs now, and segment where it is.
	shard   shard
	segment int
	rows    int // receivers of a block
	count   int // of blocks
	lanes   int // that have blocks
}

// segmentLayout lays out the values of particles once for all segments, and the values of
// edges for each segment by itself.
type segmentLayout struct {
	limit     size // particles of a system, edges of a block
	particles *layout
	edges     []*layout
}

// laneSums are the lanes of sums, one after the other in memory: count of them,
// each of length floats, a multiple of a cache line.
type laneSums struct {
	memory        []float32
	length, count int
}

func (l laneSums) lane(i int) []float32 { return l.memory[i*l.length:][:l.length] }

// adding is what of lanes the rank adds up: a slice of all of them.
type adding struct {
	lanes     laneSums
	total     []float32
	from, end int
	slices    []int // of all ranks, where each begins, and the end
}

// lanesOf are the lanes of a rank among the first count, from one up to another.
func (p *Program) lanesOf(rank, count int) (from, end int) {
	return min(p.lanesAt[rank], count), min(p.lanesAt[rank+1], count)
}

// receiversOf is how many receivers a block has: about as many edges as a
// shard.
func (p *Program) receiversOf(s shard) int {
	return min(max(1, p.options.ShardEdges/max(1, s.neighbors)), s.size.particles)
}
