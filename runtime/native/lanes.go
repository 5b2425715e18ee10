package native

import (
	"slices"

	"gmnc/runtime"
	"gmnc/runtime/native/kernels"
)

// laneWeights returns the number of edges and particles in the shards and blocks of each lane.
func (p *Program) laneWeights() (weights [lanes]int) {
	for i, s := range p.batch.shards {
		weights[i%lanes] += s.size.particles + s.size.edges
	}
	for _, s := range p.batch.large {
		for at, block := 0, 0; at < s.size.particles; at, block = at+p.receiversOf(s), block+1 {
			weights[block%lanes] += min(p.receiversOf(s), s.size.particles-at) * (s.neighbors + 1)
		}
	}
	return weights
}

// divide divides the lanes among ranks by their edges and particles. It orders the lanes of
// this rank by descending weight, so that its workers end at about the same time.
func (p *Program) divide() {
	weights := p.laneWeights()
	if ranks := p.options.Ranks.Size(); ranks > 1 {
		p.lanesAt = runtime.Parts(weights[:p.lanesUsed], ranks)
	} else {
		p.lanesAt = append(p.lanesAt[:0], 0, p.lanesUsed)
	}
	for lane := range p.order {
		p.order[lane] = lane
	}
	from, end := p.lanesOf(p.options.Ranks.Rank(), p.lanesUsed)
	slices.SortStableFunc(p.order[from:end], func(a, b int) int { return weights[b] - weights[a] })
}

// ownLanes runs the task on workers for those of the first count lanes that belong to this
// rank.
func (p *Program) ownLanes(count int, task func(*worker)) {
	for _, w := range p.workers {
		w.err = nil
	}
	from, end := p.lanesOf(p.options.Ranks.Rank(), count)
	p.parallel(end-from, task)
}

// nextLane returns the next of the first count lanes that belong to this rank, and reports
// whether there is one.
func (p *Program) nextLane(count int) (lane int, more bool) {
	from, end := p.lanesOf(p.options.Ranks.Rank(), count)
	lane = from + int(p.next.Add(1)) - 1
	return lane, lane < end
}

// sumLanes adds up the lanes in their order, in all ranks. Each rank adds up one slice of all
// lanes, for which the others send it that slice of theirs. So a rank receives about as much as
// its own lanes hold, and the sums, instead of all lanes.
func (p *Program) sumLanes(sums laneSums, total []float32) error {
	if sums.length == 0 || sums.count == 0 {
		return nil
	}
	ranks, a := p.options.Ranks, &p.adding
	a.lanes, a.total, a.slices = sums, total, evenSlices(a.slices[:0], sums.length, ranks.Size())
	a.from, a.end = a.slices[ranks.Rank()], a.slices[ranks.Rank()+1]
	if err := p.exchange(sums, a.slices); err != nil {
		return err
	}
	p.parallel((a.end-a.from+sumPart-1)/sumPart, (*worker).sumLanes)
	return ranks.AllGather(total, a.slices)
}

// sumLanes adds up parts of the rank's slice until none is left.
func (w *worker) sumLanes() {
	p, a := w.program, &w.program.adding
	for {
		from := a.from + (int(p.next.Add(1))-1)*sumPart
		if from >= a.end {
			return
		}
		a.lanes.sum(a.total[from:min(from+sumPart, a.end)], from)
	}
}

// ones is a row with a 1 for each lane.
var ones = slices.Repeat([]float32{1}, lanes)

// sum adds up the lanes, in their order, from an element on. It computes the first lane plus
// the product of ones with the others, as rows.
func (l laneSums) sum(total []float32, from int) {
	var others []float32
	if l.count > 1 {
		others = l.memory[l.length+from:]
	}
	kernels.MatMul(total, len(total), ones, lanes, 1, others, l.length, 1, len(total), l.count-1, l.lane(0)[from:], false)
}

// evenSlices appends the offset at which the slice of each rank begins, and the end of the
// last. They begin on cache lines.
func evenSlices(at []int, length, ranks int) []int {
	for i := range ranks + 1 {
		at = append(at, length/line*i/ranks*line)
	}
	return at
}

// exchange sends each rank its slice of this rank's lanes, and receives this rank's slice of
// all other lanes, at their places in memory.
func (p *Program) exchange(sums laneSums, slices []int) error {
	ranks := p.options.Ranks
	if ranks.Size() == 1 {
		return nil
	}
	of := func(owner, slice int) runtime.Strided {
		from, end := p.lanesOf(owner, sums.count)
		return runtime.Strided{At: from*sums.length + slices[slice], Count: end - from, Length: slices[slice+1] - slices[slice], Stride: sums.length}
	}
	sent, received := make([]runtime.Strided, ranks.Size()), make([]runtime.Strided, ranks.Size())
	for i := range sent {
		if own := ranks.Rank(); i != own {
			sent[i], received[i] = of(own, i), of(i, own)
		}
	}
	return ranks.AllToAll(sums.memory, sent, received)
}
