package checks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/identify"
)

const (
	// balanced is the least fraction of the squares of the work of loads that changes of energy
	// and friction must explain for a comparison.
	balanced = 0.8
	// otherLoads is the factor between the work of loads and the changes of energy from which
	// loads count as in another unit. Neither the masses of a robot's file nor the laws of
	// friction are exact.
	otherLoads = 5
	// energyFraction is the least fraction of the work left by friction and rotors that changes of
	// energy must explain. If friction takes nearly all of the work, its laws are not exact
	// enough to tell units.
	energyFraction = 0.5
)

// Balance compares the work of loads with the energies of a system.
type Balance struct {
	Times     float64 // ratio of the work of loads to the changes of energy
	Energy    float64 // the fraction that energy explains of the squares of the work left by friction and rotors
	Explained float64 // the explained fraction of the squares of the work
	Turned    []int   // the joints whose loads have the wrong sign
	// Left is the fraction of the squares of the work that positive factors do not explain, with
	// these signs.
	Left       float64
	correction *correction // the change with which the work explains the changes of energy, if one is needed
}

// other returns the factor between the work of loads and the changes of energy if these explain
// the work, and 0 otherwise. It is infinite if columns have the wrong sign, or are others than they
// say.
func (b Balance) other() float64 {
	switch {
	case b.Turned != nil, b.correction != nil:
		return math.Inf(1)
	case b.Explained > balanced && b.Energy > energyFraction:
		return factorOf(b.Times)
	}
	return 0
}

// Balance compares the work of loads over windows of frames with the changes of the known
// energies by least squares. The fit also has viscous and dry friction and the rotor of each
// joint, whose factors are not known. Without masses those of the energies of each part are not
// known either, so only signs are found. Of windows of several lengths Balance takes those that
// explain most.
func (r *Recording) Balance() (best Balance) {
	if r.Each != 1 || r.Loads == nil || r.Energies == nil || r.Rates == nil {
		return best
	}
	energy := r.Energies
	if !r.Massless {
		energy = r.energy()
	}
	for _, stride := range strides {
		windows := r.windows(stride, 0)
		f := r.fitSpent(windows, stride, energy)
		if f == nil {
			continue
		}
		var each [][]float64
		for joint := range r.Elements {
			each = append(each, r.work(windows, stride, 0, joint, joint+1))
		}
		if own := f.balance(each, r.Massless); own.Explained > best.Explained {
			best = own
		}
	}
	return best
}

// balance compares the work of the loads of each joint with what it is spent on.
func (f *fit) balance(each [][]float64, massless bool) (b Balance) {
	b.Turned = f.wrongSigns(each)
	work := workOf(each, b.Turned)
	b.Explained, b.Left = 1-sumOfSquares(f.residuals(work))/sumOfSquares(work), sumOfSquares(f.unexplained(work))/sumOfSquares(work)
	if !massless {
		b.Times, b.Energy = f.first(work)
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
func otherScaleOfLoads(s *subject) result {
	b, w := s.loadBalance(), s.words
	if b.correction != nil {
		return s.correctionOf(OtherLoads)
	}
	if b.Turned == nil {
		return measure(b.other(), key(w.LoadKey), fmt.Sprintf("the work of the %s is %.2g times the change of the energy of the system, apart from any friction, expected about 1", w.Loads, b.Times))
	}
	of := fmt.Sprintf("all %d joints", len(b.Turned))
	if len(b.Turned) == 1 || len(b.Turned) < s.withEnergies().Elements {
		var names []string
		for _, joint := range b.Turned {
			names = append(names, s.loadedName(joint))
		}
		of = identify.List(names)
	}
	return measure(b.other(), key(w.LoadKey), fmt.Sprintf("the %s of %s may have the opposite sign: with the other sign, they explain the motion", w.Loads, of))
}

// correctionOf returns the change of the columns of joints that is needed, if a row of this name reports it.
func (s *subject) correctionOf(row string) result {
	b, w := s.loadBalance(), s.words
	if b.correction == nil || b.correction.row != row {
		return result{}
	}
	return measure(math.Inf(1), key(w.Key), fmt.Sprintf("%s, the %s explain the motion", b.correction.found, w.Loads))
}

func inDegrees(s *subject) result { return s.correctionOf(InDegrees) }
func inRadians(s *subject) result { return s.correctionOf(InRadians) }

// loadBalance returns the balance of the loads, which is computed once.
func (s *subject) loadBalance() Balance {
	return cached(&s.balance, func() Balance {
		b := s.withEnergies().Balance()
		if found, ok := s.withEnergies().correctedByEquations(b, s.corrections); ok {
			return found
		}
		b.correction = s.withEnergies().corrected(b, s.corrections)
		return b
	})
}

// alikeDegrees reports whether a ratio of the work of loads to the energy is about that of degrees to
// radians. Small motions of an arm look alike in both, but for this ratio.
func alikeDegrees(times float64) bool {
	const about = 1.5 // masses and friction are not exact
	return factorOf(times*degree) < about
}

// gear returns advice on torques at motors.
func (s *subject) gear(b Balance) string {
	if s.words.GearOption == "" {
		return ""
	}
	return fmt.Sprintf("pass %s with the gear ratio if these are torques at motors, which is about %.2g by this, or ", s.words.GearOption, 1/b.Times)
}

// turnLoads returns advice on how to change the sign of loads, or "" if it is right.
func turnLoads(s *subject) string {
	b := s.loadBalance()
	switch {
	case b.correction != nil:
		return b.correction.remedy
	case b.Turned == nil && alikeDegrees(b.Times) && s.words.Remedies[InRadians] != "":
		return s.words.Remedies[InRadians] + " if angles are in radians already, or "
	case b.Turned == nil && alikeDegrees(1/b.Times) && s.words.Remedies[InDegrees] != "":
		return s.words.Remedies[InDegrees] + " if angles are in degrees, or " + s.gear(b)
	case b.Turned == nil:
		return s.gear(b)
	}
	if s.words.GearOption == "" {
		return fmt.Sprintf("multiply the %s of these joints by -1, or ", s.words.Loads)
	}
	ratios := slices.Repeat([]string{"1"}, s.withEnergies().Elements)
	for _, joint := range b.Turned {
		ratios[joint] = "-1"
	}
	return fmt.Sprintf("pass %s=%s, or ", s.words.GearOption, strings.Join(ratios, ","))
}
