package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gmnc/system"
)

// initialSpeed is the norm of every velocity before constraints are applied.
const initialSpeed = 0.5

// state adds the methods of the simulation to a system's state.
type state struct{ *system.State }

// NewState draws the initial state of a valid system from the distribution in the package
// comment.
func NewState(composition system.Composition, rng *rand.Rand) *system.State {
	return newState(Config{System: composition}, rng)
}

// newState draws an initial state, and draws it again if a particle begins in a box.
func newState(c Config, rng *rand.Rand) (given *system.State) {
	for range mostAttempts {
		if given = drawn(c, rng); (state{given}).inBox() < 0 {
			break
		}
	}
	return given
}

func drawn(c Config, rng *rand.Rand) *system.State {
	listed, n := c.System.N(), c.Particles()
	s := state{&system.State{
		Position: make([][3]float64, n),
		Velocity: make([][3]float64, n),
		Charge:   make([]float64, n),
	}}
	deviation := math.Cbrt(float64(n)/5) + 0.1
	for i := range n {
		s.Charge[i] = float64(2*rng.IntN(2) - 1)
		s.Position[i] = normal(rng).scale(deviation).store()
		direction := normal(rng)
		s.Velocity[i] = direction.scale(initialSpeed / direction.norm()).store()
	}
	particles := rng.Perm(n)
	s.Objects = append(c.System.Assign(particles[:listed]), place(c.Shapes, particles[listed:], n, rng)...)
	s.pose(c.Shapes, particles[listed:], rng)
	s.give(c, particles[listed:], rng)
	s.ahead(c.Planes)
	s.constrain()
	return s.State
}

// constrain makes velocities consistent with the rigid objects: those of the paper by its
// rules, and all others by least squares. It ignores bars that form a cycle, which
// NewIntegrator reports.
func (s state) constrain() {
	var others system.Objects
	for _, object := range s.Objects {
		if paper, known := dynamics[object.Kind]; known {
			paper.constrain(s, object.Members)
		} else {
			others = append(others, object)
		}
	}
	if others == nil {
		return
	}
	if pieces, err := newArticulation(s.Position, s.Mass, s.Pinned, others); err == nil {
		pieces.constrain(s.Position, s.Velocity, make([]vector, len(s.Position)))
	}
}

// normal draws three independent standard normal components.
func normal(rng *rand.Rand) vector {
	return vector{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
}

// direction returns the unit vector from particle j to particle i.
func (s state) direction(i, j int) vector {
	r := load(s.Position[i]).sub(load(s.Position[j]))
	return r.scale(1 / r.norm())
}

// setComponent sets the velocity of particle i along the unit vector e.
func (s state) setComponent(i int, e vector, component float64) {
	v := load(s.Velocity[i])
	s.Velocity[i] = v.add(e.scale(component - v.dot(e))).store()
}

// finite reports whether all positions and velocities are finite.
func (s state) finite() bool {
	for i := range s.Position {
		for k := range 3 {
			// x - x is 0 only if x is finite.
			if x, v := s.Position[i][k], s.Velocity[i][k]; x-x != 0 || v-v != 0 {
				return false
			}
		}
	}
	return true
}

// isolated lists the particles in no object, in ascending order. Indices out of range and a
// particle in two objects are errors, except for a particle that joins a body to a tree.
func (s state) isolated() ([]int, error) {
	n := len(s.Position)
	owner, inTree := make([]string, n), make([]bool, n)
	claim := func(object string, kind *system.Kind, members []int) error {
		for _, i := range members {
			if i < 0 || i >= n {
				return fmt.Errorf("state: %s names particle %d, expected 0 to %d", object, i, n-1)
			}
			if owner[i] != "" && !(kind == system.Body && inTree[i]) {
				return fmt.Errorf("state: particle %d is in %s and in %s, expected one object at most", i, owner[i], object)
			}
			owner[i], inTree[i] = object, kind == system.Tree
		}
		return nil
	}
	counts := map[*system.Kind]int{}
	for _, object := range s.Objects {
		if err := claim(fmt.Sprintf("%s %d", object.Kind.Name, counts[object.Kind]), object.Kind, object.Members); err != nil {
			return nil, err
		}
		counts[object.Kind]++
	}
	var free []int
	for i, object := range owner {
		if object == "" {
			free = append(free, i)
		}
	}
	return free, nil
}
