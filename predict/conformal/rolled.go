package conformal

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// Step is a coverage after a step of a rollout.
type Step struct {
	Step int `json:"step"`
	Coverage
}

// MeasuredStep is what was measured of radii after a step of a rollout.
type MeasuredStep struct {
	Step int `json:"step"`
	Measured
}

// ShownSteps returns the steps of a rollout after which coverage is stated, besides the first.
func ShownSteps(steps int) (shown []int) {
	for _, step := range []int{10, 50, steps} {
		if step > 1 && step <= steps && !slices.Contains(shown, step) {
			shown = append(shown, step)
		}
	}
	return shown
}

// growth adds up the radii of single steps. The radius of a velocity adds to that of the
// position in all later steps.
type growth struct {
	radius  *config.Radius
	step    int
	sum     Radii     // the sum over the steps so far
	moved   []float64 // the part due to the radii of velocities
	squares []float64 // squared displacements of particles, summed over steps
	sizes   []int     // particles of each sample
}

// next returns the radii after one more step. one holds the radii of this step by itself, which
// moved particles from positions to others.
func (g *growth) next(one Radii, from, to []float32) (grown Radii) {
	if g.moved == nil {
		g.moved, g.squares = make([]float64, len(one.Position)), make([]float64, len(one.Position))
	}
	for i := range g.sum.Velocity {
		g.moved[i] += float64(math.Abs(g.radius.Time) * float64(g.sum.Velocity[i]))
	}
	g.sum = Radii{Position: plus(g.sum.Position, one.Position), Velocity: plus(g.sum.Velocity, one.Velocity), System: plus(g.sum.System, one.System)}
	factors := config.RadiusStep{Position: 1, Velocity: 1, System: 1}
	if g.step < len(g.radius.Steps) {
		factors = g.radius.Steps[g.step]
	}
	g.step++
	for i, displacement := range predict.Distances(to, from) {
		g.squares[i] += float64(displacement * displacement)
		grown.motion = append(grown.motion, math.Sqrt(g.squares[i]/float64(g.step)))
	}
	grown.systemMotion = rootMeanSquares(grown.motion, g.sizes)
	for i, sum := range g.sum.Position {
		grown.Position = append(grown.Position, float32(factors.Position*factors.PositionPowers.Of(float64(sum)+g.moved[i], grown.motion[i])))
	}
	for _, sum := range g.sum.Velocity {
		grown.Velocity = append(grown.Velocity, float32(factors.Velocity*float64(sum)))
	}
	for i, sum := range g.sum.System {
		grown.System = append(grown.System, float32(factors.System*factors.SystemPowers.Of(float64(sum), grown.systemMotion[i])))
	}
	return grown
}

// plus returns the sum of two lists; an empty first one counts as 0.
func plus(a, b []float32) []float32 {
	sum := slices.Clone(b)
	for i := range a {
		sum[i] += a[i]
	}
	return sum
}

// Roll makes a rollout of a model with radii. It passes the first state to visit without radii,
// and then each step with its radii, which are NaN for a system that is lost. An error of visit
// ends the rollout.
func Roll(ctx context.Context, rollout predict.Rollout, radius *config.Radius, visit func(frame predict.Frame, r Radii) error) error {
	recorded := &recording{Predictor: rollout.Predictor}
	rollout.Predictor = recorded
	grows, lost := &growth{radius: radius}, make([]bool, len(rollout.Samples))
	for i := range rollout.Samples {
		grows.sizes = append(grows.sizes, rollout.Samples[i].Particles())
	}
	var before []float32
	for frame, err := range rollout.Frames(ctx) {
		if err != nil {
			return err
		}
		if frame.Step == 0 {
			if err := visit(frame, Radii{}); err != nil {
				return err
			}
			before = slices.Clone(frame.Position)
			continue
		}
		one := recorded.take(rollout.Samples, lost)
		if err := one.check(len(frame.Position)/3, len(rollout.Samples)); err != nil {
			return fmt.Errorf("step %d: the model has a radius in its configuration and returns %w; export it again", frame.Step, err)
		}
		for _, i := range frame.Lost {
			lost[i] = true
		}
		grown := grows.next(one, before, frame.Position)
		before = slices.Clone(frame.Position)
		if err := visit(frame, grown); err != nil {
			return err
		}
	}
	return nil
}

// recording keeps the radii of predictions.
type recording struct {
	predict.Predictor
	radii Radii
}

func (r *recording) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	outputs, err := r.Outputs(samples)
	if err != nil {
		return nil, nil, err
	}
	found := RadiiOf(outputs)
	r.radii = Radii{Position: append(r.radii.Position, found.Position...), Velocity: append(r.radii.Velocity, found.Velocity...), System: append(r.radii.System, found.System...)}
	return predict.Positions(samples, outputs)
}

// take returns the radii that were kept for all samples, and NaN for those that are lost.
func (r *recording) take(samples []system.Sample, lost []bool) (all Radii) {
	one := r.radii
	r.radii = Radii{}
	take := func(from *[]float32, to []float32, count int, lost bool) []float32 {
		switch {
		case lost:
			return append(to, slices.Repeat([]float32{float32(math.NaN())}, count)...)
		case len(*from) < count:
			return to // the file was changed
		}
		to, *from = append(to, (*from)[:count]...), (*from)[count:]
		return to
	}
	velocities := one.Velocity != nil
	for i := range samples {
		n := samples[i].Particles()
		all.Position, all.System = take(&one.Position, all.Position, n, lost[i]), take(&one.System, all.System, 1, lost[i])
		if velocities {
			all.Velocity = take(&one.Velocity, all.Velocity, n, lost[i])
		}
	}
	return all
}

// errorsAfter returns the errors after a step, or a tooShort error if a sample's trajectory
// does not reach it. The error of a system that is lost is the largest float32.
func errorsAfter(samples []system.Sample, step int, position, velocity []float32) (e Errors, err error) {
	at := 0
	for i := range samples {
		s := &samples[i]
		x, v := predict.TruePosition(s, step), predict.TrueVelocity(s, step)
		if x == nil || v == nil {
			return e, tooShort{i, step}
		}
		end := at + len(s.Position)
		e.Position = append(e.Position, finite(predict.Distances(position[at:end], x))...)
		e.Velocity = append(e.Velocity, finite(predict.Distances(velocity[at:end], v))...)
		e.Sizes, at = append(e.Sizes, s.Particles()), end
	}
	return e, nil
}

// tooShort is the error for a sample whose trajectory does not reach a step.
type tooShort struct{ sample, step int }

func (e tooShort) Error() string {
	return fmt.Sprintf("sample %d has no state %d steps later: trajectories with as many frames are needed", e.sample, e.step)
}

func finite(values []float64) []float64 {
	for i, x := range values {
		if !(x <= math.MaxFloat32) {
			values[i] = math.MaxFloat32
		}
	}
	return values
}
