package checks

import (
	"iter"
	"slices"
)

// Energies are those of the links of joints in a frame: Recording.Energies, States and Potentials.
type Energies struct{ Parts, States, Potentials []float64 }

// NewEnergies returns the given numbers of parts and of states, all 0.
func NewEnergies(parts, states int) Energies {
	return Energies{make([]float64, parts), make([]float64, states), make([]float64, states)}
}

// AddFrames adds the energies of each frame of joints, to which set changes those of the frame before.
func (r *Recording) AddFrames(e Energies, set func(positions, rates []float64)) {
	frames := len(r.Positions) / r.Elements
	r.Energies = slices.Grow(r.Energies, frames*len(e.Parts))
	r.States, r.Potentials = slices.Grow(r.States, frames*len(e.States)), slices.Grow(r.Potentials, frames*len(e.States))
	for at := 0; at < len(r.Positions); at += r.Elements {
		set(r.Positions[at:][:r.Elements], r.Rates[at:][:r.Elements])
		r.Energies = append(r.Energies, e.Parts...)
		r.States, r.Potentials = append(r.States, e.States...), append(r.Potentials, e.Potentials...)
	}
}

// stepOfPosition is the step of the differences of energies. That of rates is 1, since kinetic energies are
// squares of them.
const stepOfPosition = 1e-4

// near yields each frame as a recording of frames near it, with their energies. For each of the given joints there are
// two in which its rate is 1 more, and less, and after all these two in which its position is stepOfPosition more, and
// less. Links before a joint do not change with it, so the last joints are best given first.
func (r *Recording) near(joints ...int) iter.Seq2[int, *Recording] {
	size, frames := r.Elements, 4*len(joints)
	all := &Recording{Elements: size, Each: 1, Starts: []int{0, frames}, Time: r.Time, Positions: make([]float64, frames*size), Rates: make([]float64, frames*size)}
	return func(yield func(int, *Recording) bool) {
		for frame := range r.frames() {
			for k := range frames {
				copy(all.Positions[k*size:], r.Positions[frame*size:][:size])
				copy(all.Rates[k*size:], r.Rates[frame*size:][:size])
			}
			for k, joint := range joints {
				rate, position := 2*k*size+joint, 2*(len(joints)+k)*size+joint
				all.Rates[rate]++
				all.Rates[rate+size]--
				all.Positions[position] += stepOfPosition
				all.Positions[position+size] -= stepOfPosition
			}
			all.Energies, all.States, all.Potentials = all.Energies[:0], all.States[:0], all.Potentials[:0]
			r.AddEnergies(all)
			if !yield(frame, all) {
				return
			}
		}
	}
}
