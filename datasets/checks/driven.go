package checks

import (
	"slices"

	"gmnc/internal/vector"
	"gmnc/system"
)

// Drive sets the loads that drive a recording of particles, from samples whose trajectories are
// its recordings. The loads are forces on particles, or torques and thrusts on the joints of
// bodies, which are constant from a frame to the next. Drive also sets how to find the energies
// of the system.
//
// It sets nothing if only some samples have loads, if there are both forces and torques, or if
// something acts whose energy is not known. These are charges, planes, or neighbors other than
// by springs. features holds the names of the columns of edge features.
func (r *Recording) Drive(samples []system.Sample, features []string) {
	if len(samples) == 0 || samples[0].Trajectory == nil || r.Time <= 0 {
		return
	}
	first := &samples[0]
	onJoints, onParticles := drivesJoints(first), isGiven(first, system.Force)
	if onJoints == onParticles {
		return
	}
	for k := range samples {
		s := &samples[k]
		if s.Trajectory == nil || drivesJoints(s) != onJoints || isGiven(s, system.Force) != onParticles || !energiesKnown(s, features) ||
			!slices.EqualFunc(s.Objects, first.Objects, func(a, b system.Object) bool { return a.Kind == b.Kind && slices.Equal(a.Members, b.Members) }) {
			return
		}
	}
	if onJoints {
		r.joints = jointsOf(samples, r)
		r.joints.Massless = system.Mass.Of(first) == nil
	} else {
		r.Loads = forcesOf(samples)
	}
	r.AddEnergies = func(r *Recording) { addEnergiesOf(samples, features, r) }
}

// drivesJoints reports whether joints of bodies, each with one axis, have torques or thrusts.
func drivesJoints(s *system.Sample) bool {
	return s.Jointed() && system.Rest.Of(s) != nil && system.JointType.Of(s) == nil && (isGiven(s, system.Torque) || isGiven(s, system.Thrust))
}

// isGiven reports whether a sample has a field, in its trajectory or once for all frames.
func isGiven(s *system.Sample, f *system.Field) bool {
	return len(f.Of(s)) > 0 || len(s.Trajectory.Given.Of(f)) > 0
}

// energiesKnown reports whether nothing acts but gravity, springs, loads and friction.
func energiesKnown(s *system.Sample, features []string) bool {
	if s.Trajectory.Given.Of(system.Gravity) != nil || s.Neighbors != nil && !slices.Contains(features, system.StiffnessFeature) {
		return false
	}
	for _, f := range []*system.Field{system.Charge, system.Planes, system.Box, system.TurnLimits, system.SlideLimits, system.CellA} {
		if isGiven(s, f) {
			return false
		}
	}
	return true
}

// forcesOf returns the forces on particles, frame after frame.
func forcesOf(samples []system.Sample) (loads []float64) {
	for k := range samples {
		for frame := range samples[k].Trajectory.Frames() {
			now := samples[k].InFrame(frame)
			for _, force := range system.Force.Of(&now) {
				loads = append(loads, float64(force))
			}
		}
	}
	return loads
}

// jointsOf returns a recording of the positions of joints, in the order of bodies, and of the
// torques and thrusts on them.
func jointsOf(samples []system.Sample, particles *Recording) *Recording {
	bodies := samples[0].Objects.Of(system.Body)
	r := &Recording{Elements: len(bodies), Each: 1, Starts: particles.Starts, Time: particles.Time}
	for k := range samples {
		s := &samples[k]
		positionsAt := JointPositions(s)
		for frame := range s.Trajectory.Frames() {
			now := s.InFrame(frame)
			positions := positionsAt(particles.narrow(particles.Starts[k] + frame))
			for _, members := range bodies {
				r.Positions, r.Loads = append(r.Positions, positions[members[0]]), append(r.Loads, loadOn(&now, members[0]))
			}
		}
	}
	for _, members := range bodies {
		r.Rotates = append(r.Rotates, acts(&samples[0], system.TurnAxis, members[0]))
	}
	r.Unwrap()
	r.Rates = r.Differences()
	return r
}

