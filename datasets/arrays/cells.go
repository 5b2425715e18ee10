package arrays

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/periodic"
	"gmnc/system"
)

// cells returns the three vectors of the periodic cells of a group, or nil if it has none.
func (g *group) cells() (vectors []given) {
	for _, v := range g.given {
		if slices.Contains([]*system.Field{system.CellA, system.CellB, system.CellC}, v.Field) {
			vectors = append(vectors, v)
		}
	}
	if len(vectors) != 3 {
		return nil
	}
	return vectors
}

// cellOf returns the cell that the given values of the vectors span, or nil if they are 0.
func cellOf(vectors []given, values func(given) []float32) *periodic.Cell {
	var sample system.Sample
	for _, v := range vectors {
		v.Set(&sample, values(v))
	}
	return sample.Cell()
}

// reduceCells replaces the vectors of cells by the shortest ones, with which models find the
// nearest images.
func (s *source) reduceCells(g *group) {
	vectors, reduced := g.cells(), false
	if vectors == nil || vectors[0].per != vectors[1].per || vectors[0].per != vectors[2].per {
		return // one of the vectors belongs to several cells
	}
	for at := 0; at < len(vectors[0].values); at += 3 {
		cell := cellOf(vectors, func(v given) []float32 { return v.values[at : at+3] })
		if cell == nil {
			continue
		}
		if shorter, changed := cell.Reduced(); changed {
			reduced = true
			for i, v := range vectors {
				for axis, x := range shorter.Vectors[i] {
					v.values[at+axis] = float32(x)
				}
			}
		}
	}
	if reduced {
		s.note("%s has skewed cells, which are written by their shortest vectors", vectors[0].Array())
	}
}

// unwrap undoes the wrapping of positions in a periodic cell. In the first frame of a recording
// the particles of an object are moved next to each other. From frame to frame each particle
// then takes the shortest displacement.
func (s *source) unwrap(g *group) {
	vectors := g.cells()
	if vectors == nil {
		return
	}
	size, unwrapped, crossed := 3*s.particles, false, ""
	for r := range g.recordings() {
		cell := cellOf(vectors, func(v given) []float32 { return v.of(g, r, g.starts[r]) })
		if cell == nil {
			continue
		}
		written := slices.Clone(g.positions[g.starts[r]*size : (g.starts[r]+1)*size])
		if s.joinObjects(cell, g.positions[g.starts[r]*size:(g.starts[r]+1)*size]) {
			unwrapped = true
		}
		for frame := g.starts[r] + 1; frame < g.starts[r+1]; frame++ {
			places := g.positions[frame*size : (frame+1)*size]
			if particle, turns := mostTurns(cell, written, places); turns > manyTurns && crossed == "" {
				crossed = fmt.Sprintf("%s: particle %d goes %g lengths of the cell to the next frame", g.where(frame-1), particle, turns)
			}
			copy(written, places)
			if nearest(cell, g.positions[(frame-1)*size:frame*size], places) {
				unwrapped = true
			}
		}
	}
	if crossed != "" {
		s.note("%s: %s, and one is what wrapped positions go: give the cell in the unit of positions", g.key("positions"), crossed)
	}
	if unwrapped {
		s.note("%s are unwrapped by the cell", g.key("positions"))
	}
}

// manyTurns is a number of lengths of the cell that no wrapped particle moves by in a frame. It
// also holds for the shortest vectors of a skewed cell.
const manyTurns = 4

// mostTurns returns the greatest number of lengths of the cell that a particle moves by from a
// frame to the next, besides its shortest displacement, and that particle.
func mostTurns(cell *periodic.Cell, before, after []float64) (particle int, most float64) {
	for i := 0; i < len(after); i += 3 {
		turns := cell.Turns([3]float64{after[i] - before[i], after[i+1] - before[i+1], after[i+2] - before[i+2]})
		if own := max(math.Abs(turns[0]), math.Abs(turns[1]), math.Abs(turns[2])); own > most {
			particle, most = i/3, own
		}
	}
	return particle, most
}

// joinObjects moves the particles of each object in a frame to their images nearest to the
// first particle or, in a tree, to the parent. It reports whether it moved any.
func (s *source) joinObjects(cell *periodic.Cell, places []float64) (moved bool) {
	for _, object := range s.objects {
		for k, member := range object.Members {
			to := object.Members[0]
			if object.Parents != nil && k > 0 {
				to = object.Members[object.Parents[k]]
			}
			if nearest(cell, places[3*to:3*to+3], places[3*member:3*member+3]) {
				moved = true
			}
		}
	}
	return moved
}

// nearest moves the positions of a frame to their images nearest to the positions before. It
// reports whether it moved any.
func nearest(cell *periodic.Cell, before, places []float64) (moved bool) {
	for i := 0; i < len(places); i += 3 {
		way := [3]float64{places[i] - before[i], places[i+1] - before[i+1], places[i+2] - before[i+2]}
		shortest, other := cell.Nearest(way)
		for axis := range shortest {
			if other {
				places[i+axis] = before[i+axis] + shortest[axis]
			}
		}
		moved = moved || other
	}
	return moved
}
