package native

import (
	"fmt"
	goruntime "runtime"
	"sync/atomic"

	"gmnc/internal/workerpool"
	"gmnc/ir"
	"gmnc/runtime"
)

// Options says how a program runs. The zero value is a good default.
type Options struct {
	// Workers is the number of shards that run at a time, or GOMAXPROCS if 0. It does not
	// change results.
	Workers int
	// ShardEdges is the approximate number of edges and particles in a shard or in a block of
	// receivers. If it is 0, blocks have 400. Shards then have up to 700, or about 1250 if
	// there are 16 or more of them, and fewer if their values take much memory. It changes the
	// last bits of sums over the batch.
	ShardEdges int
	// SystemEdges is the largest number of edges and particles of a system that runs as a
	// whole, or 10000 if 0. A larger system runs by blocks of receivers, which changes the last
	// bits of sums.
	SystemEdges int
	// Ranks share the sums over the batch: each computes some of the lanes, and all get the
	// sums, with the same bits for any number of ranks. Values of systems are known only to the
	// rank that computed them. Nil means a single process.
	Ranks runtime.Ranks
	// Memory is the memory in which the workers compute. If it is nil, the program has its own.
	// Only one of the programs that share a memory may run at a time.
	Memory *Memory
}

// Program is a compiled module with the memory to run it. Only one goroutine at a time may run
// it.
type Program struct {
	plan    *plan
	options Options
	// leastEdges is the approximate number of edges and particles in a shard if there are fewer
	// shards than lanes, and mostEdges if there are enough.
	leastEdges, mostEdges int
	batch                 batch
	// whole holds the values that belong to no shard.
	whole     frame
	layout    *layout
	large     large
	workers   []*worker
	lanesUsed int
	lanesAt   []int      // the first lane of each rank, and their number
	order     [lanes]int // the order in which lanes are taken
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

// Compile compiles the module, which is not changed, to a program. A module has the fewest
// multiplications if it comes from ir.OptimizeForKernels, before the gradients are added.
// Operators without a kernel, and modules whose batches cannot be divided into systems, are
// errors that name the cause.
func Compile(m *ir.Module, options Options) (*Program, error) {
	return compileBy(newPlan, m, options)
}

// compileBy compiles the module to a program by newPlan or, if it is optimized already and may be
// changed, by lowered.
func compileBy(planOf func(m *ir.Module) (*plan, error), m *ir.Module, options Options) (*Program, error) {
	plan, err := planOf(m)
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

// parallel runs the task on as many workers as there are parts. The workers take the parts from
// next.
func (p *Program) parallel(parts int, task func(*worker)) {
	if parts < 1 {
		return
	}
	p.next.Store(0)
	p.task = task
	p.pool.Run(min(len(p.workers), parts), p.runTask)
}

// failure returns the error of the first shard that failed, or nil if none did.
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

// forget drops the references to the last run's inputs.
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

// worker runs shards through the calls, in an arena.
type worker struct {
	program *Program
	frame   frame
	arena   *arena
	// bound holds the layout, the size and the memory to which the frame's slices point.
	bound struct {
		layout *layout
		size   size
		grown  int
	}
	// err is the error of the first shard that failed.
	err     error
	errorAt int
}

// result is the memory of an output.
type result struct {
	floats  []float32
	indices []int64
	shape   []int
}

// large is the system that runs by blocks of receivers: its values of particles, and the state
// that workers need to run blocks.
type large struct {
	frame  frame
	arena  arena
	layout *segmentLayout
	// scattered holds the lanes of scattered rows. ended holds the rows of receivers that ranks
	// exchange after a segment.
	scattered, ended []float32

	// shard is the system that is running, and segment is the index of its present segment.
	shard   shard
	segment int
	rows    int // receivers of a block
	count   int // of blocks
	lanes   int // the number of lanes that have blocks
}

// segmentLayout lays out the values of particles once for all segments, and the values of edges
// for each segment separately.
type segmentLayout struct {
	limit     size // particles of a system, edges of a block
	particles *layout
	edges     []*layout
}

// laneSums holds the lanes of sums, one after the other in memory: count lanes of length floats
// each, which is a multiple of a cache line.
type laneSums struct {
	memory        []float32
	length, count int
}

func (l laneSums) lane(i int) []float32 { return l.memory[i*l.length:][:l.length] }

// adding is the part of the lanes that the rank adds up: a slice of each of them.
type adding struct {
	lanes     laneSums
	total     []float32
	from, end int
	slices    []int // where the slice of each rank begins, and the end
}

// lanesOf returns the range of a rank's lanes among the first count: from up to, but not
// including, end.
func (p *Program) lanesOf(rank, count int) (from, end int) {
	return min(p.lanesAt[rank], count), min(p.lanesAt[rank+1], count)
}

// receiversOf returns the number of receivers in a block, whose edges are about as many as
// those of a shard.
func (p *Program) receiversOf(s shard) int {
	return min(max(1, p.options.ShardEdges/max(1, s.neighbors)), s.size.particles)
}
