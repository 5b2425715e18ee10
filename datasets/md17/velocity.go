package md17

import (
	"fmt"
	"math"

	"gmnc/system"
)

// agreeing is how far velocities of a file may be from half the way between the
// frames before and after, as a share of it, to be its frames' velocities.
const agreeing = 0.2

const (
	// staggered is how far velocities of other frames, or of halves of them, are off the steps there
	// at most, as a share of how far they are off those about their own frames.
	staggered = 0.1
	// mostLate is how many half frames late or early velocities are at most to be found so.
	mostLate = 4
)

// fsOfASE is ASE's unit of time in fs, angstrom times the root of a dalton by an electronvolt.
const fsOfASE = 10.18050571

// useSpeeds makes velocities, in angstrom a frame, of those or the momenta of the file.
// Its unit of time is found from the steps: one frame takes the number of units that fits
// them best. Where they don't fit, the steps are what is left.
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
	frame, off := s.fit(-1, 1)
	late, least := 0., agreeing
	for twice := -mostLate; twice <= mostLate; twice++ {
		odd := twice & 1 // a step, and not the half of two
		if _, own := s.fit((odd-2-twice)/2, (2-odd-twice)/2); own < min(least, staggered*off) {
			late, least = float64(twice)/2, own
		}
	}
	why := ""
	switch {
	case late == 0.5:
		why = "are the steps from the frame before"
	case late == -0.5:
		why = "are the steps to the next frame"
	case late > 0:
		why = fmt.Sprintf("are late by %g frames against the atoms, by the steps between frames", late)
	case late < 0:
		why = fmt.Sprintf("are early by %g frames against the atoms, by the steps between frames", -late)
	case !(off < agreeing):
		why = "do not follow from the steps between frames, which are too far apart, or they are of other atoms or frames"
	case !(frame > 0):
		why = "do not follow from the steps between frames, against which they point"
	}
	if why != "" {
		t.speeds = nil
		s.notes = append(s.notes, fmt.Sprintf("the %s %s: the velocity is the step to the next frame", what, why))
		return
	}
	multiply(t.speeds, frame)
	t.timed = fmt.Sprintf("velocities follow from the %s of the file, in whose unit of time a frame takes %.4g", what, frame)
	if what == "momenta" && s.frameTime == 0 {
		t.timed += fmt.Sprintf(", which is %.4g fs if they are ASE's: --dt gives the time in fs", frame*fsOfASE)
	}
}

// fit is how many units of time of the file's velocities one frame takes, by the ways between
// frames that are so many before and after each, and how far these are off, as a share of them.
func (s *source) fit(from, to int) (frame, off float64) {
	size, x := 3*len(s.numbers), s.motion.Positions
	var ways, speeds, both float64
	for i := size * max(0, -from); i < len(x)-size*max(0, to); i++ {
		way, v := (x[i+to*size]-x[i+from*size])/float64(to-from), s.speeds[i]
		ways, speeds, both = ways+float64(way*way), speeds+float64(v*v), both+float64(way*v)
	}
	return both / speeds, math.Sqrt(max(0, ways-float64(both*both)/speeds) / ways)
}

// pair is the sample of a pair of frames, with what is known of the first.
func (s *source) pair(start, span int, template system.Sample) system.Sample {
	sample := s.motion.Pair(start, span, template)
	size := 3 * len(s.numbers)
	if s.speeds != nil {
		sample.Velocity = narrowed(s.speeds[start*size : (start+1)*size])
	}
	if s.charges != nil {
		atoms := len(s.numbers)
		system.Charge.Set(&sample, narrowed(s.charges[start*atoms:(start+1)*atoms]))
	}
	if s.hasEnergies() {
		sample.Potential = &system.Potential{Energy: float32(s.energy[start]), Forces: narrowed(s.forces[start*size : (start+1)*size])}
	}
	return sample
}

func narrowed(values []float64) []float32 {
	single := make([]float32, len(values))
	for i, value := range values {
		single[i] = float32(value)
	}
	return single
}
