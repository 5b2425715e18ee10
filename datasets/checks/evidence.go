package checks

import (
	"math"
	"slices"
)

const (
	// searchedFrames is the greatest number of frames in which corrections are compared, and widest the
	// widest kernel.
	searchedFrames, widest = 600, 16
	// convincing is the least logarithm of the ratio of likelihoods of a correction, and reduced the least product
	// of the factors by which it reduces the squares that are unexplained. undecided is the greatest
	// logarithm of signs that the equations do not tell apart.
	convincing, reduced, undecided = 20, 64, 3
	// doubted is the fraction of the squares of a joint's loads that may stay unexplained without a search
	// for corrections of positions, if the masses of the file explain the work.
	doubted = 0.01
)

// evidence returns the logarithm of the likelihood of loads, apart from a constant, if the noise of each
// joint is its own, and what they leave unexplained.
func (e *equations) evidence(all []float64) (log float64, s *solution) {
	if s = e.explain(e.loads(all, 0)); s == nil {
		return math.Inf(-1), nil
	}
	for _, fraction := range s.fractions {
		log -= float64(effective * float64(len(e.frames)) * math.Log(max(fraction, leastFraction)) / 2)
	}
	return log, s
}

// needed is the least increase of the evidence for a correction.
func (e *equations) needed() float64 {
	return max(convincing, effective*float64(len(e.frames))*math.Log(reduced)/2)
}

// widestKernel returns the equations of the widest kernel for which there are enough, or nil if there are too
// few for any.
func (m *lagrangian) widestKernel() *equations {
	for _, width := range slices.Backward(kernels) {
		if width > widest {
			continue
		}
		if e := m.averaged(width, 0); e != nil {
			return e
		}
	}
	return nil
}

// kinetic returns the mean kinetic energy of the constants of a solution, which is negative if all loads
// have the wrong sign.
func (e *equations) kinetic(s *solution) (energy float64) {
	r := e.of.r
	moving := *r
	moving.Energies, moving.States, moving.Potentials = nil, nil, nil
	r.AddEnergies(&moving)
	for i, state := range moving.States {
		energy += float64((state - moving.Potentials[i]) * s.constants[i%e.states])
	}
	for i, rate := range r.Rates {
		energy += float64(s.constants[e.states+ownColumns*(i%r.Elements)] * rate * rate / 2)
	}
	return energy
}

// correctedByEquations returns the balance with the joints whose loads have the wrong sign, or with another
// correction, as far as the equations of motion tell. Their constants are free, so that
// masses of a file that are wrong cannot cause it. ok is false if there are no such equations.
func (r *Recording) correctedByEquations(b Balance, corrections func() []correction) (_ Balance, ok bool) {
	all := r.lagrangian()
	if all == nil {
		return b, false
	}
	m := all.first(searchedFrames)
	few, e := m.r, m.widestKernel()
	if e == nil {
		return b, false
	}
	log, explained := e.evidence(few.Loads)
	if explained == nil {
		return b, false
	}
	best := log + e.needed()
	b.Turned = e.turned(few.Loads, b.Turned, log)
	if b.Turned != nil {
		best = max(best, e.withTurned(few.Loads, b.Turned))
	}
	doubtful := b.Left > unexplainedWork || b.other() > otherLoads || slices.Max(explained.fractions) > doubted
	candidates, moved := corrections(), e // moved are the equations with the last change of positions
	for k, c := range candidates {
		if c.motion != nil && !doubtful {
			continue
		}
		own, other := e, few.changed(c)
		if c.motion != nil {
			if last := moved.of.r; !slices.Equal(other.Positions, last.Positions) || !slices.Equal(other.Rates, last.Rates) {
				moved = newLagrangian(other).averaged(len(e.kernel), 0)
			}
			own = moved
		}
		if log, _ := own.evidence(other.Loads); log > best {
			best, b.correction, b.Turned = log, &candidates[k], nil
		}
	}
	return b, true
}

// withTurned returns the evidence of loads, of which those of some joints change their sign.
func (e *equations) withTurned(loads []float64, joints []int) float64 {
	loads = slices.Clone(loads)
	for _, joint := range joints {
		turn(loads, joint, e.of.r.Elements)
	}
	log, _ := e.evidence(loads)
	return log
}

// turned returns the joints whose loads have the wrong sign. Those by the work are given. They hold unless
// the equations contradict them, which cannot tell joints apart that do not move each other.
func (e *equations) turned(loads []float64, byWork []int, log float64) []int {
	joints := e.of.r.Elements
	best, found := log+e.needed(), []int(nil)
	for joint := range joints {
		if own := e.withTurned(loads, []int{joint}); joints > 1 && own > best {
			best, found = own, []int{joint}
		}
	}
	if found == nil {
		if byWork != nil && e.withTurned(loads, byWork) > log-undecided {
			return byWork
		}
		return nil
	}
	other := slices.Clone(loads)
	turn(other, found[0], joints)
	if _, s := e.evidence(other); e.kinetic(s) < 0 {
		return allBut(found[0], joints)
	}
	return found
}
