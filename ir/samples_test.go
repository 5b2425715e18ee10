package ir

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/digests"
)

// bindings are a batch of some particles, and the smallest there is: one
// particle without neighbors.
var bindings = []Sizes{
	{"particles": 6, "neighbors": 2, "edges": 12},
	{"particles": 1, "neighbors": 0, "edges": 0},
}

// sampleCall is a sample as a module, main(x0, x1, ...) returning y, with
// inputs drawn for one binding.
type sampleCall struct {
	op     *Op
	sample Sample
	module *Module
	sizes  Sizes
	inputs map[string]Tensor
}

// forEachSample runs the test for every operator, sample and binding.
func forEachSample(t *testing.T, test func(t *testing.T, c sampleCall)) {
	for _, op := range Ops() {
		for k, sample := range op.Samples {
			module := sampleCallModule(t, op, sample)
			for _, sizes := range bindings {
				t.Run(fmt.Sprintf("%s/%d/particles=%d", op.Name, k, sizes["particles"]), func(t *testing.T) {
					rng := rand.New(rand.NewPCG(1, uint64(k)))
					inputs := sample.draw(sizes, rng)
					test(t, sampleCall{op, sample, module.Clone(), sizes, inputs})
				})
			}
		}
	}
}

func argName(k int) string { return fmt.Sprintf("x%d", k) }

func sampleCallModule(t *testing.T, op *Op, sample Sample) *Module {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		var args []*Value
		for k, arg := range sample.Args {
			args = append(args, b.Input(argName(k), arg))
		}
		b.Output("y", b.Op(op.Name, sample.Attrs, args...))
	}))
	return m
}

// TestSamplesAreKnown: operators are tried with as many samples as before, of the same types, attributes and values.
func TestSamplesAreKnown(t *testing.T) {
	var text string
	for _, op := range Ops() {
		for _, s := range op.Samples {
			text += fmt.Sprintln(op.Name, s.Args, s.Attrs, s.Low, s.High, s.Mask, s.Parents)
		}
	}
	digests.RequireOfTest(t, "../testdata/near_passes.txt", *update, digests.Of([]byte(text), 12))
}

// draw draws the sample's arguments.
func (s Sample) draw(sizes Sizes, rng *rand.Rand) map[string]Tensor {
	low, high := s.Low, s.High
	if low == 0 && high == 0 {
		low, high = -2, 2
	}
	inputs := map[string]Tensor{}
	for k, arg := range s.Args {
		x := drawTensor(arg, sizes, low, high, rng)
		if k == s.Mask-1 {
			for i := range x.Float {
				x.Float[i] = float64(rng.IntN(2))
			}
		}
		if k == s.Parents-1 {
			for i := range x.Index {
				x.Index[i] = int64(rng.IntN(i + 1))
			}
		}
		inputs[argName(k)] = x
	}
	return inputs
}

// drawTensor draws floats from low to high, or indices of rows that exist.
func drawTensor(t Type, sizes Sizes, low, high float64, rng *rand.Rand) Tensor {
	x := NewTensor(t, sizes)
	for i := range x.Float {
		x.Float[i] = low + (high-low)*rng.Float64()
	}
	for i := range x.Index {
		x.Index[i] = int64(rng.IntN(max(sizes[t.Into], 1)))
	}
	return x
}

// drawInputs draws all inputs of main.
func drawInputs(m *Module, sizes Sizes, rng *rand.Rand) map[string]Tensor {
	inputs := map[string]Tensor{}
	for _, input := range m.Main.Inputs {
		inputs[input.Name] = drawTensor(input.Type, sizes, -2, 2, rng)
	}
	return inputs
}
