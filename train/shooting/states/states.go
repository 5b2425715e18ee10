// Package states has the states in which systems begin: the angles or displacements of joints of
// one axis, or the positions of particles, and their rates. Each is an offset from a measured
// state.
package states

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/system"
)

// States are the states of a system, as offsets from a measured one.
type States interface {
	// Size returns the number of values in an offset. The first half are coordinates, the
	// others rates.
	Size() int
	// At returns positions and velocities [n*3] at an offset from the measured state.
	At(offset []float64) (position, velocity []float64)
	// CoordinateCount returns the number of coordinates that fits compare in a frame. Observe
	// returns them, followed by as many rates.
	CoordinateCount() int
	Observe(position, velocity []float64) []float64
	// Channel returns the number of the channel of a value that Observe returns, and whether it
	// is an angle.
	Channel(k int) (number int, turns bool)
}

// MostFree is the largest number of free particles that have states of their own. Each takes
// six rollouts for one derivative.
const MostFree = 16

// Of returns the states of a system. For joints of one axis they are the angles or
// displacements of the joints, and otherwise all positions and velocities of particles that
// move. For other joints, and for many particles, there is only the measured state.
func Of(s *system.Sample) States {
	if s.Jointed() {
		if joints := jointsOf(s); joints != nil {
			return joints
		}
	}
	own := OfParticles(s)
	if own.CoordinateCount() > 3*MostFree || s.Jointed() {
		return Measured{own}
	}
	return own
}

// OfParticles returns the states of a system as positions and velocities of all particles that
// move.
func OfParticles(s *system.Sample) States {
	var coordinates []int
	pinned := system.Pinned.Of(s)
	for i := range s.Particles() {
		if pinned == nil || pinned[i] == 0 {
			coordinates = append(coordinates, 3*i, 3*i+1, 3*i+2)
		}
	}
	return free{s, coordinates}
}

// Joint is a joint of one axis.
type Joint struct {
	Row   int  // the first particle of its body
	Turns bool // otherwise it slides
}

// JointsOf returns the joints of a system whose states a fit finds, in the order of bodies, or
// nil for other systems.
func JointsOf(s *system.Sample) (all []Joint) {
	own, jointed := Of(s).(*Joints)
	if !jointed {
		return nil
	}
	for k, row := range own.Rows {
		_, turns := own.Channel(k)
		all = append(all, Joint{row, turns})
	}
	return all
}

// Measured has only the measured state; the observed values are those of the states it wraps.
type Measured struct{ States }

func (m Measured) Size() int { return 0 }

func (m Measured) At([]float64) (position, velocity []float64) {
	return m.States.At(make([]float64, 2*m.CoordinateCount()))
}

// free has the states of particles as their coordinates. Bars have the length between their
// ends in the first frame, which was measured like all others.
type free struct {
	sample      *system.Sample
	coordinates []int
}

func (f free) Size() int { return 2 * f.CoordinateCount() }

func (f free) CoordinateCount() int { return len(f.coordinates) }

func (f free) At(offset []float64) (position, velocity []float64) {
	position, velocity = vector.Widened(f.sample.Position), vector.Widened(f.sample.Velocity)
	for k, i := range f.coordinates {
		position[i] += offset[k]
		velocity[i] += offset[len(f.coordinates)+k]
	}
	return position, velocity
}

func (f free) Observe(position, velocity []float64) []float64 {
	values := make([]float64, 0, f.Size())
	for _, of := range [][]float64{position, velocity} {
		for _, i := range f.coordinates {
			values = append(values, of[i])
		}
	}
	return values
}

// All positions of free particles share one channel, and all velocities another.
func (f free) Channel(k int) (number int, turns bool) { return k / len(f.coordinates), false }

// Joints has the states of rigid bodies on joints of one axis.
type Joints struct {
	bodies articulated.Bodies[float64, int]
	Chain  *articulated.Chain
	Rows   []int     // the first particle of each body, in the order of the chain
	masses []float64 // masses of particles, which weight their velocities for the rates of joints
	rates  []float64 // measured rates, in rows of particles
	turns  []bool    // whether each joint turns; the others slide
}

