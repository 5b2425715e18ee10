package arrays

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/internal/fields"
	"gmnc/internal/units"
)

// Of how far velocities may be from the differences of positions: a note says it from
// the first on, and the second is an error. Below the share of squares that related is, a note
// says that they explain less of these.
const (
	noted   = 1.1
	refused = 2.0
	related = 0.5
)

// readVelocities reads the velocities of a group, or takes differences.
func (s *source) readVelocities(g *group) (err error) {
	key := g.key("velocities")
	if !s.Take(key) {
		g.velocities = s.differences(g)
		return s.checkFinite(g, g.key("positions"), g.velocities)
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
	if err := s.checkFinite(g, key, g.velocities); err != nil {
		return err
	}
	return s.checkTime(g)
}

// differences are velocities by central differences, and of second order at the ends,
// too; per frame where the time from frame to frame is not known.
func (s *source) differences(g *group) []float64 {
	time, per := s.time, ""
	if time == 0 {
		time, per = 1, ", a frame"
		s.about.Interval = fmt.Sprint(s.o.Interval, " frames")
		if s.about.VelocityUnit == "" && s.about.LengthUnit != "" {
			s.about.VelocityUnit = s.about.LengthUnit + " a frame"
		}
	}
	s.note("%s is missing: velocities are central differences of positions%s", g.key("velocities"), per)
	size, x := 3*s.particles, g.positions
	v := make([]float64, len(x))
	for r := range g.recordings() {
		first, last := g.starts[r]*size, (g.starts[r+1]-1)*size
		for i := first; i < last+size; i++ {
			switch {
			case last == first+size:
				v[i] = (x[last+(i-first)%size] - x[first+(i-first)%size]) / time
			case i < first+size:
				v[i] = (float64(4*x[i+size]) - float64(3*x[i]) - x[i+2*size]) / (2 * time)
			case i >= last:
				v[i] = (float64(3*x[i]) - float64(4*x[i-size]) + x[i-2*size]) / (2 * time)
			default:
				v[i] = (x[i+size] - x[i-size]) / (2 * time)
			}
		}
	}
	return v
}

// checkTime compares velocities with the central differences of positions: the time
// from frame to frame that makes them alike is measured, and has to be given.
func (s *source) checkTime(g *group) error {
	size, x, v := 3*s.particles, g.positions, g.velocities
	var along, squares, ways float64
	for r := range g.recordings() {
		for i := (g.starts[r] + 1) * size; i < (g.starts[r+1]-1)*size; i++ {
			way := (x[i+size] - x[i-size]) / 2
			along += float64(v[i] * way)
			squares += float64(v[i] * v[i])
			ways += float64(way * way)
		}
	}
	measured, explained := along/squares, along/squares*(along/ways)
	if squares == 0 && ways > 0 {
		return fields.Errorf("%s: %s are all 0, and positions change: give the velocities of the positions, or leave them out for central differences (with {ignore} velocities)", s.Path, g.key("velocities"))
	}
	if squares == 0 || math.IsNaN(measured) || math.IsInf(measured, 0) {
		return nil // nothing moves, or there are two frames
	}
	key := g.key("velocities")
	if s.time == 0 {
		return fields.Errorf("%s has no dt, the time from frame to frame: give {dt}, which is %.3g by positions and velocities", s.Path, measured)
	}
	ratio := s.time / measured
	switch {
	case !(ratio > 1/refused && ratio < refused) && g.jump != "":
		return fmt.Errorf("%s: velocities do not follow from positions, which jump: %s", s.Path, g.jump)
	case !(ratio > 1/refused && ratio < refused):
		return s.errorf(key, "are %.3g of the differences of positions with dt %g: expected about 1; dt %.3g would fit, or other units%s", ratio, s.time, measured, s.unitOfDt())
	case explained < related && g.jump == "":
		s.note("%s explain %.2g of the squares of the central differences of positions, expected about 1: recordings, frames, particles or axes are in another order, or frames are far apart", key, explained)
	case !(ratio > 1/noted && ratio < noted) && g.jump == "":
		s.note("%s are %.3g of the central differences of positions: frames are far apart, or dt is not exact", key, ratio)
	case g.jump == "":
		s.checkMoment(g)
	}
	return nil
}

// moments are the times, in halves of a frame, at which velocities may be that are not those
// of their positions, and what they are called. Half a frame later they are the way to the
// next frame, which checkKnown looks at.
var moments = []struct {
	halves int
	what   string
}{{-1, "are the ways from the frame before"}, {-2, "are those of the frame before"}, {2, "are those of the frame after"}}

// checkMoment notes velocities that are the differences of positions at another time: there
// the squares of what is left are a hundredth at most.
func (s *source) checkMoment(g *group) {
	const explained = 0.01
	size, x, v := 3*s.particles, g.positions, g.velocities
	left := func(halves int) (squares float64) {
		for r := range g.recordings() {
			for i := (g.starts[r] + 2) * size; i < (g.starts[r+1]-2)*size; i++ {
				from, to := i+(halves-2)/2*size, i+(halves+2)/2*size
				miss := float64(v[i]*s.time*float64((to-from)/size)) - (x[to] - x[from])
				squares += float64(miss*miss) / float64(((to-from)/size)*((to-from)/size))
			}
		}
		return squares
	}
	here := left(0)
	for _, moment := range moments {
		if left(moment.halves) < explained*here {
			s.note("%s %s, by the differences of positions: give those at the frames of the positions, or leave them out for central differences", g.key("velocities"), moment.what)
			return
		}
	}
}

// checkKnown refuses velocities of the file that are the way to the target, of particles
// that do not fly straight on.
func (s *source) checkKnown(g *group) error {
	key := g.key("velocities")
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
	// Velocities at the frames are off by half of what they turn by.
	turns *= float64(time * time)
	const exact, straight = 1e-4, 1e-8 // of the squares
	if len(g.samples) > 1 && off < exact*turns && turns > straight*ways {
		return fields.Errorf("%s: %s are the way from each frame to the one {interval} later, by its time: they contain the target; leave them out for central differences (with {ignore} velocities), or take those at the frames", s.Path, key)
	}
	return nil
}

// unitOfDt says in which unit dt is taken, where one is named.
func (s *source) unitOfDt() string {
	if _, time := units.CutFraction(s.about.VelocityUnit); time != "" {
		return fmt.Sprintf(" (dt is in %s, as velocities are)", time)
	}
	return ""
}
