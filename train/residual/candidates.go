// Package residual tests whether a fitted law explains its recordings, and what it may lack: the
// residual compared with the noise, and the quantities on which the residual depends.
//
// Each suspect is a force in addition to those of the model, along the motion that the model
// predicts. A friction is a force against the rate, and a wrong sign is twice the torque in the
// opposite direction. Package shooting finds what each would explain.
package residual

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/system"
	"gmnc/train/shooting"
	"gmnc/train/shooting/states"
)

// kind is the kind of a suspect.
type kind int

const (
	gain     kind = iota // a factor of a known force or torque
	delay                // a delay of a known force or torque, in frames
	damping              // a force against a rate
	friction             // a force against the direction of a rate
	spring               // a force that depends on a position
	load                 // a weight that moves along
	push                 // a constant force
	drift                // a force that changes with time
	pair                 // a force between particles that depends on their distance
)

// suspect is a force that the model may lack.
type suspect struct {
	kind  kind
	of    string // a joint, a particle or two particles
	known string // the name of the field to which it adds
	lag   int    // delay in frames
	// own is the number of factors, the first ones, that make up the suspect itself; the others
	// only accompany it. If it is 0, all do.
	own int
	shooting.Candidate
}

// mostPairs is the largest number of particles for which forces between each two of them are
// suspects.
const mostPairs = 6

// lags holds the delays in frames that are tested.
var lags = []int{-1, 1, 2, 3}

// column returns the values of a field in all frames of a motion, with all rows of a frame
// together.
type column = func(m *shooting.Motion) []float32

// suspects returns what a law may lack for systems like s. It returns none if forces cannot be
// applied to joints or particles one by one. The names of particles may be nil.
func suspects(s *system.Sample, joints []states.Joint, particles []string) []suspect {
	if joints != nil {
		return ofJoints(s, joints, particles)
	}
	if s.Jointed() {
		return nil
	}
	return ofParticles(s)
}

// ofJoints returns the suspects of joints of one axis.
func ofJoints(s *system.Sample, joints []states.Joint, particles []string) (all []suspect) {
	n, bodies := s.Particles(), s.Objects.Of(system.Body)
	names := datasets.JointNames(bodies, particles)
	for k, joint := range joints {
		field := system.Thrust
		if joint.Turns {
			field = system.Torque
		}
		name := names[slices.IndexFunc(bodies, func(members []int) bool { return members[0] == joint.Row })]
		if particles != nil {
			name = "the joint " + name
		}
		// along returns a column of the joint's own torque or thrust.
		along := func(of func(m *shooting.Motion, frame int) float64) column {
			return func(m *shooting.Motion) []float32 {
				values := make([]float32, n*len(m.Positions))
				for frame := range m.Positions {
					values[n*frame+joint.Row] = float32(of(m, frame))
				}
				return values
			}
		}
		add := func(kind kind, lag int, columns ...column) {
			all = append(all, suspect{kind, name, field.Name, lag, min(1, len(columns)-1), shooting.Candidate{Field: field, Columns: columns}})
		}
		if field.Of(s) != nil {
			given := func(m *shooting.Motion, frame int) float64 {
				return float64(givenOf(m, field)(frame)[joint.Row])
			}
			add(gain, 0, along(given))
			for _, lag := range lags {
				add(delay, lag, along(func(m *shooting.Motion, frame int) float64 { return given(m, at(m, frame-lag)) - given(m, frame) }))
			}
		}
		rate := func(m *shooting.Motion, frame int) float64 { return m.JointRates[frame][k] }
		add(damping, 0, along(func(m *shooting.Motion, frame int) float64 { return -rate(m, frame) }))
		add(friction, 0, along(func(m *shooting.Motion, frame int) float64 { return -direction(rate(m, frame)) }))
		one := func(*shooting.Motion, int) float64 { return 1 }
		add(push, 0, along(one))
		add(spring, 0, along(func(m *shooting.Motion, frame int) float64 { return -m.JointPositions[frame][k] }), along(one))
		add(drift, 0, along(func(m *shooting.Motion, frame int) float64 { return float64(m.First + frame) }), along(one))
	}
	for k, members := range bodies {
		tip, link := members[len(members)-1], fmt.Sprintf("body %d", k)
		if particles != nil {
			link = names[k] + "'s link"
		}
		all = append(all, suspect{load, link, "", 0, 0, shooting.Candidate{Field: system.Force, Columns: []column{weight(tip)}}})
	}
	return all
}

// ownOf holds suspect.own for the kinds that come with a constant force.
var ownOf = map[kind]int{spring: 1, drift: 3}