// jointsOf returns the states of a system's joints. It returns nil if some have more than one
// axis, or if a body is on a line, since its rotation is then not known.
func jointsOf(s *system.Sample) *Joints {
	if system.JointType.Of(s) != nil {
		return nil
	}
	n := s.Particles()
	given := func(f *system.Field) []float64 { return vector.Widened(f.OrDefault(s)) }
	j := &Joints{masses: given(system.Mass), rates: make([]float64, n)}
	b := &j.bodies
	b.Rest, b.Anchor, b.Parents = given(system.Rest), given(system.JointAnchor), make([]int, n)
	turn, slide := given(system.TurnAxis), given(system.SlideAxis)
	b.Turn, b.Slide = make([]float64, 3*n), make([]float64, 3*n)
	for i := range b.Parents {
		b.Parents[i] = i
	}
	for _, members := range s.Objects.Of(system.Body) {
		first := members[0]
		copy(b.Turn[3*first:3*first+3], turn[3*first:])
		copy(b.Slide[3*first:3*first+3], slide[3*first:])
		for _, i := range members[1:] {
			b.Parents[i] = first
		}
	}
	for _, tree := range s.Objects { // other objects have no parents
		for k, parent := range tree.Parents {
			if parent >= 0 {
				b.Parents[tree.Members[k]] = tree.Members[parent]
			}
		}
	}
	j.Chain = b.Chain()
	j.Rows = j.Chain.Rows()
	for _, row := range j.Rows {
		j.turns = append(j.turns, vector.Norm(vector.At(b.Turn, row)) > 0)
	}
	if isLine := j.take(vector.Widened(s.Position)); isLine {
		return nil
	}
	j.move(vector.Widened(s.Velocity))
	return j
}

// move sets the rates of joints from velocities.
func (j *Joints) move(velocity []float64) {
	state := make([]float64, 2*len(j.rates))
	j.bodies.Start(state, j.masses, velocity)
	for i := range j.rates {
		j.rates[i] = state[2*i+1]
	}
}

// take sets where the bodies begin from positions. It reports whether one of them is on a line.
func (j *Joints) take(position []float64) (isLine bool) {
	n := len(j.rates)
	j.bodies.First = make([]float64, 4*n)
	j.bodies.Measure(j.bodies.First, position)
	for i := range n {
		isLine = isLine || j.bodies.First[4*i+3] != 0
	}
	return isLine
}

func (j *Joints) Size() int { return 2 * j.CoordinateCount() }

func (j *Joints) CoordinateCount() int { return len(j.Rows) }

func (j *Joints) At(offset []float64) (position, velocity []float64) {
	n := len(j.rates)
	state, moved := make([]float64, 2*n), make([]float64, 6*n)
	for k, row := range j.Rows {
		state[2*row], state[2*row+1] = offset[k], j.rates[row]+offset[len(j.Rows)+k]
	}
	j.bodies.Positions(moved, state)
	for i := range n {
		position, velocity = append(position, moved[6*i:6*i+3]...), append(velocity, moved[6*i+3:6*i+6]...)
	}
	return position, velocity
}

// Particles returns positions and velocities for these positions and rates of joints.
func (j *Joints) Particles(coordinates, rate []float64) (position, velocity []float64) {
	offset := append(slices.Clone(coordinates), rate...)
	floats.Sub(offset, j.Start(nil))
	return j.At(offset)
}

func (j *Joints) Observe(position, velocity []float64) []float64 {
	frame := *j
	frame.rates = make([]float64, len(j.rates))
	frame.take(position)
	frame.move(velocity)
	return frame.Start(nil)
}

// Start returns positions of joints, from the rest pose, and rates, at an offset from where the
// bodies begin.
func (j *Joints) Start(offset []float64) []float64 {
	values := make([]float64, j.Size())
	for k, row := range j.Rows {
		position := j.bodies.First[4*row : 4*row+3]
		values[k], values[len(j.Rows)+k] = position[2], j.rates[row]
		if _, turns := j.Channel(k); turns {
			values[k] = math.Atan2(position[1], position[0])
		}
	}
	floats.Add(values[:len(offset)], offset)
	return values
}

// Each joint has its own channels.
func (j *Joints) Channel(k int) (number int, turns bool) {
	if k >= len(j.Rows) {
		return k, false
	}
	return k, j.turns[k]
}

// JointsIn returns the joints of these states, also if only the measured state is used, or nil if
// they are other states.
func JointsIn(of States) *Joints {
	if alone, ok := of.(Measured); ok {
		of = alone.States
	}
	j, _ := of.(*Joints)
	return j
}
