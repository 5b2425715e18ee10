package arrays

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/checks"
	"gmnc/internal/fields"
	"gmnc/internal/units"
)

const velocitiesKey = "velocities"

// refused is the ratio of velocities to the differences of positions, or its inverse, from
// which velocities are refused.
const refused = 2.0

// readVelocities reads the velocities of a group, if the file has them.
func (s *source) readVelocities(g *recordings.Group) (err error) {
	key := g.Key(velocitiesKey)
	if !s.Take(key) {
		return nil
	}
	var own []int
	if g.Velocities, own, err = s.Numbers(key); err != nil {
		return err
	}
	if !slices.Equal(own, g.Shape) {
		return s.Errorf(key, "has shape %v, and positions have %v: expected the same", own, g.Shape)
	}
	if by := cmp.Or(s.speeds, 1); by != 1 {
		for i := range g.Velocities {
			g.Velocities[i] *= by
		}
		s.Note("%s are multiplied by %.6g, to be in %s", key, by, s.about.VelocityUnit)
	}
	return s.fillMissing(g, key, g.Velocities)
}

// fitVelocities compares the velocities of a group with its positions. If the file has none,
// they are differences of positions.
func (s *source) fitVelocities(g *recordings.Group) error {
	if g.Velocities != nil {
		return s.checkTime(g)
	}
	per := ""
	if s.time == 0 {
		per = ", a frame"
		s.about.Interval = fmt.Sprint(s.o.Interval, " frames")
		if s.about.VelocityUnit == "" && s.about.LengthUnit != "" {
			s.about.VelocityUnit = s.about.LengthUnit + " a frame"
		}
	}
	s.Note("the array %s is missing, so velocities are central differences of positions%s", g.Key(velocitiesKey), per)
	g.Velocities = s.unbroken(g).Differences()
	return s.checkFinite(g, g.Key("positions"), g.Velocities)
}

// recording returns the recordings of a group in the form that package checks takes.
func (s *source) recording(g *recordings.Group) *checks.Recording {
	return &checks.Recording{Elements: s.particles, Each: 3, Starts: g.Starts, Positions: g.Positions, Rates: g.Velocities, Time: cmp.Or(s.time, 1)}
}

// unbroken returns the stretches of a group without breaks in the same form.
func (s *source) unbroken(g *recordings.Group) *checks.Recording {
	all := s.recording(g)
	all.Starts = nil
	for r := range g.Recordings() {
		stretches := g.Stretches(r)
		all.Starts = append(all.Starts, stretches[:len(stretches)-1]...)
	}
	all.Starts = append(all.Starts, g.Frames())
	return all
}

// checkTime compares velocities with the differences of positions. It measures the time
// from frame to frame for which they agree best. That time has to be given, and the given time
// has to agree with it. No sample crosses the seam of two recordings that were joined, so that
// velocities need not lead over it.
func (s *source) checkTime(g *recordings.Group) error {
	motion := s.recording(g)
	if s.o.Checked || g.Gaps() <= g.Recordings() { // more breaks are those of positions that a box has wrapped
		motion = s.unbroken(g)
	}
	all := motion.RateScale()
	ratio, turned := all.Times(), ""
	measured := motion.Time / ratio
	if !all.Rated() && all.Moving() {
		return fields.Errorf("%s: %s are all 0, and positions change: give the velocities of the positions, or leave them out for central differences (with {ignore} velocities)", s.Path, g.Key(velocitiesKey))
	}
	if !all.Moving() {
		return nil
	}
	key := g.Key(velocitiesKey)
	unfit := s.time > 0 && !all.Within(refused)
	if unfit || s.time == 0 {
		turned = motion.ReversedAxes()
	}
	switch {
	case unfit && g.Jump != "":
		return fmt.Errorf("%s: velocities do not follow from positions, whose frames break off or repeat: %s", s.Path, g.Jump)
	case turned != "":
		return fields.Errorf("%s: %s have the wrong sign%s: they point against the differences of positions; turn them round, write frames in the order of time, or leave velocities out for central differences (with {ignore} velocities)", s.Path, key, turned)
	case s.time == 0 && measured < 0:
		return fields.Errorf("%s has no dt, the time from frame to frame, and %s do not follow from positions: give {dt}, and velocities of the same frames and particles", s.Path, key)
	case s.time == 0:
		return fields.Errorf("%s has no dt, the time from frame to frame: give {dt}, which is %.3g by positions and velocities", s.Path, measured)
	case unfit && measured < 0:
		return s.Errorf(key, "are %.3g of the differences of positions with dt %g: expected about 1, velocities of the same frames, particles and axes%s", ratio, s.time, s.unitOfDt())
	case unfit:
		return s.Errorf(key, "are %.3g of the differences of positions with dt %g: expected about 1; dt %.3g would fit, or other units%s", ratio, s.time, measured, s.unitOfDt())
	}
	return nil
}

// checkKnown reports velocities of the file that are the displacement to the target over its
// time, so that they contain the target. Constant velocities are allowed.
func (s *source) checkKnown(g *recordings.Group) error {
	key := g.Key(velocitiesKey)
	if !s.Take(key) || s.time == 0 {
		return nil
	}
	time, turns := s.time*float64(s.o.Interval), 0.0
	for _, sample := range g.Samples {
		for i, v := range sample.Velocity {
			turn := float64(sample.TargetVelocity[i]) - float64(v)
			turns += float64(turn * turn)
		}
	}
	// Velocities at the frames miss the mean velocity by half of their change.
	turns *= float64(time * time)
	const exact, straight = 1e-4, 1e-8 // relative to the sums of squares
	if len(g.Samples) > 1 && datasets.Missed(g.Samples, time) < exact*turns && turns > straight*datasets.Missed(g.Samples, 0) {
		return fields.Errorf("%s: %s at the frames in which samples begin are the displacements to targets over the time, as of numpy.gradient, so they contain the target; leave them out for central differences (with {ignore} velocities), or take those at the frames", s.Path, key)
	}
	return nil
}

// unitOfDt returns a text of the unit of dt, or "" if no unit of time is named.
func (s *source) unitOfDt() string {
	if _, time := units.CutFraction(s.about.VelocityUnit); time != "" {
		return fmt.Sprintf(" (dt is in %s, as velocities are)", time)
	}
	return ""
}
