package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/system"
)

// states are the states of a system about a measured one.
type states interface {
	// size is how many numbers an offset has: the first half moves it, the others are rates.
	size() int
	// at are positions and velocities [n*3] at an offset from the measured state.
	at(offset []float64) (position, velocity []float64)
	// coordinateCount is how many coordinates fits compare in a frame, and observe has them, then as many
	// rates.
	coordinateCount() int
	observe(position, velocity []float64) []float64
	// channel is the number of the noise of a value that observe returns, and turns whether
	// it is an angle.
	channel(k int) (number int, turns bool)
}

// MostFree is how many free particles have states of their own: each takes six rollouts for one
// derivative.
const MostFree = 16

// statesOf are the states of a system: those of joints of one axis in how far they have turned or
// slid, and otherwise all places and velocities of particles that move. Of other joints, and of
// many particles, there is the measured state alone.
func statesOf(s *system.Sample) states {
	if s.Jointed() {
		if joints := jointsOf(s); joints != nil {
			return joints
		}
	}
	var coordinates []int
	pinned := system.Pinned.Of(s)
	for i := range s.Particles() {
		if pinned == nil || pinned[i] == 0 {
			coordinates = append(coordinates, 3*i, 3*i+1, 3*i+2)
		}
	}
	own := free{s, coordinates}
	if len(coordinates) > 3*MostFree || s.Jointed() {
		return measured{own}
	}
	return own
}

// Joint is a joint of one axis.
type Joint struct {
	Row   int  // the first particle of its body
	Turns bool // otherwise it slides
}

// Joints are the joints of a system whose states a fit finds, in the order of bodies; nil of others.
func Joints(s *system.Sample) (all []Joint) {
	own, jointed := statesOf(s).(*joints)
	if !jointed {
		return nil
	}
	for k, row := range own.rows {
		_, turns := own.channel(k)
		all = append(all, Joint{row, turns})
	}
	return all
}

// measured is the measured state alone, of what is observed as in others.
type measured struct{ states }

func (m measured) size() int { return 0 }

func (m measured) at([]float64) (position, velocity []float64) {
	return m.states.at(make([]float64, 2*m.coordinateCount()))
}

// free are the states of particles, by their coordinates. Bars are as long as their ends are
// apart in the first frame, which was measured as all others were.
type free struct {
	sample      *system.Sample
	coordinates []int
}

func (f free) size() int { return 2 * f.coordinateCount() }

func (f free) coordinateCount() int { return len(f.coordinates) }

func (f free) at(offset []float64) (position, velocity []float64) {
	position, velocity = widened(f.sample.Position), widened(f.sample.Velocity)
	for k, i := range f.coordinates {
		position[i] += offset[k]
		velocity[i] += offset[len(f.coordinates)+k]
	}
	return position, velocity
}

func (f free) observe(position, velocity []float64) []float64 {
	values := make([]float64, 0, f.size())
	for _, of := range [][]float64{position, velocity} {
		for _, i := range f.coordinates {
			values = append(values, of[i])
		}
	}
	return values
}

// Channels of free particles: all positions have one noise, and all velocities.
func (f free) channel(k int) (number int, turns bool) { return k / len(f.coordinates), false }

// joints are the states of rigid bodies on joints of one axis.
type joints struct {
	bodies articulated.Bodies[float64, int]
	chain  *articulated.Chain
	rows   []int     // the first particle of each body, in the order of the chain
	masses []float64 // of particles, which weigh their velocities for the rates of joints
	rates  []float64 // measured, in rows of particles
	turns  []bool    // joints; the others slide
}

// jointsOf are the states of a system's joints; nil where some have more than one axis, or hold
// bodies on a line, whose turn is not known.
func jointsOf(s *system.Sample) *joints {
	if system.JointType.Of(s) != nil {
		return nil
	}
	n := s.Particles()
	given := func(f *system.Field, value float64) []float64 {
		if values := f.Of(s); values != nil {
			return widened(values)
		}
		return slices.Repeat([]float64{value}, n*max(1, f.Columns))
	}
	j := &joints{masses: given(system.Mass, 1), rates: make([]float64, n)}
	b := &j.bodies
	b.Rest, b.Anchor, b.Parents = given(system.Rest, 0), given(system.JointAnchor, 0), make([]int, n)
	turn, slide := given(system.TurnAxis, 0), given(system.SlideAxis, 0)
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
	for _, tree := range s.Objects {
		if tree.Kind != system.Tree {
			continue
		}
		for k, parent := range tree.Parents {
			if parent >= 0 {
				b.Parents[tree.Members[k]] = tree.Members[parent]
			}
		}
	}
	j.chain = b.Chain()
	j.rows = j.chain.Rows()
	for _, row := range j.rows {
		j.turns = append(j.turns, vector.Norm(vector.At(b.Turn, row)) > 0)
	}
	if isLine := j.take(widened(s.Position)); isLine {
		return nil
	}
	j.move(widened(s.Velocity))
	return j
}

// move has the bodies move as velocities say.
func (j *joints) move(velocity []float64) {
	state := make([]float64, 2*len(j.rates))
	j.bodies.Start(state, j.masses, velocity)
	for i := range j.rates {
		j.rates[i] = state[2*i+1]
	}
}

// take has the bodies begin where they are at positions. It reports whether one is on a line.
func (j *joints) take(position []float64) (isLine bool) {
	n := len(j.rates)
	j.bodies.First = make([]float64, 4*n)
	j.bodies.Measure(j.bodies.First, position)
	for i := range n {
		isLine = isLine || j.bodies.First[4*i+3] != 0
	}
	return isLine
}

func (j *joints) size() int { return 2 * j.coordinateCount() }

func (j *joints) coordinateCount() int { return len(j.rows) }

func (j *joints) at(offset []float64) (position, velocity []float64) {
	n := len(j.rates)
	state, placed := make([]float64, 2*n), make([]float64, 6*n)
	for k, row := range j.rows {
		state[2*row], state[2*row+1] = offset[k], j.rates[row]+offset[len(j.rows)+k]
	}
	j.bodies.Place(placed, state)
	for i := range n {
		position, velocity = append(position, placed[6*i:6*i+3]...), append(velocity, placed[6*i+3:6*i+6]...)
	}
	return position, velocity
}

// moved are positions and velocities where joints are in these places, and have these rates.
func (j *joints) moved(place, rate []float64) (position, velocity []float64) {
	offset := append(slices.Clone(place), rate...)
	floats.Sub(offset, j.begin(nil))
	return j.at(offset)
}

func (j *joints) observe(position, velocity []float64) []float64 {
	frame := *j
	frame.rates = make([]float64, len(j.rates))
	frame.take(position)
	frame.move(velocity)
	return frame.begin(nil)
}

// begin are places of joints from the pose of rest, and rates, at an offset from where the bodies begin.
func (j *joints) begin(offset []float64) []float64 {
	values := make([]float64, j.size())
	for k, row := range j.rows {
		place := j.bodies.First[4*row : 4*row+3]
		values[k], values[len(j.rows)+k] = place[2], j.rates[row]
		if _, turns := j.channel(k); turns {
			values[k] = math.Atan2(place[1], place[0])
		}
	}
	floats.Add(values[:len(offset)], offset)
	return values
}

// Each joint has a noise of its own.
func (j *joints) channel(k int) (number int, turns bool) {
	if k >= len(j.rows) {
		return k, false
	}
	return k, j.turns[k]
}
