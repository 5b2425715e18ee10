// Package motion measures the motions of recordings: whether pinned particles rest, how far
// apart particles are, and where they cross a periodic cell.
package motion

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/arrays/recordings"
	"gmnc/internal/periodic"
	"gmnc/system"
)

// cellOf returns the cell that the given values of the vectors span, or nil if they are 0.
func cellOf(vectors []recordings.Given, values func(recordings.Given) []float32) *periodic.Cell {
	var sample system.Sample
	for _, v := range vectors {
		v.Set(&sample, values(v))
	}
	return sample.Cell()
}

// ReduceCells replaces the vectors of cells by the shortest ones, with which models find the
// nearest images. It returns the array of the vectors, or "" if they were the shortest.
func ReduceCells(g *recordings.Group) (array string) {
	vectors := g.Cells()
	if vectors == nil || vectors[0].Per != vectors[1].Per || vectors[0].Per != vectors[2].Per {
		return "" // one of the vectors belongs to several cells
	}
	for at := 0; at < len(vectors[0].Values); at += 3 {
		cell := cellOf(vectors, func(v recordings.Given) []float32 { return v.Values[at : at+3] })
		if cell == nil {
			continue
		}
		if shorter, changed := cell.Reduced(); changed {
			array = vectors[0].Array()
			for i, v := range vectors {
				for axis, x := range shorter.Vectors[i] {
					v.Values[at+axis] = float32(x)
				}
			}
		}
	}
	return array
}

// Unwrap undoes the wrapping of positions in a periodic cell. In the first frame of a recording
// the particles of an object are moved next to each other. From frame to frame each particle
// then takes the shortest displacement. It reports whether it moved any. crossed is a text of a
// particle that moves farther than a wrapped one can, or "" if none does.
func Unwrap(g *recordings.Group, particles int, objects system.Objects) (unwrapped bool, crossed string) {
	vectors := g.Cells()
	if vectors == nil {
		return false, ""
	}
	size := 3 * particles
	for r := range g.Recordings() {
		cell := cellOf(vectors, func(v recordings.Given) []float32 { return v.In(g, r, g.Starts[r]) })
		if cell == nil {
			continue
		}
		written := slices.Clone(g.Positions[g.Starts[r]*size : (g.Starts[r]+1)*size])
		if joinObjects(cell, objects, g.Positions[g.Starts[r]*size:(g.Starts[r]+1)*size]) {
			unwrapped = true
		}
		for frame := g.Starts[r] + 1; frame < g.Starts[r+1]; frame++ {
			positions := g.Positions[frame*size : (frame+1)*size]
			if particle, turns := mostTurns(cell, written, positions); turns > manyTurns && crossed == "" {
				crossed = fmt.Sprintf("%s: particle %d goes %g lengths of the cell to the next frame", g.Where(frame-1), particle, turns)
			}
			copy(written, positions)
			if nearest(cell, g.Positions[(frame-1)*size:frame*size], positions) {
				unwrapped = true
			}
		}
	}
	return unwrapped, crossed
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
func joinObjects(cell *periodic.Cell, objects system.Objects, positions []float64) (moved bool) {
	for _, object := range objects {
		for k, member := range object.Members {
			to := object.Members[0]
			if object.Parents != nil && k > 0 {
				to = object.Members[object.Parents[k]]
			}
			if nearest(cell, positions[3*to:3*to+3], positions[3*member:3*member+3]) {
				moved = true
			}
		}
	}
	return moved
}

// nearest moves the positions of a frame to their images nearest to the positions before. It
// reports whether it moved any.
func nearest(cell *periodic.Cell, before, positions []float64) (moved bool) {
	for i := 0; i < len(positions); i += 3 {
		displacement := [3]float64{positions[i] - before[i], positions[i+1] - before[i+1], positions[i+2] - before[i+2]}
		shortest, other := cell.Nearest(displacement)
		for axis := range shortest {
			if other {
				positions[i+axis] = before[i+axis] + shortest[axis]
			}
		}
		moved = moved || other
	}
	return moved
}
