package excite

import (
	"math"

	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/sysid/rigid"
)

// lowest returns the height of the lowest origin or center of mass of the links.
func lowest(t *rigid.Tree, angle [][]float64, row int) float64 {
	height := math.Inf(1)
	for _, position := range positions(t, angle, row) {
		height = min(height, position[2])
	}
	return height
}

// positions returns the positions of the origins of the links and of their centers of mass at a
// row.
func positions(t *rigid.Tree, angle [][]float64, row int) (all [][3]float64) {
	turns, origins := make([]rotation.Matrix, len(t.Links)), make([][3]float64, len(t.Links))
	for b, l := range t.Links {
		before, from := rotation.Identity, [3]float64{}
		if l.Parent >= 0 {
			before, from = turns[l.Parent], origins[l.Parent]
		}
		turn, position := l.At(angle[b][row])
		turns[b], origins[b] = before.Times(turn), vector.Plus(from, 1, before.Turn(position))
		all = append(all, origins[b])
		if l.Mass > 0 {
			all = append(all, vector.Plus(origins[b], 1/l.Mass, turns[b].Turn(l.Moment)))
		}
	}
	return all
}
