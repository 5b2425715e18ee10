package objects_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestForestIsRigid: in float64 bars of all forests keep their lengths to
// rounding, and another root changes nothing.
func TestForestIsRigid(t *testing.T) {
	for _, config := range moving.ForestLaws {
		m := moving.NewForestModel(t, config, 3)
		for _, f := range fixtures.Forests() {
			sample := f.Samples(1, 4)[0]
			position := m.Eval(t, m.Module, m.Inputs(m.Module, []system.Sample{sample}))["position"].Float
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
			again := m.Eval(t, m.Module, m.Inputs(m.Module, []system.Sample{sample}))["position"].Float
			allclose.Within(t, position, again, 1e-9, f.Name)
		}
	}
}

// TestForestMovesFreely: without forces and with psi of 1 a body goes on and
// turns as it does, and so does a bar: that is the solution of Newton's
// equations for a body whose turn is about an axis of its inertia.
func TestForestMovesFreely(t *testing.T) {
	m := moving.NewForestModel(t, moving.Newton, 1).WithoutForces()
	for name, shape := range map[string][]moving.Vector{
		"two points": {{}, {1, 0.5, 0}},
		"line":       {{}, {1, 2, 3}, {-0.5, -1, -1.5}},
		"flat":       {{}, {1, 0.5, 0}, {-0.5, 2, 0}, {0.7, 0.1, 0}},
		"any":        {{}, {1, 0.5, 0}, {-0.5, 2, 1}, {0.7, 0.1, -2}, {0, -1, 1}},
		"bar":        {{}, {1, 0.5, -0.2}},
	} {
		spin := shape[1].Cross(moving.Vector{0.4, -0.8, 1.1}) // a line does not turn about itself
		spin = spin.Times(0.2 / spin.Norm())                  // far from the most in a step
		s := moving.Particles{X: shape}
		var members []int
		for i, x := range shape {
			s.V, s.Charge = append(s.V, spin.Cross(x).Plus(moving.Vector{0.3, -0.2, 0.1})), append(s.Charge, 1)
			members = append(members, i)
		}
		sample := s.Sample()
		sample.Objects = system.Objects{system.Body.Of(members...)}
		if name == "bar" {
			sample.Objects = system.Objects{system.TreeOf(members, []int{-1, 0})}
		}
		got := m.Eval(t, m.Module, m.Inputs(m.Module, []system.Sample{sample}))["position"].Float
		allclose.Within(t, s.Turned(spin, m.Config.Time), got, 1e-5, name)
	}
}

// TestForestSlopes compares the derivative along a random direction of all
// weights with the quotient of differences, and requires finite slopes where
// bars have no length and bodies are lines and points.
func TestForestSlopes(t *testing.T) {
	for _, config := range moving.ForestLaws {
		m, law := moving.NewForestModel(t, config, 2), fmt.Sprint(config.Model, config.Options())
		module := moving.WithLoss(t, moving.Model{Model: m.Model})
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
		inputs := m.Inputs(module, samples)
		slopes := m.Eval(t, gradient, inputs)
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
						moved[name].Float[i] += steps * moving.Difference * along[i]
					}
				}
			}
			return m.Eval(t, module, moved)["loss"].Float[0]
		}
		quotient := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * moving.Difference)
		require.InEpsilon(t, quotient, slope, moving.DifferenceError, law)

		flat := fixtures.Samples(system.Composition{9}, 1, 5)
		flat[0].Objects = system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1}), system.Body.Of(3, 4, 5), system.Body.Of(6, 7, 8)}
		x := flat[0].Position
		copy(x[3:6], x[:3])
		for i, at := range []float32{0, 1, 3} {
			x[3*(3+i)], x[3*(3+i)+1], x[3*(3+i)+2] = at, 2*at, -at // a line
			copy(x[3*(6+i):], []float32{1, 2, 3})                  // a point
		}
		for name, value := range m.Eval(t, gradient, m.Inputs(module, flat)) {
			for _, number := range value.Float {
				require.False(t, math.IsNaN(number) || math.IsInf(number, 0), "%s: %s", law, name)
			}
		}
	}
}

// TestBodiesKeepTheirSpin: of three particles, however near to a line, a body without
// forces turns as fast as before.
func TestBodiesKeepTheirSpin(t *testing.T) {
	m := moving.NewForestModel(t, moving.Newton, 1).WithoutForces()
	source := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		sample := system.Sample{Charge: make([]float32, 3), Objects: system.Objects{system.Body.Of(0, 1, 2)}}
		spin := moving.RandomVector(source, 0.1)
		for range 3 {
			at := moving.RandomVector(source, 1)
			across := spin.Cross(at)
			for axis := range 3 {
				sample.Position = append(sample.Position, float32(at[axis]))
				sample.Velocity = append(sample.Velocity, float32(across[axis]))
			}
		}
		inputs := m.Inputs(m.Module, []system.Sample{sample})
		before, after := moving.Vectors(inputs["velocity"].Float), moving.Vectors(m.Eval(t, m.Module, inputs)["velocity"].Float)
		between := func(v []moving.Vector) float64 { return v[1].Minus(v[0]).Norm() + v[2].Minus(v[0]).Norm() }
		require.InEpsilon(t, between(before), between(after), 1e-4)
	}
}
