package native

import "gmnc/runtime/native/kernels"

// worker takes shards through the calls, in arenas of its own.
type worker struct {
	program *Program
	frame   frame
	floats  []float32
	indices []int64
	// bound is the layout and the shape that the frame's slices are of.
	bound struct {
		layout *layout
		size   size
	}
	// err is what went wrong in the first shard that failed.
	err     error
	errorAt int
}

// lanes takes lanes until none is left.
func (w *worker) lanes() {
	p := w.program
	w.err = nil
	for _, number := range p.plan.shared {
		w.frame.floats[number] = p.whole.floats[number]
	}
	for {
		lane := int(p.next.Add(1)) - 1
		if lane >= p.lanesUsed {
			return
		}
		for i, number := range p.plan.sums {
			at := p.plan.sumAt[i]
			w.frame.floats[number] = p.lane(lane)[at : at+p.plan.values[number].count(size{})]
		}
		w.frame.first = true
		for at := lane; at < len(p.batch.shards); at += lanes {
			if err := w.shard(at); err != nil && (w.err == nil || at < w.errorAt) {
				w.err, w.errorAt = err, at
			}
			w.frame.first = false
		}
	}
}

// shard takes a shard through all calls.
func (w *worker) shard(number int) error {
	p := w.program
	s := p.batch.shards[number]
	w.place(s)
	for i, bound := range p.plan.inputs {
		v := bound.number
		switch {
		case v < 0 || p.plan.values[v].extent == fixed:
		case p.plan.values[v].index:
			if err := p.batch.rebase(w.frame.indices[v], i, s); err != nil {
				return err
			}
		default:
			w.frame.floats[v] = p.plan.part(p.batch.inputs[i].Float, v, s)
		}
	}
	for i, out := range p.plan.outputs {
		if out.placed {
			w.frame.floats[out.number] = p.plan.part(p.results[i].floats, out.number, s)
		}
	}
	w.frame.run(p.plan.calls[within])
	for i, out := range p.plan.outputs {
		w.copyOut(out, &p.results[i], number)
	}
	return nil
}

// place points the frame at the arenas, as the shard's size divides them.
func (w *worker) place(s shard) {
	l := w.program.layout
	w.frame.size, w.frame.neighbors = s.size, s.neighbors
	if w.bound.layout == l && w.bound.size == s.size {
		return
	}
	w.bound.layout, w.bound.size = l, s.size
	if len(w.floats) < l.floats {
		w.floats = make([]float32, l.floats)
	}
	if len(w.indices) < l.indices {
		w.indices = make([]int64, l.indices)
	}
	for number, at := range l.at {
		if at < 0 {
			continue
		}
		if v := w.program.plan.values[number]; v.index {
			w.frame.indices[number] = w.indices[at : at+v.count(s.size)]
		} else {
			w.frame.floats[number] = w.floats[at : at+v.count(s.size)]
		}
	}
}

// part is what of a value of the whole batch belongs to a shard.
func (p *plan) part(whole []float32, number int, s shard) []float32 {
	v := p.values[number]
	at := v.count(s.at)
	return whole[at : at+v.count(s.size)]
}

// copyOut copies an output that no kernel writes to its place: an index,
// an input, a second copy, or a number that all shards share.
func (w *worker) copyOut(out output, result *result, number int) {
	p := w.program
	v := p.plan.values[out.number]
	s := p.batch.shards[number]
	switch {
	case out.placed || v.phase != within:
	case v.extent == fixed:
		if number == 0 {
			copy(result.floats, w.frame.floats[out.number])
		}
	case v.index:
		to := result.indices[s.at.rows(v.extent, 0):]
		for i, index := range w.frame.indices[out.number] {
			to[i] = index + int64(s.at.rows(v.into, 0))
		}
	default:
		copy(p.plan.part(result.floats, out.number, s), w.frame.floats[out.number])
	}
}

// sumLanes adds up parts of the lanes until none is left.
func (w *worker) sumLanes() {
	p := w.program
	for {
		from := (int(p.next.Add(1)) - 1) * sumPart
		if from >= p.plan.laneLen {
			return
		}
		to := min(from+sumPart, p.plan.laneLen)
		sum := p.totals[from:to]
		copy(sum, p.lane(0)[from:to])
		for lane := 1; lane < p.lanesUsed; lane++ {
			kernels.Add(sum, sum, p.lane(lane)[from:to])
		}
	}
}
