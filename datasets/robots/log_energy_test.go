package robots

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
)

// TestEnergiesOfLinks: a frame has the kinetic and the potential energy of each link, and the terms of these by a few particles.
func TestEnergiesOfLinks(t *testing.T) {
	l := cartLog(t)
	motion := l.recording(&recording{starts: []int{0, 2}, angle: []float64{0.5, 0, 1, 0}, rate: []float64{3, 2, -1, 0}})
	motion.AddEnergies(motion)
	allclose.Within(t, []float64{9, 0, 25.5, 20, 1, 0, 1, 20}, motion.Energies, 1e-9)
	allclose.Within(t, []float64{
		0, 9, 9, 0, 9, -10, 25, 25, -10, 26,
		0, 1, 1, 0, 1, -10, 1, 1, -10, 1,
	}, motion.States, 1e-9)
	allclose.Within(t, []float64{0, 0, 0, 0, 0, -10, 0, 0, -10, 0, 0, 0, 0, 0, 0, -10, 0, 0, -10, 0}, motion.Potentials, 1e-9)

	var err error
	body := mechanism.Body{Parent: -1, Joint: mechanism.Prismatic(r3.Vec{X: 1}), Members: []int{0, 1, 2, 3, 4, 5}}
	l.robot, err = mechanism.New(mechanism.Mechanism{Bodies: []mechanism.Body{body}, Rest: []r3.Vec{{Z: 1}, {Z: 2}, {Z: 3}, {Z: 4}, {Z: 5}, {Z: 6}}, Mass: []float64{1, 2, 3, 4, 5, 6}, Gravity: r3.Vec{Z: -1}})
	require.NoError(t, err)
	l.columns = []int{0}
	motion = l.recording(&recording{starts: []int{0, 1}, angle: []float64{0}, rate: []float64{2}})
	motion.AddEnergies(motion)
	allclose.Within(t, []float64{42, 91}, motion.Energies, 1e-9)
	allclose.Within(t, []float64{-1, 4, 4, 4, 4, -2, 4, 4, 4, -3, 4, 4, -5, 4}, motion.States, 1e-9)
}

// TestEnergiesOfNeighbors: a frame has the energies of its links, whichever joints have moved since the frame before.
func TestEnergiesOfNeighbors(t *testing.T) {
	l := cartLog(t)
	energies := func(angle, rate []float64) [][]float64 {
		motion := l.recording(&recording{starts: []int{0, len(angle) / 2}, angle: angle, rate: rate})
		motion.AddEnergies(motion)
		return [][]float64{motion.Energies, motion.States, motion.Potentials}
	}
	angle, rate := []float64{0.5, 0, 0.5, 0, 0.5, 1, 0.5, 1, 0.2, 1}, []float64{3, 2, 3, 2, 3, 2, 3, -1, 3, -1}
	all := energies(angle, rate)
	for frame := range len(angle) / 2 {
		for k, own := range energies(angle[2*frame:][:2], rate[2*frame:][:2]) {
			require.Equal(t, own, all[k][frame*len(own):][:len(own)])
		}
	}
}
