package arrays

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/datasets/looks"
	"gmnc/internal/fields"
	"gmnc/internal/units"
)

const velocitiesKey = "velocities"

// refused is the ratio of velocities to the differences of positions, or its inverse, from
// which velocities are refused. alike is the squared correlation above which velocities that
// point against the differences count as reversed.
const refused, alike = 2.0, 0.5

// readVelocities reads the velocities of a group, if the file has them.
func (s *source) readVelocities(g *group) (err error) {
	key := g.key(velocitiesKey)
	if !s.Take(key) {
		return nil
	}
	var own []int
	if g.velocities, own, err = s.Numbers(key); err != nil {
		return err
	}
	if !slices.Equal(own, g.shape) {
		return s.errorf(key, "has shape %v, and positions have %v: expected the same", own, g.shape)
	}
	if by := cmp.Or(s.speeds, 1); by != 1 {
		for i := range g.velocities {
			g.velocities[i] *= by
		}
		s.note("%s are multiplied by %.6g, to be in %s", key, by, s.about.VelocityUnit)
	}
	return s.checkFinite(g, key, g.velocities)
}

// fitVelocities compares the velocities of a group with its positions. If the file has none,
// they are differences of positions.
func (s *source) fitVelocities(g *group) error {
	if g.velocities != nil {
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
	s.note("%s is missing: velocities are central differences of positions%s", g.key(velocitiesKey), per)
	g.velocities = s.recording(g).Differences()
	return s.checkFinite(g, g.key("positions"), g.velocities)
}

// recording returns the recordings of a group in the form that package looks takes.
func (s *source) recording(g *group) *looks.Recording {
	return &looks.Recording{Things: s.particles, Each: 3, Starts: g.starts, Places: g.positions, Rates: g.velocities, Time: cmp.Or(s.time, 1)}
}

// checkTime compares velocities with the central differences of positions. It measures the time
// from frame to frame for which they agree best. That time has to be given, and the given time
// has to agree with it.
func (s *source) checkTime(g *group) error {
	all, axes := s.compare(g)
	measured := all.time()
	if all.squares == 0 && all.ways > 0 {
		return fields.Errorf("%s: %s are all 0, and positions change: give the velocities of the positions, or leave them out for central differences (with {ignore} velocities)", s.Path, g.key(velocitiesKey))
	}
	if all.squares == 0 || math.IsNaN(measured) || math.IsInf(measured, 0) {
		return nil // nothing moves, or there are only two frames
	}
	key := g.key(velocitiesKey)
	ratio := s.time / measured
	unfit := s.time > 0 && !(ratio > 1/refused && ratio < refused)
	switch {
	case unfit && g.jump != "":
		return fmt.Errorf("%s: velocities do not follow from positions, whose frames break off or repeat: %s", s.Path, g.jump)
	case (unfit || s.time == 0) && turnedRound(axes) != "":
		return fields.Errorf("%s: %s have the wrong sign%s: they point against the differences of positions; turn them round, write frames in the order of time, or leave velocities out for central differences (with {ignore} velocities)", s.Path, key, turnedRound(axes))
	case s.time == 0 && measured < 0:
		return fields.Errorf("%s has no dt, the time from frame to frame, and %s do not follow from positions: give {dt}, and velocities of the same frames and particles", s.Path, key)
	case s.time == 0:
		return fields.Errorf("%s has no dt, the time from frame to frame: give {dt}, which is %.3g by positions and velocities", s.Path, measured)
	case unfit && measured < 0:
		return s.errorf(key, "are %.3g of the differences of positions with dt %g: expected about 1, velocities of the same frames, particles and axes%s", ratio, s.time, s.unitOfDt())
	case unfit:
		return s.errorf(key, "are %.3g of the differences of positions with dt %g: expected about 1; dt %.3g would fit, or other units%s", ratio, s.time, measured, s.unitOfDt())
	}
	return nil
}

// likeness holds the sum of the products of velocities and displacements, and the sums of the
// squares of both.
type likeness struct{ along, squares, ways float64 }

// time returns the time of a frame for which displacements agree best with velocities.
func (l likeness) time() float64 { return l.along / l.squares }

// against reports whether velocities point against the displacements. Velocities that are
// merely unrelated to them do not.
func (l likeness) against() bool {
	return l.along < 0 && l.along*l.along > alike*l.squares*l.ways
}

// turnedRound returns a text of the axes in which velocities point against the displacements,
// or "" if there are none.
func turnedRound(axes [3]likeness) string {
	var turned []string
	moving := 0
	for axis, of := range axes {
		if of.squares > 0 && of.ways > 0 {
			moving++
		}
		if of.against() {
			turned = append(turned, "xyz"[axis:axis+1])
		}
	}
	switch len(turned) {
	case 0:
		return ""
	case moving:
		return " in all directions"
	}
	return " along " + strings.Join(turned, " and ")
}

// compare compares the velocities of a group with the central differences of its positions, in
// all axes together and in each.
func (s *source) compare(g *group) (all likeness, axes [3]likeness) {
	size, x, v := 3*s.particles, g.positions, g.velocities
	for r := range g.recordings() {
		for i := (g.starts[r] + 1) * size; i < (g.starts[r+1]-1)*size; i++ {
			way := (x[i+size] - x[i-size]) / 2
			for _, of := range []*likeness{&all, &axes[i%3]} {
				of.along += float64(v[i] * way)
				of.squares += float64(v[i] * v[i])
				of.ways += float64(way * way)
			}
		}
	}
	return all, axes
}

// checkKnown reports velocities of the file that are the displacement to the target over its
// time, so that they contain the target. Constant velocities are allowed.
func (s *source) checkKnown(g *group) error {
	key := g.key(velocitiesKey)
	if !s.Take(key) || s.time == 0 {
		return nil
	}
	var ways, off, turns float64
	time := s.time * float64(s.o.Interval)
	for _, sample := range g.samples {
		for i, v := range sample.Velocity {
			way, v := float64(sample.TargetPosition[i])-float64(sample.Position[i]), float64(v)
			ways += float64(way * way)
			miss := way - float64(time*v)
			off += float64(miss * miss)
			turn := float64(sample.TargetVelocity[i]) - v
			turns += float64(turn * turn)
		}
	}
	// Velocities at the frames miss the mean velocity by half of their change.
	turns *= float64(time * time)
	const exact, straight = 1e-4, 1e-8 // relative to the sums of squares
	if len(g.samples) > 1 && off < exact*turns && turns > straight*ways {
		return fields.Errorf("%s: %s are the way from each frame to the one {interval} later, by its time: they contain the target; leave them out for central differences (with {ignore} velocities), or take those at the frames", s.Path, key)
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
