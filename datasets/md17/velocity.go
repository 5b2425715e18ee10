package md17

import (
	"fmt"
	"math"

	"gmnc/datasets/checks"
	"gmnc/internal/uncertainty"
	"gmnc/internal/vector"
	"gmnc/system"
)

// agreeing is the least share of the squared displacements between frames that a file's
// velocities must explain to count as those of its atoms and frames.
const agreeing = 0.96

// mostLate is the number of frames below which a delay of velocities, in either direction, is
// reported with its size, if they explain less.
const mostLate = 4

// unrelated says why velocities that explain less are dropped.
const unrelated = "do not follow from the steps between frames, which are too far apart, or they are of other atoms or frames"

// useSpeeds sets the velocities, in angstrom a frame, to those of the file or to its momenta
// over the masses. If these do not belong to the frames, it drops them, and velocities are the
// displacements between frames.
func (s *source) useSpeeds() {
	t := s.trajectory
	what := "velocities"
	if t.speeds == nil && t.momenta != nil {
		what, t.speeds = "momenta", t.momenta
		for i := range t.speeds {
			t.speeds[i] /= masses[s.numbers[i/3%len(s.numbers)]-1]
		}
	}
	if t.speeds == nil || s.motion.Frames() < 3 {
		t.speeds = nil
		return
	}
	s.moving = s.recording()
	scale := s.moving.Continuous().RateScale()
	frame, why := s.fitSpeeds(what, scale)
	if why != "" {
		s.dropSpeeds(fmt.Sprintf("the %s %s", what, why))
		return
	}
	s.moving.Rescale(scale, frame)
}

// dropSpeeds leaves the velocities of the file out, for the given reason.
func (s *source) dropSpeeds(why string) {
	s.speeds, s.moving = nil, nil
	s.notes = append(s.notes, why+": the velocity is the step to the next frame")
}

// fitSpeeds returns the time of one frame in the unit of time of the file's velocities, which
// have the given scale. The unit is the one that the file names, or the unit of a program that
// agrees with the displacements between frames. If there is neither, the displacements give the
// time. why is not empty if the velocities are not those of the frames, and says why.
func (s *source) fitSpeeds(what string, scale checks.Scale) (frame float64, why string) {
	if frame = 1 / scale.Times(); frame < 0 && scale.Explained() > agreeing {
		return 0, "do not follow from the steps between frames, against which they point"
	}
	if !scale.Related() {
		return 0, unrelated
	}
	unit := s.speedUnit
	if unit == nil {
		unit = unitLike(frame, s.frameTime)
	}
	switch {
	case s.frameTime == 0 || unit == nil:
		takes := fmt.Sprintf("%.4g", frame)
		if share := scale.Error(); !math.IsInf(share, 1) {
			takes = uncertainty.Error{StandardError: frame * share}.Text(fmt.Sprintf("%.6g", frame), "")
		}
		s.timed = fmt.Sprintf("velocities follow from the %s of the file, in whose unit of time a frame takes %s by the steps between frames", what, takes)
		if what == "momenta" && unit == nil {
			unit = &unitOfASE
		}
		switch {
		case unit != nil && s.frameTime > 0:
			s.timed += fmt.Sprintf(", which is %.4g fs if they are in %s: this contradicts the %g fs that a frame takes by --dt or the times of the file, which are used for velocities", frame/unit.size, unit.name, s.frameTime)
		case unit != nil:
			s.timed += fmt.Sprintf(", which is %.4g fs if they are in %s: --dt gives the time in fs", frame/unit.size, unit.name)
		}
	case !unit.like(frame, s.frameTime):
		return 0, fmt.Sprintf("are in %s, as the file says, and %.3g times as fast as the steps between frames of %g fs", unit.name, unit.size*s.frameTime/frame, s.frameTime)
	default:
		frame = unit.size * s.frameTime
		if s.speedUnit == nil {
			s.timed = fmt.Sprintf("the %s are in %s, by the steps between frames, and kept as they are", what, unit.name)
		}
	}
	return frame, ""
}

// recording returns the motion in the form that package checks takes, with velocities in lengths
// a frame. The energy changes by the work of the forces.
func (s *source) recording() *checks.Recording {
	r := &checks.Recording{Elements: s.motion.Particles, Each: 3, Starts: []int{0, s.motion.Frames()}, Positions: s.motion.Positions, Rates: s.speeds, Time: 1,
		JumpLength: func(system.Trajectory) float64 { return bondLength }}
	if s.hasEnergies() {
		r.Loads, r.States, r.Instant = s.forces, s.energy, true
	}
	return r
}

// pair returns the sample of a pair of frames, with the charges, energy and forces of the
// first.
func (s *source) pair(start, span int, template system.Sample) system.Sample {
	sample := s.motion.Pair(start, span, template)
	size := 3 * len(s.numbers)
	if s.speeds != nil {
		sample.Velocity = vector.Narrowed(s.speeds[start*size : (start+1)*size])
		sample.TargetVelocity = vector.Narrowed(s.speeds[(start+span)*size : (start+span+1)*size])
	}
	if s.charges != nil {
		atoms := len(s.numbers)
		system.Charge.Set(&sample, vector.Narrowed(s.charges[start*atoms:(start+1)*atoms]))
	}
	if s.hasEnergies() {
		sample.Potential = &system.Potential{Energy: float32(s.energy[start]), Forces: vector.Narrowed(s.forces[start*size : (start+1)*size])}
	}
	return sample
}
