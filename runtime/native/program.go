package native

import (
	"fmt"
	"math"
	goruntime "runtime"
	"sync/atomic"

	"gmnc/internal/workerpool"
	"gmnc/ir"
	"gmnc/runtime"
)

const (
	// lanes are what sums over the batch are added up in.
	lanes = 16
	// sumPart is how many floats of the lanes are added up at a time.
	sumPart = 8192
	// leastShard and mostShard bound the edges and particles of a shard: those
	// of 4 and of 12.5 complete systems of ten particles. Smaller shards pay
	// for calls, larger ones leave the cache.
	leastShard, mostShard = 400, 1250
	// heavyShard is the least where the values of leastShard take more than
	// shardFloats: then leaving the cache costs more than calls do.
	heavyShard = 100
	// fewShard is the same where there are fewer shards than lanes, at the most:
	// weights are read and lanes added up less often, by fewer workers.
	fewShard = 700
	// shardFloats is how many values a shard may have, 10 MB, between these bounds:
	// those of the paper's model in training, at the most.
	shardFloats = 10 << 18
	// defaultSystem is a complete system of 100 particles. In a training step
	// of the paper's model a whole system takes 7 kB an edge, so this one
	// 70 MB; by blocks it takes 2 MB, but a quarter more time, since backwards
	// what was computed of edges is computed again.
	defaultSystem = 10000
)

// Options say how a program runs; the zero value is a good choice.
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

// Run computes the outputs of a batch, in which systems may have different
// numbers of neighbors. params are the values of the parameters by name; those
// that no output depends on may be absent.
//
// The outputs belong to the program: the next run overwrites them. Params
// and inputs are read during the run only.
func (p *Program) Run(params map[string][]float32, batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if err := p.bindParams(params); err != nil {
		return nil, err
	}
	return p.run(batch)
}

// bindParams takes the weights and computes what follows from them alone.
func (p *Program) bindParams(params map[string][]float32) error {
	for _, bound := range p.plan.params {
		if bound.number < 0 {
			continue
		}
		value, ok := params[bound.value.Name]
		if want := p.plan.values[bound.number].count(size{}); !ok {
			return fmt.Errorf("the value of the parameter %s is missing; it is %s", bound.value.Name, bound.value.Type)
		} else if len(value) != want {
			return fmt.Errorf("the parameter %s has %d values; it is %s", bound.value.Name, len(value), bound.value.Type)
		}
		p.whole.floats[bound.number] = value
	}
	p.whole.run(p.plan.calls[constant])
	return nil
}

// run is Run with parameters that are bound.
func (p *Program) run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if err := p.batch.bind(batch); err != nil {
		return nil, err
	}
	limit := p.options.SystemEdges
	if p.plan.segments == nil {
		limit = math.MaxInt
	}
	p.batch.cut(p.leastEdges, p.mostEdges, limit)
	if err := p.oneCount(); err != nil {
		return nil, err
	}
	p.reserve()
	for i, bound := range p.plan.inputs {
		if bound.number >= 0 && p.plan.values[bound.number].extent == fixed {
			p.whole.floats[bound.number] = p.batch.inputs[i].Float
		}
	}
	p.whole.size = p.batch.size
	p.whole.run(p.plan.calls[before])
	p.ownLanes(p.lanesUsed, (*worker).lanes)
	if err := p.options.Ranks.Agree(p.failure()); err != nil {
		return nil, err
	}
	for _, s := range p.batch.large {
		if err := p.blocks(s); err != nil {
			return nil, err
		}
	}
	if err := p.sumLanes(laneSums{p.laneSums, p.plan.laneLen, p.lanesUsed}, p.totals); err != nil {
		return nil, err
	}
	p.whole.run(p.plan.calls[after])
	return p.collect(), nil
}

// reserve makes sure of the memory that the batch needs.
func (p *Program) reserve() {
	if limit := most(p.batch.shards); p.layout == nil || !limit.within(p.layout.limit) {
		if p.layout != nil {
			limit = limit.or(p.layout.limit)
		}
		p.layout = p.plan.layOut(p.plan.calls[within], anyExtent, limit)
	}
	p.lanesUsed = min(lanes, len(p.batch.shards))
	if len(p.batch.large) > 0 {
		p.lanesUsed = lanes
		p.large.reserve(p)
	}
	p.divide()
	if need := p.lanesUsed * p.plan.laneLen; len(p.laneSums) < need {
		p.laneSums = newFloats(need)
	}
	for len(p.workers) < min(p.options.Workers, lanes) {
		p.workers = append(p.workers, &worker{program: p, frame: newFrame(p.plan)})
	}
	p.reserveResults()
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
