package looks

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	// balanced is the least share of the squares of the work of loads that changes of energy
	// and friction must explain for a comparison.
	balanced = 0.8
	// otherLoads is the factor between the work of loads and the changes of energy from which
	// loads count as in another unit. Neither the masses of a robot's file nor the laws of
	// friction are exact.
	otherLoads = 5
	// ofEnergy is the least share of the work left by friction and rotors that changes of
	// energy must explain. If friction takes nearly all of the work, its laws are not exact
	// enough to tell units.
	ofEnergy = 0.5
	// turnedRound is the greatest share of the unexplained squares that may remain after the
	// loads of a joint have changed sign, for their sign to count as wrong.
	turnedRound = 0.25
)

// Balance compares the work of loads with the energies of a system.
type Balance struct {
	Times     float64 // ratio of the work of loads to the changes of energy
	Energy    float64 // the share that energy explains of the squares of the work left by friction and rotors
	Explained float64 // the explained share of the squares of the work
	Joint     int     // the joint whose loads have the wrong sign, or -1 if there is none
}

// other returns the factor between the work of loads and the changes of energy if these explain
// the work, and 0 otherwise. It is infinite if the loads of a joint have the wrong sign.
func (b Balance) other() float64 {
	switch {
	case b.Joint >= 0:
		return math.Inf(1)
	case b.Explained > balanced && b.Energy > ofEnergy:
		return factorOf(b.Times)
	}
	return 0
}

// Balance compares the work of loads over windows of frames with the changes of the known
// energies by least squares. The fit also has viscous and dry friction and the rotor of each
// joint, whose factors are not known. Of windows of several lengths Balance takes those that
// explain most.
func (r *Recording) Balance() (best Balance) {
	best.Joint = -1
	if r.Each != 1 || r.Loads == nil || r.Energies == nil || r.Rates == nil {
		return best
	}
	energy := r.energy()
	for _, stride := range strides {
		windows := r.windows(stride, 0)
		f := r.fitSpent(windows, stride, energy)
		if f == nil {
			continue
		}
		var each [][]float64
		for joint := range r.Things {
			each = append(each, r.work(windows, stride, 0, joint, joint+1))
		}
		all := r.work(windows, stride, 0, 0, r.Things)
		if own := f.balance(all, each); own.Explained > best.Explained {
			best = own
		}
	}
	return best
}

// balance compares the work of all loads, and of those of each joint, with what it is spent on.
func (f *fit) balance(all []float64, each [][]float64) (b Balance) {
	b.Times, b.Energy = f.first(all)
	left := f.left(all)
	rest, squares := floats.Dot(left, left), floats.Dot(all, all)
	b.Explained, b.Joint = 1-rest/squares, -1
	least := turnedRound * rest
	for joint, work := range each {
		turned, other := f.left(work), make([]float64, len(left))
		floats.AddScaledTo(other, left, -2, turned)
		without := make([]float64, len(all))
		floats.AddScaledTo(without, all, -2, work)
		own := floats.Dot(other, other)
		if own < least && own < (1-balanced)*floats.Dot(without, without) {
			least, b.Joint = own, joint
			b.Explained = max(b.Explained, 1-own/floats.Dot(without, without))
		}
	}
	return b
}

// energy returns the known energy of the whole system in each frame.
func (r *Recording) energy() (all []float64) {
	for own := range slices.Chunk(r.Energies, max(1, len(r.Energies)/r.frames())) {
		all = append(all, floats.Sum(own))
	}
	return all
}

// otherScaleOfLoads finds loads in another unit than masses and motions, or with the wrong
// sign.
func otherScaleOfLoads(s *seen) measured {
	b, w := keep(&s.balance, s.smooth().driven().Balance), s.words
	if b.Joint >= 0 {
		return measure(b.other(), key(w.LoadKey), fmt.Sprintf("the %s of %s work against the changes of the energy, which they explain with the other sign", w.Loads, s.bearer(b.Joint)))
	}
	return measure(b.other(), key(w.LoadKey), fmt.Sprintf("the work of the %s is %.2g times by what the energy of the system changes, beside any friction, expected about 1", w.Loads, b.Times))
}
