package checks

import (
	"fmt"
	"slices"
)

// correction is a change of a recording of joints with which the loads may explain the motion better,
// because a column is another than it says.
type correction struct {
	row           string                  // the name of the row that reports it
	motion, loads func(numbers []float64) // changes positions and rates, or loads; nil if it does not
	found, remedy string
}

// corrections returns what may have been done to the columns of joints: one is turned around, two are
// exchanged, or all angles are in another unit.
func (s *subject) corrections() (all []correction) {
	r, w := s.withEnergies(), s.words
	motions := fmt.Sprintf("%s and %s", w.Positions, w.Rates)
	for joint := range r.Elements {
		name, turned := s.loadedName(joint), func(numbers []float64) { turn(numbers, joint, r.Elements) }
		all = append(all,
			correction{OtherLoads, turned, nil, fmt.Sprintf("the %s of %s may have the opposite sign: with the other sign", w.Positions, name), fmt.Sprintf("multiply the %s of this joint by -1, or ", motions)},
			correction{OtherLoads, turned, turned, fmt.Sprintf("the %s and %s of %s may have the opposite sign: with the other sign of all three", motions, w.Loads, name), "turn its <axis> around in the robot's file, with its limits, or "})
		for other := joint + 1; other < r.Elements; other++ {
			if r.Rotates != nil && r.Rotates[joint] != r.Rotates[other] {
				continue
			}
			names, exchanged := fmt.Sprintf("%s and %s", name, s.loadedName(other)), func(numbers []float64) { exchange(numbers, joint, other, r.Elements) }
			all = append(all,
				correction{OtherLoads, nil, exchanged, fmt.Sprintf("the %s of %s may be exchanged: in each other's columns", w.Loads, names), "exchange these columns, or "})
			if other > joint+1 && r.States != nil {
				continue // only neighbors: each needs its own equations of motion
			}
			all = append(all,
				correction{OtherLoads, exchanged, nil, fmt.Sprintf("the %s of %s may be exchanged: in each other's columns", motions, names), "exchange these columns, or "},
				correction{OtherLoads, exchanged, exchanged, fmt.Sprintf("the %s and %s of %s may be exchanged: in each other's columns", motions, w.Loads, names), "exchange these columns, or "})
		}
	}
	if slices.Contains(r.Rotates, true) {
		all = append(all,
			correction{InDegrees, r.times(degree), nil, fmt.Sprintf("the %s of all joints that rotate may be in degrees: converted to radians", motions), ""},
			correction{InRadians, r.times(1 / degree), nil, fmt.Sprintf("the %s of all joints that rotate may have been in radians already, and were taken for degrees: as they were", motions), ""})
	}
	return all
}

// times returns the change that multiplies the columns of joints that rotate by a factor.
func (r *Recording) times(factor float64) func(numbers []float64) {
	return func(numbers []float64) {
		for i := range numbers {
			if r.Rotates[i%r.Elements] {
				numbers[i] *= factor
			}
		}
	}
}

// turn changes the sign of one column of numbers [frames, columns], and exchange exchanges two.
func turn(numbers []float64, column, columns int) {
	for i := column; i < len(numbers); i += columns {
		numbers[i] = -numbers[i]
	}
}

func exchange(numbers []float64, one, other, columns int) {
	for i := 0; i < len(numbers); i += columns {
		numbers[i+one], numbers[i+other] = numbers[i+other], numbers[i+one]
	}
}

// unexplainedWork is the fraction of the squares of the work up to which it may stay unexplained without
// a search for corrections, if loads are in the unit of energies.
const unexplainedWork = 0.05

// corrected returns the change with which the work of loads explains the changes of the energy, given the
// balance as recorded, or nil if there is none. corrections returns the changes to try, each pair of joints
// among them, and is called only if one is needed. Changes of positions are tried only if energies
// follow from the positions of joints.
func (r *Recording) corrected(b Balance, corrections func() []correction) (best *correction) {
	if r.Each != 1 || b.Left <= unexplainedWork && !(b.other() > otherLoads) {
		return nil
	}
	least, all := min(turnedRound*b.Left, 1-balanced), corrections()
	for k, m := range all {
		if m.motion != nil && r.AddEnergies == nil {
			continue
		}
		other := r.changed(m)
		if m.motion != nil {
			other.AddEnergies(other)
		}
		if own := other.Balance(); own.Explained > 0 && own.Left < least && !(own.other() > otherLoads) {
			least, best = own.Left, &all[k]
		}
	}
	return best
}

// changed returns the recording with a correction, and without energies if that changes positions.
func (r *Recording) changed(c correction) *Recording {
	other := *r
	if c.loads != nil {
		other.Loads = slices.Clone(r.Loads)
		c.loads(other.Loads)
	}
	if c.motion != nil {
		other.Positions, other.Rates = slices.Clone(r.Positions), slices.Clone(r.Rates)
		other.Energies, other.States, other.Potentials, other.motion = nil, nil, nil, nil
		c.motion(other.Positions)
		c.motion(other.Rates)
	}
	return &other
}
