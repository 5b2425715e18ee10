package native

// lanes runs the rank's lanes until none is left.
func (w *worker) lanes() {
	p := w.program
	p.share(&w.frame)
	for {
		next, more := p.nextLane(p.lanesUsed)
		if !more {
			return
		}
		lane := p.order[next]
		p.sumInto(&w.frame, lane)
		if w.frame.first = true; lane >= len(p.batch.shards) {
			clear(p.lane(lane)) // large systems add to it
		}
		for at := lane; at < len(p.batch.shards); at += lanes {
			if err := w.shard(at); err != nil && (w.err == nil || at < w.errorAt) {
				w.err, w.errorAt = err, at
			}
			w.frame.first = false
		}
	}
}

// share points the frame at the values that are computed once for all shards.
func (p *Program) share(f *frame) {
	for _, number := range p.plan.shared {
		f.floats[number] = p.whole.floats[number]
	}
}

// sumInto points the frame's sums at a lane.
func (p *Program) sumInto(f *frame, lane int) {
	for i, number := range p.plan.sums {
		at := p.plan.sumAt[i]
		f.floats[number] = p.lane(lane)[at : at+p.plan.values[number].count(size{})]
	}
}

// shard runs all calls on a shard.
func (w *worker) shard(number int) error {
	p := w.program
	s := p.batch.shards[number]
	w.place(p.layout, s.size)
	w.frame.neighbors, w.frame.receivers = s.neighbors, span{}
	if err := p.bindRows(&w.frame, s, anyExtent); err != nil {
		return err
	}
	w.frame.run(p.plan.calls[within])
	for i, out := range p.plan.outputs {
		if p.plan.values[out.number].extent != fixed || number == 0 {
			p.plan.copyOut(out, &p.results[i], &w.frame, s)
		}
	}
	return nil
}

// bindRows points the frame at those rows of inputs and outputs, of some extents, that belong
// to a shard or to a block.
func (p *Program) bindRows(f *frame, s shard, holds func(extent) bool) error {
	for i, bound := range p.plan.inputs {
		v := bound.number
		switch {
		case v < 0 || p.plan.values[v].extent == fixed || !holds(p.plan.values[v].extent):
		case p.plan.values[v].index:
			if err := p.batch.rebase(f.indices[v], i, s); err != nil {
				return err
			}
		default:
			f.floats[v] = p.plan.part(p.batch.inputs[i].Float, v, s)
		}
	}
	for i, out := range p.plan.outputs {
		if out.placed && holds(p.plan.values[out.number].extent) {
			f.floats[out.number] = p.plan.part(p.results[i].floats, out.number, s)
		}
	}
	return nil
}

// place points the frame at the arena, unless it does so already.
func (w *worker) place(l *layout, s size) {
	w.frame.size = s
	if w.bound.layout == l && w.bound.size == s && w.bound.grown == w.arena.grown {
		return
	}
	w.arena.place(&w.frame, w.program.plan, l, s)
	w.bound.layout, w.bound.size, w.bound.grown = l, s, w.arena.grown
}

// part returns the rows of a value of the whole batch that belong to a shard.
func (p *plan) part(whole []float32, number int, s shard) []float32 {
	v := p.values[number]
	at := v.count(s.at)
	return whole[at : at+v.count(s.size)]
}

// copyOut copies an output that no kernel writes directly: an index, an input, a value that is
// returned twice, or a number that all shards share.
func (p *plan) copyOut(out output, result *result, f *frame, s shard) {
	v := p.values[out.number]
	switch {
	case out.placed || v.phase != within:
	case v.extent == fixed:
		copy(result.floats, f.floats[out.number])
	case v.index:
		to := result.indices[s.at.rows(v.extent, 0):]
		for i, index := range f.indices[out.number] {
			to[i] = index + int64(s.at.rows(v.into, 0))
		}
	default:
		copy(p.part(result.floats, out.number, s), f.floats[out.number])
	}
}
