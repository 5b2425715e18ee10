package builder_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

type vector [3]float64

func (a vector) plus(b vector) vector  { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vector) minus(b vector) vector { return a.plus(b.times(-1)) }
func (a vector) times(s float64) vector {
	return vector{s * a[0], s * a[1], s * a[2]}
}
func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) norm() float64        { return math.Sqrt(a.dot(a)) }
func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// system is one system in float64.
type particles struct {
	x, v   []vector
	charge []float64
	sticks [][2]int
	hinges [][3]int // the joint first
}

// composition is a number of isolated particles, sticks and hinges.
type composition struct{ particles, sticks, hinges int }

func (c composition) String() string { return fmt.Sprintf("%d,%d,%d", c.particles, c.sticks, c.hinges) }

var compositions = []composition{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 0, 0}, {3, 2, 1}, {5, 3, 3}}

func randomVector(source *rand.Rand, scale float64) vector {
	return vector{scale * source.NormFloat64(), scale * source.NormFloat64(), scale * source.NormFloat64()}
}

// draw makes a random system whose objects are on permuted indices.
func (c composition) draw(source *rand.Rand) particles {
	var s particles
	n := c.particles + 2*c.sticks + 3*c.hinges
	for range n {
		s.x = append(s.x, randomVector(source, math.Cbrt(float64(n)/5)+0.1))
		s.v = append(s.v, randomVector(source, 0.3))
		s.charge = append(s.charge, float64(1-2*source.IntN(2)))
	}
	order := source.Perm(n)[c.particles:]
	for range c.sticks {
		s.sticks = append(s.sticks, [2]int{order[0], order[1]})
		order = order[2:]
	}
	for range c.hinges {
		s.hinges = append(s.hinges, [3]int{order[0], order[1], order[2]})
		order = order[3:]
	}
	return s
}

// bars are the pairs of particles whose distance is fixed.
func (s particles) bars() [][2]int {
	bars := append([][2]int{}, s.sticks...)
	for _, hinge := range s.hinges {
		bars = append(bars, [2]int{hinge[0], hinge[1]}, [2]int{hinge[0], hinge[2]})
	}
	return bars
}

// model is a model with weights in float64.
type model struct {
	*graph.Model
	weights map[string]ir.Tensor
}

// All weights are drawn larger than a new model's, and the last coordinate
// weights much larger, so that forces matter. They stay below their limit,
// which acts on each component and so on no rotated force alike; networks
// on a Gram matrix that is not normalised have to be drawn small for that.
const (
	weightGain = 2
	forceGain  = 200
	rawGain    = 0.5
)

// isGate reports whether a weight is the last one of a coordinate network,
// which is drawn small.
func isGate(p graph.Param) bool { return p.Bound > 0 && p.Bound < 0.01 }

func newModel(t *testing.T, c config.Config) model {
	t.Helper()
	built, err := builder.New(c, false)
	require.NoError(t, err)
	m := model{built, map[string]ir.Tensor{}}
	drawn := built.Draw(11)
	for _, param := range built.Params {
		gain := float64(weightGain)
		switch {
		case isGate(param):
			gain = forceGain
		case c.Phi2 == config.Phi2RawGram && strings.Contains(param.Name, "_force/"):
			gain = rawGain
		}
		weight := ir.Tensor{Shape: []int{param.Rows, param.Columns}}
		for _, value := range drawn[param.Name] {
			weight.Float = append(weight.Float, gain*float64(value))
		}
		m.weights[param.Name] = weight
	}
	return m
}

func rows(vectors []vector) []float64 {
	flat := make([]float64, 0, 3*len(vectors))
	for _, v := range vectors {
		flat = append(flat, v[:]...)
	}
	return flat
}

func vectors(flat []float64) []vector {
	all := make([]vector, len(flat)/3)
	for i := range all {
		all[i] = vector(flat[3*i : 3*i+3])
	}
	return all
}

// objects are the sticks and hinges.
func (s particles) objects() (all system.Objects) {
	for _, stick := range s.sticks {
		all = append(all, system.Stick.Of(stick[:]...))
	}
	for _, hinge := range s.hinges {
		all = append(all, system.Hinge.Of(hinge[:]...))
	}
	return all
}

// inputs are a system in row form, and the weights.
func (m model) inputs(s particles) map[string]ir.Tensor {
	n := len(s.x)
	batch := system.NewBatch([]system.Sample{{Position: make([]float32, 3*n), Objects: s.objects()}})
	floats := func(values []float64, width int) ir.Tensor { return ir.Tensor{Shape: []int{n, width}, Float: values} }
	index := func(values []int64) ir.Tensor { return ir.Tensor{Shape: []int{len(values)}, Index: values} }
	inputs := map[string]ir.Tensor{
		"position": floats(rows(s.x), 3), "velocity": floats(rows(s.v), 3),
		"charge":  floats(s.charge, 1),
		"partner": index(batch.Partner), "first": index(batch.First), "second": index(batch.Second),
		"joint": index(batch.Joint), "senders": index(batch.Senders),
	}
	types := make([]float64, n)
	for i, edgeType := range batch.EdgeTypes {
		types[i] = float64(edgeType)
	}
	inputs[system.EdgeTypeInput] = floats(types, 1)
	for _, kind := range system.ListedKinds() {
		mask := make([]float64, n)
		for i, is := range batch.Masks[kind.Number()] {
			mask[i] = float64(is)
		}
		inputs[kind.Mask()] = floats(mask, 1)
	}
	for name, weight := range m.weights {
		inputs[name] = weight
	}
	return inputs
}

// predict moves a system.
func (m model) predict(t *testing.T, s particles) particles {
	t.Helper()
	outputs, err := ir.Eval(m.Module, m.inputs(s), nil)
	require.NoError(t, err)
	moved := s
	moved.x, moved.v = vectors(outputs["position"].Float), vectors(outputs["velocity"].Float)
	return moved
}
