package native

func ofEdges(e extent) bool    { return e == edges }
func notOfEdges(e extent) bool { return e != edges }

// layOutSegments plans the arenas of the segments.
func (p *plan) layOutSegments(limit size) *segmentLayout {
	l := &segmentLayout{limit: limit, particles: p.layOut(p.steps(), notOfEdges, limit)}
	for _, s := range p.segments {
		l.edges = append(l.edges, p.layOut(s.calls, ofEdges, limit))
	}
	return l
}

// steps returns the calls of all segments with respect to values of particles. All blocks of a
// segment are one step: its results exist before the memory of anything that it reads is free.
func (p *plan) steps() (steps []call) {
	for _, s := range p.segments {
		if !s.blocks {
			steps = append(steps, s.calls...)
			continue
		}
		all := p.reads(s)
		for _, number := range p.ends(s) {
			steps, all = append(steps, call{result: number}), append(all, number)
		}
		steps = append(steps, call{result: -1, args: all})
	}
	return steps
}

// reserve allocates the memory that the batch's large systems need.
func (g *large) reserve(p *Program) {
	var limit size
	for _, s := range p.batch.large {
		limit = limit.or(size{s.size.particles, p.receiversOf(s) * s.neighbors})
	}
	if g.layout == nil || !limit.within(g.layout.limit) {
		if g.layout != nil {
			limit = limit.or(g.layout.limit)
		}
		g.layout = p.plan.layOutSegments(limit)
	}
	most := 0
	for _, s := range p.plan.segments {
		most = max(most, p.plan.scatteredLen(s, g.layout.limit))
	}
	if need := lanes * most; len(g.scattered) < need {
		g.scattered = make([]float32, need)
	}
}

// scatteredLen returns the number of floats to which a segment scatters.
func (p *plan) scatteredLen(s segment, limit size) (sum int) {
	for _, number := range s.scattered {
		sum += aligned(p.values[number].count(limit))
	}
	return sum
}

// scatteredLanes returns the lanes of the values to which a segment scatters.
func (p *Program) scatteredLanes(s segment) laneSums {
	return laneSums{p.large.scattered, p.plan.scatteredLen(s, p.large.shard.size), p.large.lanes}
}

// blocks runs a system by blocks of receivers: segments over particles on this goroutine, and
// blocks on all workers. Block i adds its sums, and the rows that it scatters, to lane i mod
// 16.
func (p *Program) blocks(s shard) error {
	g := &p.large
	g.shard, g.rows = s, p.receiversOf(s)
	g.count = (s.size.particles + g.rows - 1) / g.rows
	g.lanes = min(lanes, g.count)
	p.share(&g.frame)
	p.sumInto(&g.frame, 0)
	g.frame.size, g.frame.neighbors = s.size, s.neighbors
	g.arena.place(&g.frame, p.plan, g.layout.particles, s.size)
	if err := p.bindRows(&g.frame, s, notOfEdges); err != nil {
		return err
	}
	for i, segment := range p.plan.segments {
		if !segment.blocks {
			g.frame.run(segment.calls)
			continue
		}
		g.segment = i
		p.ownLanes(g.lanes, (*worker).blocks)
		if err := p.options.Ranks.Agree(p.failure()); err != nil {
			return err
		}
		if err := p.gatherScattered(segment); err != nil {
			return err
		}
		if err := p.gatherEnded(segment); err != nil {
			return err
		}
	}
	for i, out := range p.plan.outputs {
		if p.plan.values[out.number].extent != edges {
			p.plan.copyOut(out, &p.results[i], &g.frame, s)
		}
	}
	return nil
}

// scatterInto points the frame's scattered values at a lane.
func (p *Program) scatterInto(f *frame, s segment, lane []float32) {
	for _, number := range s.scattered {
		length := len(p.large.frame.floats[number])
		f.floats[number], lane = lane[:length], lane[aligned(length):]
	}
}

// gatherScattered adds up the lanes of scattered rows.
func (p *Program) gatherScattered(s segment) error {
	g := &p.large
	sums := p.scatteredLanes(s)
	if err := p.sumLanes(sums, sums.lane(0)); err != nil {
		return err
	}
	part := p.workers[0].frame.floats
	p.scatterInto(&p.workers[0].frame, s, sums.lane(0))
	for _, number := range s.scattered {
		copy(g.frame.floats[number], part[number])
	}
	return nil
}

// blocks runs the rank's lanes of blocks of the segment until none is left.
func (w *worker) blocks() {
	p := w.program
	g := &p.large
	s := p.plan.segments[g.segment]
	w.seeParticles(&g.frame)
	for {
		lane, more := p.nextLane(g.lanes)
		if !more {
			return
		}
		p.sumInto(&w.frame, lane)
		scattered := p.scatteredLanes(s).lane(lane)
		clear(scattered)
		p.scatterInto(&w.frame, s, scattered)
		for at := lane; at < g.count; at += g.lanes {
			if err := w.runBlock(s, g.block(at)); err != nil && (w.err == nil || at < w.errorAt) {
				w.err, w.errorAt = err, at
			}
		}
	}
}

// block returns the receivers of block i. Lane k has the blocks k, k + lanes and so on.
func (g *large) block(i int) span {
	return span{i * g.rows, min(g.rows, g.shard.size.particles-i*g.rows)}
}

// seeParticles points the worker's frame at the values of the system's frame, except for those
// of edges.
func (w *worker) seeParticles(f *frame) {
	w.bound.layout = nil
	w.frame.first, w.frame.neighbors = false, f.neighbors
	for number, v := range w.program.plan.values {
		if v.extent != edges {
			w.frame.floats[number], w.frame.indices[number] = f.floats[number], f.indices[number]
		}
	}
}

// runBlock runs the calls of a segment on a block.
func (w *worker) runBlock(s segment, receivers span) error {
	p := w.program
	g := &p.large
	part := g.shard
	part.at.edges += receivers.at * part.neighbors
	part.size.edges = receivers.count * part.neighbors
	w.place(g.layout.edges[g.segment], part.size)
	w.frame.receivers = receivers
	if err := p.bindRows(&w.frame, part, ofEdges); err != nil {
		return err
	}
	w.frame.run(s.calls)
	for _, i := range s.outputs {
		p.plan.copyOut(p.plan.outputs[i], &p.results[i], &w.frame, part)
	}
	return nil
}