// acts reports whether a joint has an axis in this field.
func acts(s *system.Sample, axis *system.Field, particle int) bool {
	axes := axis.Of(s)
	return axes != nil && vector.At(axes, particle) != [3]float64{}
}

// mostParts is the greatest number of particles that have their own energies. The energies of
// more particles are added up.
const mostParts = 16

// partsOf returns the parts of a system whose energies are computed: bodies, single particles,
// or all particles together.
func partsOf(s *system.Sample) (parts [][]int) {
	if parts = s.Objects.Of(system.Body); parts != nil {
		return parts
	}
	var all []int
	for i := range s.Particles() {
		all = append(all, i)
		parts = append(parts, []int{i})
	}
	if len(all) > mostParts {
		return [][]int{all}
	}
	return parts
}

// addEnergiesOf adds the kinetic and gravitational energies of each part in each frame, and
// those of springs and rotors. States also have each part's loss to damping since the first
// frame.
func addEnergiesOf(samples []system.Sample, features []string, r *Recording) {
	frame := 0
	for k := range samples {
		s := &samples[k]
		parts := partsOf(s)
		lost := make([]float64, len(parts))
		for range s.Trajectory.Frames() {
			energies := energiesIn(s, parts, r, frame)
			if s.Neighbors != nil {
				energies = append(energies, InSprings(s, features, r.narrow(frame)))
			}
			if r.joints != nil {
				energies = append(energies, inRotors(s, r.joints, frame))
			}
			r.Energies = append(r.Energies, energies...)
			r.States = append(append(r.States, energies...), lost...)
			if frame++; frame < r.frames() {
				for p, members := range parts {
					for _, i := range members {
						displacement := vector.Plus(r.positionOf(frame, i), -1, r.positionOf(frame-1, i))
						lost[p] += vector.Dot(displacement, displacement)
					}
				}
			}
		}
	}
	if r.joints != nil {
		r.joints.States, r.joints.Energies = r.States, r.Energies
	}
}

// energiesIn returns the kinetic and gravitational energies of parts in a frame.
func energiesIn(s *system.Sample, parts [][]int, r *Recording, frame int) (energies []float64) {
	mass, pinned, gravity := system.Mass.Of(s), system.Pinned.Of(s), system.Gravity.Of(s)
	for _, members := range parts {
		var kinetic, potential float64
		for _, i := range members {
			m := 1.
			switch {
			case pinned != nil && pinned[i] != 0:
				continue
			case mass != nil:
				m = float64(mass[i])
			}
			v := vector.At(r.Rates[frame*r.size():], i)
			kinetic += float64(m * vector.Dot(v, v) / 2)
			if gravity != nil {
				potential -= float64(m * vector.Dot(vector.At(gravity, 0), r.positionOf(frame, i)))
			}
		}
		energies = append(energies, kinetic, potential)
	}
	return energies
}

// positionOf returns the position of a particle in a frame, and narrow the positions of all
// particles.
func (r *Recording) positionOf(frame, i int) [3]float64 {
	return vector.At(r.Positions[frame*r.size():], i)
}

func (r *Recording) narrow(frame int) []float32 {
	x := make([]float32, r.size())
	for i := range x {
		x[i] = float32(r.Positions[frame*len(x)+i])
	}
	return x
}

// inRotors returns the energy of the motors' rotors in a frame.
func inRotors(s *system.Sample, joints *Recording, frame int) (energy float64) {
	for b, members := range s.Objects.Of(system.Body) {
		for _, f := range []*system.Field{system.RotorInertia, system.RotorMass} {
			if values := f.Of(s); values != nil {
				rate := joints.Rates[frame*joints.Elements+b]
				energy += float64(float64(values[members[0]]) * rate * rate / 2)
			}
		}
	}
	return energy
}
