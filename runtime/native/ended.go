package native

import "slices"

// gatherEnded gives all ranks the rows of receivers that the blocks of other ranks computed
// from edges in a segment.
func (p *Program) gatherEnded(s segment) error {
	ranks := p.options.Ranks
	if ranks.Size() == 1 {
		return nil
	}
	var numbers []int
	width := 0
	for _, number := range p.plan.ends(s) {
		if v := p.plan.values[number]; v.extent == particles && !slices.Contains(s.scattered, number) {
			numbers, width = append(numbers, number), width+v.columns
		}
	}
	g := &p.large
	g.ended = resized(g.ended, width*g.shard.size.particles)
	at := make([]int, ranks.Size()+1)
	for rank := range ranks.Size() {
		at[rank+1] = at[rank]
		for _, block := range p.blocksOf(rank) {
			at[rank+1] += width * block.count
		}
	}
	own := ranks.Rank()
	p.eachEnded(own, numbers, g.ended[at[own]:], func(rows, packed []float32) { copy(packed, rows) })
	if err := ranks.AllGather(g.ended, at); err != nil {
		return err
	}
	for rank := range ranks.Size() {
		if rank != own {
			p.eachEnded(rank, numbers, g.ended[at[rank]:], func(rows, packed []float32) { copy(rows, packed) })
		}
	}
	return nil
}

// blocksOf returns the receivers of each block of a rank.
func (p *Program) blocksOf(rank int) (blocks []span) {
	g := &p.large
	from, end := p.lanesOf(rank, g.lanes)
	for lane := from; lane < end; lane++ {
		for at := lane; at < g.count; at += g.lanes {
			blocks = append(blocks, g.block(at))
		}
	}
	return blocks
}

// eachEnded visits, for each of the values, the rows of each of a rank's blocks, together with
// their part of packed, where all rows follow one another.
func (p *Program) eachEnded(rank int, numbers []int, packed []float32, visit func(rows, packed []float32)) {
	for _, number := range numbers {
		columns := p.plan.values[number].columns
		for _, block := range p.blocksOf(rank) {
			rows := p.large.frame.floats[number][block.at*columns:][:block.count*columns]
			visit(rows, packed[:len(rows)])
			packed = packed[len(rows):]
		}
	}
}
