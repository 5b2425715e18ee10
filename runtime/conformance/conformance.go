// Package conformance holds every engine to the interpreter: it makes one
// small module for each sample of the operator table and compares what a
// session returns with the float64 evaluation of the same float32 inputs.
package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// Tolerance bounds the error of one operator in float32, relative to the
// largest entry of the result: a few roundings of 6e-8 each.
const Tolerance = 1e-6

// Case is a module with what it must return for the given inputs.
type Case struct {
	// Name is operator/sample/sizes.
	Name   string
	Module *ir.Module
	Inputs map[string]runtime.Tensor
	Sizes  ir.Sizes
	Want   map[string]ir.Tensor
}

// bindings are a usual batch and a system of a single particle, which has
// no edges.
var bindings = []ir.Sizes{
	{"particles": 6, "neighbors": 2, "edges": 12},
	{"particles": 1, "neighbors": 0, "edges": 0},
}

// Ops returns a case for each sample of each operator and each binding of
// the sizes. Main takes the sample's arguments as x0, x1, ... and, so that
// the sizes always show, rows: float[particles,1] and edge_rows:
// float[edges,1]; it returns y.
func Ops(seed uint64) ([]Case, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	var cases []Case
	for _, op := range ir.Ops() {
		for number, sample := range op.Samples {
			for _, sizes := range bindings {
				if !possible(sample, sizes) {
					continue
				}
				c, err := newCase(op, sample, sizes, random)
				if err != nil {
					return nil, fmt.Errorf("sample %d of %s: %w", number, op.Name, err)
				}
				c.Name = fmt.Sprintf("%s/%d/%dx%d", op.Name, number, sizes["particles"], sizes["neighbors"])
				cases = append(cases, c)
			}
		}
	}
	return cases, nil
}

// possible tells whether every index has a row to point at.
func possible(sample ir.Sample, sizes ir.Sizes) bool {
	for _, arg := range sample.Args {
		if arg.DType == ir.Index && extent(arg.Rows(), sizes) > 0 && sizes[arg.Into] == 0 {
			return false
		}
	}
	return true
}

func newCase(op *ir.Op, sample ir.Sample, sizes ir.Sizes, random *rand.Rand) (Case, error) {
	c := Case{Module: ir.SampleModule(), Sizes: sizes, Inputs: map[string]runtime.Tensor{}}
	err := ir.Build(c.Module, func(b *ir.Builder) {
		b.Input("rows", ir.Floats(ir.Rows("particles"), 1))
		b.Input("edge_rows", ir.Floats(ir.Rows("edges"), 1))
		var args []*ir.Value
		for i, t := range sample.Args {
			args = append(args, b.Input(fmt.Sprintf("x%d", i), t))
		}
		b.Output("y", b.Op(op.Name, sample.Attrs, args...))
	})
	if err != nil {
		return Case{}, err
	}
	wide := map[string]ir.Tensor{}
	for i, input := range c.Module.Main.Inputs {
		masked := sample.Mask > 0 && i == 1+sample.Mask
		c.Inputs[input.Name] = draw(input.Type, sample, masked, sizes, random)
		wide[input.Name] = runtime.Widen(c.Inputs[input.Name])
	}
	c.Want, err = ir.Eval(c.Module, wide, nil)
	return c, err
}

// draw makes an argument of a sample.
func draw(t ir.Type, sample ir.Sample, masked bool, sizes ir.Sizes, random *rand.Rand) runtime.Tensor {
	low, high := sample.Low, sample.High
	if low == 0 && high == 0 {
		low, high = -2, 2
	}
	value := ir.NewTensor(t, sizes)
	for i := range value.Index {
		value.Index[i] = random.Int64N(int64(sizes[t.Into]))
	}
	for i := range value.Float {
		value.Float[i] = low + (high-low)*random.Float64()
		if masked {
			value.Float[i] = float64(random.IntN(2))
		}
	}
	return runtime.Narrow(value)
}

func extent(dim ir.Dim, sizes ir.Sizes) int {
	if dim.Symbol != "" {
		return sizes[dim.Symbol]
	}
	return dim.Number
}

// Run opens and runs every case and compares its outputs. The exceptions
// give, by name or by the leading parts of names (an operator, a sample),
// why an engine cannot run cases; one that fits no case fails the test.
func Run(t *testing.T, cases []Case, open func(*ir.Module) (runtime.Session, error), exceptions map[string]string) {
	used := map[string]bool{}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if name, found := excepted(c.Name, exceptions); found {
				used[name] = true
				t.Skip(exceptions[name])
			}
			session, err := open(c.Module)
			require.NoError(t, err)
			defer func() { require.NoError(t, session.Close()) }()
			outputs, err := session.Run(c.Inputs)
			require.NoError(t, err)
			require.Len(t, outputs, len(c.Want))
			for name, want := range c.Want {
				Compare(t, name, want, outputs[name], Tolerance)
			}
		})
	}
	for name := range exceptions {
		require.True(t, used[name], "the exception %q fits no case that was run", name)
	}
}

func excepted(name string, exceptions map[string]string) (string, bool) {
	for {
		if _, found := exceptions[name]; found {
			return name, true
		}
		at := strings.LastIndexByte(name, '/')
		if at < 0 {
			return "", false
		}
		name = name[:at]
	}
}

// Compare requires got to be want within tolerance, relative to the largest
// entry of want.
func Compare(t testing.TB, name string, want ir.Tensor, got runtime.Tensor, tolerance float64) {
	t.Helper()
	require.NoError(t, got.Check(), name)
	require.Equal(t, want.Shape, got.Shape, "shape of %s", name)
	if want.Index != nil {
		require.Equal(t, want.Index, got.Index, name)
		return
	}
	require.Len(t, got.Float, len(want.Float), name)
	largest := 0.0
	for _, x := range want.Float {
		largest = math.Max(largest, math.Abs(x))
	}
	if largest == 0 {
		largest = 1
	}
	for i, x := range want.Float {
		off := math.Abs(float64(got.Float[i])-x) / largest
		// Written so that a NaN fails.
		require.True(t, off <= tolerance, "%s[%d] = %g, want %g: off by %.2g of the largest entry, more than %g",
			name, i, got.Float[i], x, off, tolerance)
	}
}
