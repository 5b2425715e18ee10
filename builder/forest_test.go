package builder_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// forestModel is a model that takes trees and bodies, on systems of them.
type forestModel struct {
	*graph.Model
	weights map[string][]float32
}

func newForestModel(t *testing.T, c config.Config, layers int) forestModel {
	t.Helper()
	c.Form, c.Layers, c.Hidden, c.Time = config.Published, layers, 8, 0.4
	model, err := builder.New(fixtures.WithForests(c), true)
	require.NoError(t, err)
	return forestModel{model, fixtures.Weights(model, 6, 300)}
}

// newton is the model whose trees move by Newton's equations, and forestLaws
// are all laws by which trees move.
var (
	newton     = config.Config{Model: "gmn-ode"}
	forestLaws = []config.Config{
		{Model: "gmn"}, newton, {Model: "gmn-ode", Dynamics: config.LearnedDynamics},
		{Model: "gmn-ode", Integrator: config.Verlet},
	}
)

// withoutForces makes all forces 0 and all factors 1.
func (m forestModel) withoutForces() forestModel {
	for name, weight := range m.weights {
		if strings.HasSuffix(name, "linear2/weight") {
			clear(weight)
		}
	}
	return m
}

// inputs returns the inputs of a batch in float64, with the weights.
func (m forestModel) inputs(module *ir.Module, samples []system.Sample) map[string]ir.Tensor {
	inputs := batchInputs(module, samples)
	for name, value := range run.WithShapes(m.Model, m.weights) {
		inputs[name] = runtime.Widen(value)
	}
	return inputs
}

// batchInputs returns the inputs of a batch in float64.
func batchInputs(module *ir.Module, samples []system.Sample) map[string]ir.Tensor {
	batch := system.NewBatch(samples)
	given := predict.Inputs(batch)
	edges := len(batch.Senders)
	if batch.EdgeMask == nil {
		given.Inputs["edge_mask"] = runtime.Floats(slices.Repeat([]float32{1}, edges), edges, 1)
	}
	predict.Match(given, module)
	inputs := map[string]ir.Tensor{}
	for name, value := range given.Inputs {
		inputs[name] = runtime.Widen(value)
	}
	return inputs
}

func (m forestModel) eval(t *testing.T, module *ir.Module, inputs map[string]ir.Tensor) map[string]ir.Tensor {
	t.Helper()
	outputs, err := ir.Eval(module, inputs, nil)
	require.NoError(t, err)
	return outputs
}

// TestForestIsRigid: in float64 bars of all forests keep their lengths to
// rounding, and another root changes nothing.
func TestForestIsRigid(t *testing.T) {
	for _, config := range forestLaws {
		m := newForestModel(t, config, 3)
		for _, f := range fixtures.Forests() {
			sample := f.Samples(1, 4)[0]
			position := m.eval(t, m.Module, m.inputs(m.Module, []system.Sample{sample}))["position"].Float
			for _, object := range sample.Objects {
				for _, bar := range object.Bars() {
					require.InEpsilon(t, system.Distance(sample.Position, bar[0], bar[1]), system.Distance(position, bar[0], bar[1]), 1e-11, f.Name)
				}
			}
			sample.Objects = slices.Clone(sample.Objects)
			for i, object := range sample.Objects {
				if object.Kind == system.Tree {
					sample.Objects[i] = object.Rerooted(object.Members[len(object.Members)/2])
				}
			}
			again := m.eval(t, m.Module, m.inputs(m.Module, []system.Sample{sample}))["position"].Float
			require.InDeltaSlice(t, position, again, 1e-9, f.Name)
		}
	}
}

// TestForestMovesFreely: without forces and with psi of 1 a body goes on and
// turns as it does, and so does a bar: that is the solution of Newton's
// equations for a body whose turn is about an axis of its inertia.
func TestForestMovesFreely(t *testing.T) {
	m := newForestModel(t, newton, 1).withoutForces()
	for name, shape := range map[string][]vector{
		"two points": {{}, {1, 0.5, 0}},
		"line":       {{}, {1, 2, 3}, {-0.5, -1, -1.5}},
		"flat":       {{}, {1, 0.5, 0}, {-0.5, 2, 0}, {0.7, 0.1, 0}},
		"any":        {{}, {1, 0.5, 0}, {-0.5, 2, 1}, {0.7, 0.1, -2}, {0, -1, 1}},
		"bar":        {{}, {1, 0.5, -0.2}},
	} {
		spin := shape[1].cross(vector{0.4, -0.8, 1.1}) // a line does not turn about itself
		spin = spin.times(0.2 / spin.norm())           // far from the most in a step
		s := particles{x: shape}
		var members []int
		for i, x := range shape {
			s.v, s.charge = append(s.v, spin.cross(x).plus(vector{0.3, -0.2, 0.1})), append(s.charge, 1)
			members = append(members, i)
		}
		sample := s.sample()
		sample.Objects = system.Objects{system.Body.Of(members...)}
		if name == "bar" {
			sample.Objects = system.Objects{system.TreeOf(members, []int{-1, 0})}
		}
		got := m.eval(t, m.Module, m.inputs(m.Module, []system.Sample{sample}))["position"].Float
		require.InDeltaSlice(t, s.turned(spin, m.Config.Time), got, 1e-5, name)
	}
}

