package looks

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// balanced is the share of the squares of the work of loads that changes of energy and friction explain
	// at least, where these are compared.
	balanced = 0.8
	// otherLoads is by how many times as much as energies change loads work at least, or at most, where
	// they are in another unit: neither masses of a robot's file nor laws of friction are exact.
	otherLoads = 5
	// ofEnergy is the share of what friction and rotors leave of the work that changes of energy explain at
	// least: where friction takes nearly all of it, none of its laws is exact enough to tell units.
	ofEnergy = 0.5
	// turnedRound is the share of what is not explained that is left at most once the loads of a joint
	// have the other sign, where theirs is the wrong one.
	turnedRound = 0.25
)

// Balance is how the work of loads goes with the energies of a system.
type Balance struct {
	Times     float64 // by how many times as much as energies change loads work
	Energy    float64 // the share of what friction and rotors leave of the work that is explained
	Explained float64 // the share of the squares of the work that is explained
	Joint     int     // whose loads have the other sign; -1 for none
}

// Known reports whether loads are told to be in another unit, or all of the other sign.
func (b Balance) Known() bool {
	other := b.Times > otherLoads || b.Times < 1./otherLoads
	return b.Explained > balanced && b.Energy > ofEnergy && other
}

// Balance compares the work of loads over windows of frames with the changes of the known energies, by
// least squares. Beside these there are viscous and dry friction and the rotor of each joint, whose
// factors are not known. Of windows of several lengths those are taken that explain most.
func (r *Recording) Balance() (best Balance) {
	best.Joint = -1
	if r.Each != 1 || r.Loads == nil || r.Energies == nil || r.Rates == nil {
		return best
	}
	columns := 1 + 3*r.Things
	for _, stride := range strides {
		windows := r.windows(stride, 0)
		const ofEach = 3
		if len(windows) < ofEach*columns {
			continue
		}
		spent := mat.NewDense(len(windows), columns, nil)
		all, each := make([]float64, len(windows)), make([][]float64, r.Things)
		for joint := range each {
			each[joint] = make([]float64, len(windows))
		}
		for row, t := range windows {
			r.spend(spent.RawRowView(row), t, stride)
			for joint := range each {
				each[joint][row] = r.workOn(joint, t, stride)
				all[row] += each[joint][row]
			}
		}
		f, ok := newFit(spent)
		if !ok {
			continue
		}
		if own := f.balance(all, each); own.Explained > best.Explained {
			best = own
		}
	}
	return best
}

// balance is how the work of all loads, and of those of each joint, goes with what it is spent on.
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

func (r *Recording) energyAt(frame int) float64 {
	parts := len(r.Energies) / r.frames()
	return floats.Sum(r.Energies[frame*parts:][:parts])
}

// workOn is the work of the loads of a joint in a window.
func (r *Recording) workOn(joint, t, stride int) (work float64) {
	for i := t*r.Things + joint; i < (t+stride)*r.Things; i += r.Things {
		load := r.Loads[i]
		if r.Instant {
			load = (load + r.Loads[i+r.Things]) / 2
		}
		work += float64(load * (r.Places[i+r.Things] - r.Places[i]))
	}
	return work
}

// spend puts into a row by what energies grow in a window, and what the viscous and dry friction and
// the rotor of each joint take, each times a factor.
func (r *Recording) spend(row []float64, t, stride int) {
	n := r.Things
	row[0] = r.energyAt(t+stride) - r.energyAt(t)
	for joint := range n {
		own := row[1+3*joint:]
		for i := t*n + joint; i < (t+stride)*n; i += n {
			way := r.Places[i+n] - r.Places[i]
			own[0], own[1] = own[0]+float64(way*way), own[1]+math.Abs(way)
		}
		from, to := r.Rates[t*n+joint], r.Rates[(t+stride)*n+joint]
		own[2] = float64(to*to) - float64(from*from)
	}
}

// otherScaleOfLoads finds loads in another unit than masses and motions, or with another sign.
func otherScaleOfLoads(s *seen) measured {
	b, w := keep(&s.balance, s.recording.driven().Balance), s.words
	switch {
	case b.Joint >= 0:
		return measure(1, key(w.LoadKey), fmt.Sprintf("the %s of %s work against the changes of the energy, which they explain with the other sign", w.Loads, s.bearer(b.Joint)))
	case b.Known():
		return measure(1, key(w.LoadKey), fmt.Sprintf("the work of the %s is %.2g times by what the energy of the system changes, beside any friction, expected about 1", w.Loads, b.Times))
	}
	return measured{}
}
