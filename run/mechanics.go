package run

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/articulated"
	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/system"
)

// checkMechanics returns an error if no law of motion can move a sample, as its masses, pins,
// joints or springs contradict each other. A system other than the one of the learned constants
// is an error, too.
func checkMechanics(c config.Config, s *system.Sample) error {
	if n := c.Particles(); n > 0 && s.Particles() != n {
		return fmt.Errorf("it has %d particles, and the model has learned constants of the bodies or particles of a system with %d: take a system as in its training", s.Particles(), n)
	}
	if err := checkLearnedOn(c, s); err != nil {
		return err
	}
	switch {
	case c.Jointed():
		return checkJoints(c, s)
	case !config.Cartesian(c.Integrator):
		return nil
	}
	for _, load := range []*system.Field{system.Torque, system.Thrust} {
		if at := slices.IndexFunc(load.Of(s), func(value float32) bool { return value != 0 }); at >= 0 {
			return fmt.Errorf("%s of particle %d acts on a joint with an axis, and there is none: bars are tied by ball joints; give joints, or leave it out", load.Name, at)
		}
	}
	if err := checkPinned(s); err != nil {
		return err
	}
	return checkSprings(c, s)
}

// checkPinned returns an error if nothing can move, if a free particle has no mass, or if a
// pinned particle moves.
func checkPinned(s *system.Sample) error {
	mass, pinned := system.Mass.Of(s), system.Pinned.Of(s)
	free, extent := false, s.Extent()
	for i := range s.Particles() {
		isPinned := pinned != nil && pinned[i] != 0
		free = free || !isPinned
		switch {
		case !isPinned && mass != nil && !(mass[i] > 0):
			return fmt.Errorf("particle %d has the mass %g: it is above 0, or the particle is pinned; markers without mass are for bodies on joints or among planes", i, mass[i])
		case isPinned && moves(s, i, extent):
			return fmt.Errorf("particle %d is pinned and moves: give it the velocity 0 and the same position in the target, or do not pin it", i)
		}
	}
	if !free {
		return fmt.Errorf("all %d particles are pinned: nothing moves", s.Particles())
	}
	if pinned == nil {
		return nil
	}
	joints := s.Objects.Joints()
	for number, body := range s.Objects {
		joint := joints[number]
		for _, i := range body.Members {
			if joint >= 0 && i != joint && pinned[i] != 0 {
				return fmt.Errorf("particle %d is pinned, of a body that a tree holds at particle %d: pin that particle, or leave it out of the tree", i, joint)
			}
		}
	}
	return nil
}

// moves reports whether a particle has a velocity, or has moved in the target by more than
// rounding, given the extent of the sample.
func moves(s *system.Sample, particle int, extent float64) bool {
	const rounding = 1e-5
	for k := 3 * particle; k < 3*particle+3; k++ {
		if s.Velocity[k] != 0 {
			return true
		}
		if s.TargetPosition != nil && math.Abs(float64(s.TargetPosition[k]-s.Position[k])) > rounding*(extent+math.Abs(float64(s.Position[k]))) {
			return true
		}
	}
	return false
}

// checkSprings returns an error if a stiffness or a rest length is below 0.
func checkSprings(c config.Config, s *system.Sample) error {
	columns := len(c.EdgeFeatures)
	for at, name := range c.EdgeFeatures {
		if name != config.LearnedStiffness && name != config.LearnedRestLength {
			continue
		}
		for edge, j := range s.Neighbors {
			if value := s.EdgeFeatures[edge*columns+at]; j >= 0 && value < 0 {
				return fmt.Errorf("the spring from particle %d to %d has the %s %g: it is 0 or more", edge/s.Slots(), j, name, value)
			}
		}
	}
	return nil
}

// checkJoints returns an error if a body on a joint cannot be moved: its axis is not of length
// 1, its particles disagree or are on a line, or it is in no tree.
func checkJoints(config config.Config, s *system.Sample) error {
	if count := s.Joints(); count > config.Joints {
		return fmt.Errorf("its joints have %d axes, and the model takes %d: train it on data that have as many", count, config.Joints)
	}
	if mass := system.Mass.Of(s); mass != nil {
		for i, m := range mass {
			if !(m >= 0) {
				return fmt.Errorf("particle %d has the mass %g: it is 0 or more", i, m)
			}
		}
	}
	if !s.Jointed() {
		return fmt.Errorf("it has no joints, and the model moves bodies on joints: give it %s, %s or %s", system.TurnAxis.Name, system.SlideAxis.Name, system.JointType.Name)
	}
	if system.Rest.Of(s) == nil {
		return fmt.Errorf("it has joints and no %s: give the positions in the pose of rest", system.Rest.Name)
	}
	inTree := make([]bool, s.Particles())
	for _, members := range s.Objects.Of(system.Tree) {
		for _, i := range members {
			inTree[i] = true
		}
	}
	inBody := make([]bool, s.Particles())
	for number, members := range s.Objects.Of(system.Body) {
		if err := checkJoint(s, members); err != nil {
			return fmt.Errorf("body %d, of particle %d, is one %w", number, members[0], err)
		}
		if now, atRest := sizeAlong(s.Position, members), sizeAlong(system.Rest.Of(s), members); now > system.AnotherSize*atRest || atRest > system.AnotherSize*now {
			return fmt.Errorf("body %d, of particle %d, is of another size than at rest: the coordinates of its particles are %.4g from its first in sum, and %.4g at rest; give positions and %s in one unit",
				number, members[0], now, atRest, system.Rest.Name)
		}
		if !slices.ContainsFunc(members, func(i int) bool { return inTree[i] }) {
			return fmt.Errorf("body %d, of particle %d, is in no tree of bodies: its first particle hangs on another body's first, or the reverse", number, members[0])
		}
		for _, i := range members {
			inBody[i] = true
		}
	}
	if i := slices.Index(inBody, false); i >= 0 {
		return fields.Errorf("particle %d is in no body on a joint: {model} %s moves bodies alone where there are joints", i, config.Model)
	}
	return checkLimits(config, s)
}

