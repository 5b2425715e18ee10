package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// initialSpeed is the norm of every velocity before constraints are applied.
const initialSpeed = 0.5

// State is the state of one system of n particles.
type State struct {
	Position [][3]float64 // [n]
	Velocity [][3]float64 // [n]
	Charge   []float64    // [n], -1 or +1
	Sticks   [][2]int     // the two ends
	Hinges   [][3]int     // the joint, then the two ends
}

// NewState draws the initial state of a valid system; the package comment
// says from which distribution.
func NewState(system System, rng *rand.Rand) *State {
	n := system.N()
	s := &State{
		Position: make([][3]float64, n),
		Velocity: make([][3]float64, n),
		Charge:   make([]float64, n),
		Sticks:   make([][2]int, system.Sticks),
		Hinges:   make([][3]int, system.Hinges),
	}
	deviation := math.Cbrt(float64(n)/5) + 0.1
	for i := range n {
		s.Charge[i] = float64(2*rng.IntN(2) - 1)
		s.Position[i] = normal(rng).scale(deviation).store()
		direction := normal(rng)
		s.Velocity[i] = direction.scale(initialSpeed / direction.norm()).store()
	}
	members := rng.Perm(n)[system.Particles:]
	for k := range s.Sticks {
		members = members[copy(s.Sticks[k][:], members):]
	}
	for k := range s.Hinges {
		members = members[copy(s.Hinges[k][:], members):]
	}
	s.constrain()
	return s
}

// normal draws three independent standard normal components.
func normal(rng *rand.Rand) vector {
	return vector{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

// constrain removes from the velocities what would stretch a stick or bar.
func (s *State) constrain() {
	for _, stick := range s.Sticks {
		i, j := stick[0], stick[1]
		e := s.direction(i, j)
		mean := (load(s.Velocity[i]).dot(e) + load(s.Velocity[j]).dot(e)) / 2
		s.setComponent(i, e, mean)
		s.setComponent(j, e, mean)
	}
	for _, hinge := range s.Hinges {
		joint := hinge[0]
		for _, end := range hinge[1:] {
			e := s.direction(end, joint)
			s.setComponent(end, e, load(s.Velocity[joint]).dot(e))
		}
	}
}

// direction is the unit vector from particle j to particle i.
func (s *State) direction(i, j int) vector {
	r := load(s.Position[i]).sub(load(s.Position[j]))
	return r.scale(1 / r.norm())
}

// setComponent sets the velocity of particle i along the unit vector e.
func (s *State) setComponent(i int, e vector, component float64) {
	v := load(s.Velocity[i])
	s.Velocity[i] = v.add(e.scale(component - v.dot(e))).store()
}

// Clone copies positions and velocities, and shares what never changes:
// charges, sticks and hinges.
func (s *State) Clone() State {
	clone := *s
	clone.Position = slices.Clone(s.Position)
	clone.Velocity = slices.Clone(s.Velocity)
	return clone
}

// finite tells whether all positions and velocities are finite.
func (s *State) finite() bool {
	for i := range s.Position {
		for k := range 3 {
			// A difference with itself is 0 for finite numbers alone.
			if x, v := s.Position[i][k], s.Velocity[i][k]; x-x != 0 || v-v != 0 {
				return false
			}
		}
	}
	return true
}

// isolated lists the particles in no stick or hinge, in ascending order. Its
// errors are indices out of range and a particle in two objects.
func (s *State) isolated() ([]int, error) {
	n := len(s.Position)
	owner := make([]string, n)
	claim := func(object string, members []int) error {
		for _, i := range members {
			if i < 0 || i >= n {
				return fmt.Errorf("state: %s names particle %d, want 0 to %d", object, i, n-1)
			}
			if owner[i] != "" {
				return fmt.Errorf("state: particle %d is in %s and in %s, want one object at most", i, owner[i], object)
			}
			owner[i] = object
		}
		return nil
	}
	for k, stick := range s.Sticks {
		if err := claim(fmt.Sprintf("stick %d", k), stick[:]); err != nil {
			return nil, err
		}
	}
	for k, hinge := range s.Hinges {
		if err := claim(fmt.Sprintf("hinge %d", k), hinge[:]); err != nil {
			return nil, err
		}
	}
	var free []int
	for i, object := range owner {
		if object == "" {
			free = append(free, i)
		}
	}
	return free, nil
}
