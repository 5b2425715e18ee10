package verify

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/predict"
	"gmnc/system"
)

// LengthTolerance is the allowed change of the length of a bar relative to the largest
// coordinate: a few roundings of float32 over all layers.
const LengthTolerance = 1e-5

// Lengths is the promise that bars keep their lengths.
const Lengths = "lengths of rigid bars"

// moving says how an output of particles changes under a motion.
type moving struct {
	output  string
	columns int
	moved   func(m Motion, x []float32) []float32
}

// moves holds the outputs that are measured.
var moves = []moving{
	{system.Position.Name, 3, Motion.Points}, {system.Velocity.Name, 3, Motion.Vectors}, {graph.ForcesOutput, 3, Motion.Vectors},
	{graph.PositionRadius, 1, Motion.Scalars}, {graph.VelocityRadius, 1, Motion.Scalars},
	{graph.PositionSpread, 1, Motion.Scalars}, {graph.VelocitySpread, 1, Motion.Scalars},
}

// Symmetries is Trusted.Symmetries without a trusted model.
func Symmetries(promised config.Description, groups []Group, candidate predict.Predictor) Report {
	return Trusted{}.Symmetries(promised, groups, candidate)
}

// Symmetries measures whether the predictions of a model move as it promises, as exactly as
// rounding of inputs allows the trusted model to. It also measures whether they keep the
// lengths of bars if the model is rigid.
func (m Trusted) Symmetries(promised config.Description, groups []Group, candidate predict.Predictor) (r Report) {
	worst := map[string]Finding{}
	random := rand.New(rand.NewPCG(7, 8))
	var order []string
	measured := func(f Finding) {
		before, known := worst[f.Promise]
		if !known {
			order = append(order, f.Promise)
		}
		if !known {
			worst[f.Promise] = f
			return
		}
		worst[f.Promise] = before.With(f)
	}
	for _, group := range groups {
		if err := m.symmetries(promised, group, random, candidate, measured); err != nil {
			r.breaks(err)
		}
	}
	for _, promise := range order {
		r.Add(worst[promise])
	}
	return r
}

// symmetries measures the symmetries of one group.
func (trusted Trusted) symmetries(promised config.Description, group Group, random *rand.Rand, candidate predict.Predictor, measured func(Finding)) error {
	still, err := candidate.Outputs(group.Samples)
	if err != nil {
		return fmt.Errorf("composition %s: %w", group.Name, err)
	}
	for _, m := range motionsOf(group, random) {
		if !m.Among(promised.Symmetry) || !group.keeps(m) {
			continue
		}
		var moved []system.Sample
		for _, sample := range group.Samples {
			moved = append(moved, m.Sample(sample))
		}
		got, err := candidate.Outputs(moved)
		if err != nil {
			return fmt.Errorf("%s of composition %s: %w", m.Name, group.Name, err)
		}
		want := Outputs{} // spreads come last, when positions and velocities are there
		for _, output := range moves {
			if values := still[output.output]; values != nil {
				want[output.output] = output.each(group.Samples, values, m)
			}
		}
		if got, err = trusted.Limited.leaveOut(group.Samples, moved, want, got); err != nil {
			return err
		}
		for _, output := range moves {
			name := output.output
			if want[name] == nil {
				continue
			}
			f := output.farthest(m.Name, group, want[name], got[name], entryOf(name, want, moved))
			if !f.Holds() && trusted.Predictor != nil {
				if rounded := trusted.worst(m.Name, group, moved, Outputs{name: want[name]}, got); rounded.Holds() {
					f = rounded
				}
			}
			measured(f.onOwn(group, max(f.Largest, f.Magnified)))
		}
	}
	if position := still[system.Position.Name]; promised.Rigid && position != nil {
		trusted.lengths(group, position, measured)
	}
	return nil
}

// each applies a motion to the part of an output that belongs to each sample.
func (o moving) each(samples []system.Sample, x []float32, m Motion) (moved []float32) {
	for _, sample := range samples {
		count := o.columns * sample.Particles()
		moved = append(moved, o.moved(m, x[:count])...)
		x = x[count:]
	}
	return moved
}

// farthest returns the largest difference between two values of an output, relative to the
// given largest entry.
func (o moving) farthest(promise string, group Group, want, got []float32, entry float64) Finding {
	f := Finding{Promise: promise, Allowed: Tolerance, Tried: group.Tried()}
	scale, worst := max(entry, math.SmallestNonzeroFloat32), 0
	for i := range want {
		difference := math.Abs(float64(got[i])-float64(want[i])) / scale
		if difference > f.Largest || math.IsNaN(difference) {
			f.Largest, worst = difference, i
		}
	}
	particle, n := worst/o.columns, group.Samples[0].Particles()
	f.Where = fmt.Sprintf("%s of particle %d in system %d of composition %s", o.output, particle%n, particle/n, group.Name)
	return f
}

// lengths measures the change of the length of each bar, relative to the largest coordinate.
func (m Trusted) lengths(group Group, position []float32, measured func(Finding)) {
	start, broken := 0, false
	for i, sample := range group.Samples {
		predicted := position[start : start+len(sample.Position)]
		start += len(sample.Position)
		for _, object := range sample.Objects {
			for _, bar := range object.Bars() {
				f := Finding{Promise: Lengths, Largest: lengthChange(sample, predicted, bar), Allowed: LengthTolerance,
					Where: fmt.Sprintf("%s %v in system %d of composition %s", object.Kind.Name, object.Members, i, group.Name), Tried: group.Tried()}
				if f = f.onOwn(group, f.Largest); !f.Holds() && !broken { // one bar is enough for a broken promise
					f = m.allowed(f, &group.Samples[i], bar)
				}
				broken = broken || !f.Holds()
				measured(f)
			}
		}
	}
}

// lengthChange returns the change of the length of a bar of a sample in a prediction, relative
// to the largest coordinate.
func lengthChange(sample system.Sample, predicted []float32, bar [2]int) float64 {
	before, after := system.Distance(sample.Position, bar[0], bar[1]), system.Distance(predicted, bar[0], bar[1])
	return math.Abs(after-before) / max(largestOf(sample.Position), largestOf(predicted))
}