// checkJoint returns an error that says what is wrong with the joint of a body.
func checkJoint(s *system.Sample, members []int) error {
	for _, f := range append([]*system.Field{system.JointAnchor, system.TurnAxis, system.SlideAxis}, system.OfEachJoint...) {
		values, columns := f.Of(s), f.Columns
		for _, i := range members {
			if values != nil && !slices.Equal(values[columns*i:columns*(i+1)], values[columns*members[0]:columns*(members[0]+1)]) {
				return fmt.Errorf("where %s of particle %d differs from particle %d: a body has one joint", f.Name, i, members[0])
			}
		}
	}
	length := func(f *system.Field) float64 {
		if f.Of(s) == nil {
			return 0
		}
		return vector.Norm(vector.At(f.Of(s), members[0]))
	}
	const rounding = 1e-4
	turn, slide := length(system.TurnAxis), length(system.SlideAxis)
	if types := system.JointType.Of(s); types != nil && types[members[0]] != system.OnAxis {
		if err := checkAnyJoint(s, members[0], max(turn, slide)); err != nil {
			return err
		}
		turn = 1
	}
	switch {
	case math.Abs(max(turn, slide)-1) > rounding || min(turn, slide) > rounding:
		return fmt.Errorf("whose joint turns about an axis of length %.4g and slides along one of length %.4g: one of them is 1, and the other 0", turn, slide)
	case onLine(system.Rest.Of(s), members):
		return errors.New("whose particles are on a line at rest: they do not say how it turns about it")
	case slide > turn:
		return checkOthers(s, "slides", members[0], system.OfTurning, system.OfSliding)
	}
	return checkOthers(s, "turns", members[0], system.OfSliding, system.OfTurning)
}

// sizeAlong returns the sum over particles, and over the three axes, of the absolute difference
// of coordinates from the first particle.
func sizeAlong(x []float32, members []int) (sum float64) {
	for _, i := range members {
		for axis := range 3 {
			sum += math.Abs(float64(x[3*i+axis]) - float64(x[3*members[0]+axis]))
		}
	}
	return sum
}

// checkOthers returns an error if a field of the other kind of joint acts on a joint. The
// argument own holds the corresponding fields of its own kind.
func checkOthers(s *system.Sample, does string, particle int, others, own []*system.Field) error {
	for i, f := range others {
		if value := acts(s, f, particle); value != 0 {
			return fmt.Errorf("whose joint %s, with the %s %g: give it as %s, or leave it out", does, f.Name, value, own[i].Name)
		}
	}
	return nil
}

// checkAnyJoint returns an error that says what is wrong with a joint without an axis, given
// the particle of its body and the length of the longest axis.
func checkAnyJoint(s *system.Sample, particle int, axis float64) error {
	kind, floats := "on a ball joint", system.JointType.Of(s)[particle] == system.Floating
	if floats {
		kind = "that floats"
	}
	if floats && s.Objects.Numbers(system.Tree, s.Particles())[particle] >= 0 {
		return errors.New("that floats and hangs on another: it hangs on none, or is on a joint")
	}
	if axis != 0 {
		return fmt.Errorf("%s with an axis of length %.4g: it has none, or %s is %d", kind, axis, system.JointType.Name, system.OnAxis)
	}
	for _, load := range []*system.Field{system.Torque, system.Thrust, system.TurnFriction, system.SlideFriction} {
		if value := acts(s, load, particle); value != 0 {
			return fmt.Errorf("%s with a %s of %g, which acts at an axis: leave it out, or give the body a %s", kind, load.Name, value, system.Force.Name)
		}
	}
	for _, damping := range []*system.Field{system.TurnDamping, system.SlideDamping} {
		if value := acts(s, damping, particle); floats && value != 0 {
			return fmt.Errorf("%s with a %s of %g: nothing damps it; give its particles 0", kind, damping.Name, value)
		}
	}
	return nil
}

// acts returns the first value of a field of a particle that is not 0, in the sample or a frame
// of its trajectory. It returns 0 if there is none.
func acts(s *system.Sample, f *system.Field, particle int) float32 {
	values := f.Of(s)
	if t := s.Trajectory; t != nil && t.Given.Of(f) != nil {
		values = t.Given.Of(f)
	}
	for i := particle; f.Columns*i < len(values); i += s.Particles() {
		for _, value := range values[f.Columns*i : f.Columns*(i+1)] {
			if value != 0 {
				return value
			}
		}
	}
	return 0
}

// onLine reports whether particles are on a line, to the rounding of their positions.
func onLine(x []float32, members []int) bool {
	var trace, square float64 // of the sum of r r^T, with r the displacement from the first
	for _, i := range members {
		r := vector.Plus(vector.At(x, i), -1, vector.At(x, members[0]))
		trace += vector.Dot(r, r)
		for _, j := range members {
			along := vector.Dot(r, vector.Plus(vector.At(x, j), -1, vector.At(x, members[0])))
			square += float64(along * along)
		}
	}
	return square >= (1-2*articulated.Straight)*trace*trace
}