func (s particles) sample() (sample system.Sample) {
	for i := range s.x {
		for axis := range 3 {
			sample.Position = append(sample.Position, float32(s.x[i][axis]))
			sample.Velocity = append(sample.Velocity, float32(s.v[i][axis]))
		}
		sample.Charge = append(sample.Charge, float32(s.charge[i]))
	}
	return sample
}

// turned is where the particles of a body are after a time: the centre goes
// straight on, and the rest turns about it.
func (s particles) turned(spin vector, time float64) (position []float64) {
	var centre, velocity vector
	for i := range s.x {
		centre, velocity = centre.plus(s.x[i].times(1/float64(len(s.x)))), velocity.plus(s.v[i].times(1/float64(len(s.x))))
	}
	axis := spin.times(1 / spin.norm())
	sine, cosine := math.Sincos(spin.norm() * time)
	for _, x := range s.x {
		r := x.minus(centre)
		r = r.times(cosine).plus(axis.cross(r).times(sine)).plus(axis.times((1 - cosine) * axis.dot(r)))
		x = centre.plus(velocity.times(time)).plus(r)
		position = append(position, x[:]...)
	}
	return position
}

// TestForestSlopes compares the derivative along a random direction of all
// weights with the quotient of differences, and requires finite slopes where
// bars have no length and bodies are lines and points.
func TestForestSlopes(t *testing.T) {
	for _, config := range forestLaws {
		m, law := newForestModel(t, config, 2), fmt.Sprint(config.Model, config.Options())
		module := withLoss(t, model{Model: m.Model})
		var names []string
		for _, param := range m.Params {
			names = append(names, param.Name)
		}
		gradient, _, err := ir.Gradient(module, "loss", append(names, "position", "velocity"))
		require.NoError(t, err)
		var samples []system.Sample
		for i, f := range fixtures.Forests() {
			samples = append(samples, f.Samples(1, uint64(i))...)
		}
		inputs := m.inputs(module, samples)
		slopes := m.eval(t, gradient, inputs)
		random, slope := rand.New(rand.NewPCG(9, 10)), 0.0
		direction := map[string][]float64{}
		for _, name := range names {
			for i := range inputs[name].Float {
				along := random.NormFloat64()
				direction[name] = append(direction[name], along)
				if partial, ok := slopes["grad/"+name]; ok {
					slope += along * partial.Float[i]
				}
			}
		}
		at := func(steps float64) float64 {
			moved := map[string]ir.Tensor{}
			for name, value := range inputs {
				moved[name] = value
				if along := direction[name]; along != nil {
					moved[name] = ir.Tensor{Shape: value.Shape, Float: slices.Clone(value.Float)}
					for i := range along {
						moved[name].Float[i] += steps * difference * along[i]
					}
				}
			}
			return m.eval(t, module, moved)["loss"].Float[0]
		}
		quotient := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * difference)
		require.InEpsilon(t, quotient, slope, differenceError, law)

		flat := fixtures.Samples(system.Composition{9}, 1, 5)
		flat[0].Objects = system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1}), system.Body.Of(3, 4, 5), system.Body.Of(6, 7, 8)}
		x := flat[0].Position
		copy(x[3:6], x[:3])
		for i, at := range []float32{0, 1, 3} {
			x[3*(3+i)], x[3*(3+i)+1], x[3*(3+i)+2] = at, 2*at, -at // a line
			copy(x[3*(6+i):], []float32{1, 2, 3})                  // a point
		}
		for name, value := range m.eval(t, gradient, m.inputs(module, flat)) {
			for _, number := range value.Float {
				require.False(t, math.IsNaN(number) || math.IsInf(number, 0), "%s: %s", law, name)
			}
		}
	}
}

// TestBodiesKeepTheirSpin: of three particles, however near to a line, a body without
// forces turns as fast as before.
func TestBodiesKeepTheirSpin(t *testing.T) {
	m := newForestModel(t, newton, 1).withoutForces()
	source := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		sample := system.Sample{Charge: make([]float32, 3), Objects: system.Objects{system.Body.Of(0, 1, 2)}}
		spin := randomVector(source, 0.1)
		for range 3 {
			at := randomVector(source, 1)
			across := spin.cross(at)
			for axis := range 3 {
				sample.Position = append(sample.Position, float32(at[axis]))
				sample.Velocity = append(sample.Velocity, float32(across[axis]))
			}
		}
		inputs := m.inputs(m.Module, []system.Sample{sample})
		before, after := vectors(inputs["velocity"].Float), vectors(m.eval(t, m.Module, inputs)["velocity"].Float)
		between := func(v []vector) float64 { return v[1].minus(v[0]).norm() + v[2].minus(v[0]).norm() }
		require.InEpsilon(t, between(before), between(after), 1e-4)
	}
}
