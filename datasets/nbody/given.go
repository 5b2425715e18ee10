package nbody

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/internal/vector"
	"gmnc/sim"
	"gmnc/system"
)

// given returns a simulated sample with the fields that the mechanics give it.
func given(m sim.Mechanics, pair sim.Sample) system.Sample {
	sample := FromSimulation(pair)
	if m.Neutral {
		sample.Charge = nil
	}
	if m.MostMass != 0 {
		sample.NodeFeatures = nil
		system.Mass.Set(&sample, rounded(pair.Input.Mass))
	}
	if pair.Input.Pinned != nil {
		pinned := make([]float32, sample.Particles())
		for i, isPinned := range pair.Input.Pinned {
			if isPinned {
				pinned[i] = 1
			}
		}
		system.Pinned.Set(&sample, pinned)
	}
	if springs := springsOf(m); springs != nil {
		sample.Neighbors, sample.EdgeFeatures, _ = springs.Neighbors(sample.Particles()) // the configuration was validated
	}
	if m.Gravity != [3]float64{} {
		system.Gravity.Set(&sample, rounded(m.Gravity[:]))
	}
	if len(m.Planes) > 0 {
		planes := make([]float32, 0, system.Planes.Columns)
		for _, p := range m.Planes {
			planes = append(append(planes, rounded(p.Normal[:])...), float32(p.Offset))
		}
		system.Planes.Set(&sample, planes[:system.Planes.Columns])
		system.Friction.Set(&sample, []float32{float32(m.Friction)})
		system.Restitution.Set(&sample, []float32{float32(m.Restitution)})
	}
	if pair.Input.Box != nil {
		system.Box.Set(&sample, flatten(pair.Input.Box))
	}
	return sample
}

// springsOf returns the springs of the mechanics, or nil if there are none.
func springsOf(m sim.Mechanics) *graph.Springs {
	if len(m.Springs) == 0 {
		return nil
	}
	s := &graph.Springs{Constants: map[string][]float64{}}
	for _, spring := range m.Springs {
		s.Ends = append(s.Ends, spring.First, spring.Second)
		s.Constants[system.StiffnessFeature] = append(s.Constants[system.StiffnessFeature], spring.Stiffness)
		s.Constants[system.RestLengthFeature] = append(s.Constants[system.RestLengthFeature], spring.Length)
	}
	return s
}

// Drift holds the changes of conserved quantities in a simulation, from the inputs to the last
// frames.
type Drift struct {
	// Energy is the median change of a system's energy relative to its kinetic energy at the
	// input, and LargestEnergy is the largest. They are NaN if damping or contact takes energy.
	Energy, LargestEnergy float64
	// Length is the largest relative change of the length of a bar.
	Length float64
	// Momentum is the largest change of a system's momentum, apart from that by gravity,
	// relative to the sum of its particles' momenta. It is NaN if pins, planes or damping
	// change momenta.
	Momentum float64
	// Gain is the largest growth of a system's energy relative to its kinetic energy at the
	// input. Depth is the largest depth of a particle behind a plane in a frame. Both are NaN
	// without planes or with damping.
	Gain, Depth float64
}

func (d Drift) String() string {
	text := fmt.Sprintf("lengths change by %.2g", d.Length)
	if !math.IsNaN(d.Energy) {
		text = fmt.Sprintf("energy changes by %.2g of the kinetic one in the median and %.2g at most, lengths by %.2g", d.Energy, d.LargestEnergy, d.Length)
	}
	if !math.IsNaN(d.Momentum) {
		text += fmt.Sprintf(", momentum by %.2g", d.Momentum)
	}
	if !math.IsNaN(d.Depth) {
		text += fmt.Sprintf(", energy grows by %.2g at most, particles are up to %.2g behind planes", d.Gain, d.Depth)
	}
	return text
}