// ofParticles returns the suspects of particles in space.
func ofParticles(s *system.Sample) (all []suspect) {
	n := s.Particles()
	pinned := system.Pinned.Of(s)
	var free []int
	for i := range n {
		if pinned == nil || pinned[i] == 0 {
			free = append(free, i)
		}
	}
	add := func(kind kind, of string, lag int, columns ...column) {
		all = append(all, suspect{kind, of, system.Force.Name, lag, ownOf[kind], shooting.Candidate{Field: system.Force, Columns: columns}})
	}
	// along returns a column of forces on some particles.
	along := func(on []int, of func(m *shooting.Motion, frame, particle int) [3]float64) column {
		return func(m *shooting.Motion) []float32 {
			values := make([]float32, 3*n*len(m.Positions))
			for frame := range m.Positions {
				for _, i := range on {
					for axis, value := range of(m, frame, i) {
						values[3*(n*frame+i)+axis] = float32(value)
					}
				}
			}
			return values
		}
	}
	against := func(m *shooting.Motion, frame, i int) [3]float64 {
		return vector.Plus([3]float64{}, -1, velocityOf(m, frame, i))
	}
	stays := func(m *shooting.Motion, frame, i int) [3]float64 {
		v := velocityOf(m, frame, i)
		if size := vector.Norm(v); size > 0 {
			return vector.Plus([3]float64{}, -1/size, v)
		}
		return v
	}
	if system.Force.Of(s) != nil {
		given := func(m *shooting.Motion, frame, i int) [3]float64 {
			return vector.At(givenOf(m, system.Force)(frame), i)
		}
		add(gain, "", 0, along(free, given))
		for _, lag := range lags {
			add(delay, "", lag, along(free, func(m *shooting.Motion, frame, i int) [3]float64 {
				return vector.Plus(given(m, at(m, frame-lag), i), -1, given(m, frame, i))
			}))
		}
	}
	axes := func(on []int) (columns []column) {
		for axis := range 3 {
			var unit [3]float64
			unit[axis] = 1
			columns = append(columns, along(on, func(*shooting.Motion, int, int) [3]float64 { return unit }))
		}
		return columns
	}
	add(damping, "", 0, along(free, against))
	add(friction, "", 0, along(free, stays))
	add(drift, "", 0, append(timed(axes(free)), axes(free)...)...)
	add(push, "", 0, axes(free)...)
	if len(free) < 2 {
		return all
	}
	for _, i := range free {
		name, on := fmt.Sprintf("particle %d", i), []int{i}
		add(push, name, 0, axes(on)...)
		add(damping, name, 0, along(on, against))
		home := along(on, func(m *shooting.Motion, frame, i int) [3]float64 {
			return vector.Plus([3]float64{}, -1, positionOf(m, frame, i))
		})
		add(spring, name, 0, append([]column{home}, axes(on)...)...)
	}
	for a, i := range free {
		for _, k := range free[a+1:] {
			if len(free) > mostPairs {
				break
			}
			over := func(power float64) column {
				return along([]int{i, k}, func(m *shooting.Motion, frame, j int) [3]float64 {
					apart := vector.Plus(positionOf(m, frame, j), -1, positionOf(m, frame, i+k-j))
					return vector.Plus([3]float64{}, math.Pow(max(vector.Norm(apart), math.SmallestNonzeroFloat32), power-1), apart)
				})
			}
			add(pair, fmt.Sprintf("particles %d and %d", i, k), 0, over(0), over(1))
		}
	}
	return all
}

// timed returns columns multiplied by the time in frames.
func timed(columns []column) (all []column) {
	for _, of := range columns {
		all = append(all, func(m *shooting.Motion) []float32 {
			values := slices.Clone(of(m))
			size := len(values) / len(m.Positions)
			for k := range values {
				values[k] *= float32(m.First + k/size)
			}
			return values
		})
	}
	return all
}

// weight returns the force of a unit mass that moves along with a particle: its weight minus
// its inertia.
func weight(particle int) column {
	return func(m *shooting.Motion) []float32 {
		n := len(m.Positions[0]) / 3
		values := make([]float32, 3*n*len(m.Positions))
		var pull [3]float64
		if gravity := system.Gravity.Of(&m.Sample); gravity != nil {
			pull = vector.At(gravity, 0)
		}
		for frame := range m.Positions {
			before, after := max(frame-1, 0), min(frame+1, len(m.Positions)-1)
			faster := vector.Plus(velocityOf(m, after, particle), -1, velocityOf(m, before, particle))
			inertia := vector.Plus([3]float64{}, -1/(float64(after-before)*m.Time), faster)
			for axis, value := range vector.Plus(pull, 1, inertia) {
				values[3*(n*frame+particle)+axis] = float32(value)
			}
		}
		return values
	}
}

// givenOf returns a function that returns the values of a known field in a frame.
func givenOf(m *shooting.Motion, field *system.Field) func(frame int) []float32 {
	return func(frame int) []float32 {
		one := m.Sample.InFrame(frame)
		return field.Of(&one)
	}
}

// at returns the frame of a motion that is nearest to a frame number.
func at(m *shooting.Motion, frame int) int { return min(max(frame, 0), len(m.Positions)-1) }

func positionOf(m *shooting.Motion, frame, i int) [3]float64 { return vector.At(m.Positions[frame], i) }

func velocityOf(m *shooting.Motion, frame, i int) [3]float64 {
	return vector.At(m.Velocities[frame], i)
}

// direction returns the sign of a rate, or 0.
func direction(rate float64) float64 {
	if rate == 0 {
		return 0
	}
	return math.Copysign(1, rate)
}