// MeasureDrift measures the drift in the samples of a data set as they are written.
func MeasureDrift(m sim.Mechanics, data *datasets.Data) Drift {
	d := Drift{Energy: math.NaN(), LargestEnergy: math.NaN(), Momentum: math.NaN(), Gain: math.NaN(), Depth: math.NaN()}
	var energies []float64
	for _, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			first, last := states(s)
			for _, object := range s.Objects {
				for _, bar := range object.Bars() {
					before := system.Distance(flatten(first.Position), bar[0], bar[1])
					d.Length = max(d.Length, math.Abs(system.Distance(flatten(last.Position), bar[0], bar[1])-before)/before)
				}
			}
			if m.Damping != 0 {
				continue
			}
			kinetic := sim.Mechanics{}.Energy(first) - sim.Potential(first.Position, first.Charge)
			change := (m.Energy(last) - m.Energy(first)) / kinetic
			if len(m.Planes) > 0 {
				d.Gain, d.Depth = larger(d.Gain, max(0, change)), larger(d.Depth, depth(s))
			} else if first.Pinned == nil {
				d.Momentum = larger(d.Momentum, pushed(m, s, first, last))
			}
			if m.KeepsEnergy() {
				energies = append(energies, math.Abs(change))
			}
		}
	}
	if slices.Sort(energies); len(energies) > 0 {
		d.Energy, d.LargestEnergy = energies[len(energies)/2], energies[len(energies)-1]
	}
	return d
}

// larger returns the larger of two numbers, of which the first may be NaN.
func larger(most, value float64) float64 {
	if value <= most {
		return most
	}
	return value
}

// depth returns the largest depth of a particle of a sample behind a plane in any of its
// frames.
func depth(s *system.Sample) float64 {
	positions := slices.Concat(s.Position, s.TargetPosition)
	if s.Trajectory != nil {
		positions = rounded(s.Trajectory.Positions)
	}
	planes, deepest := system.Planes.Of(s), 0.
	for number := range s.Planes() {
		for x := range slices.Chunk(positions, 3) {
			deepest = max(deepest, -system.Gap(planes[number*system.PlaneColumns:], x))
		}
	}
	return deepest
}

// pushed returns the change of a sample's momentum, apart from that by gravity, relative to the
// sum of its particles' momenta.
func pushed(m sim.Mechanics, s *system.Sample, first, last system.State) float64 {
	time := (sim.TargetFrame - sim.InputFrame) * sim.FrameTime
	if s.Trajectory != nil {
		time = float64(s.Trajectory.Frames()-1) * sim.FrameTime
	}
	var change [3]float64
	var sum float64
	for i, v := range first.Velocity {
		mass := 1.
		if first.Mass != nil {
			mass = first.Mass[i]
		}
		for axis := range 3 {
			change[axis] += float64(mass * (last.Velocity[i][axis] - v[axis] - float64(m.Gravity[axis]*time)))
		}
		sum += float64(mass * vector.Norm(v))
	}
	return vector.Norm(change) / sum
}

// states returns the input of a sample, and its last frame or its target.
func states(s *system.Sample) (first, last system.State) {
	x, v := s.TargetPosition, s.TargetVelocity
	of := func(x, v []float32) system.State {
		state := system.State{Objects: s.Objects, Charge: make([]float64, s.Particles())}
		for i := range s.Particles() {
			state.Position = append(state.Position, vector.At(x, i))
			state.Velocity = append(state.Velocity, vector.At(v, i))
		}
		for i, q := range s.Charge {
			state.Charge[i] = float64(q)
		}
		for _, m := range system.Mass.Of(s) {
			state.Mass = append(state.Mass, float64(m))
		}
		for weights := range slices.Chunk(system.Box.Of(s), 3) {
			state.Box = append(state.Box, [3]float64{float64(weights[0]), float64(weights[1]), float64(weights[2])})
		}
		for _, pinned := range system.Pinned.Of(s) {
			state.Pinned = append(state.Pinned, pinned != 0)
		}
		return state
	}
	first = of(s.Position, s.Velocity)
	if t := s.Trajectory; t != nil {
		at := len(t.Positions) - len(s.Position)
		x, v = rounded(t.Positions[at:]), rounded(t.Velocities[at:])
	}
	return first, of(x, v)
}
