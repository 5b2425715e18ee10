// Package conformance compares every engine with the interpreter. It makes a small module for
// each sample of the operator table, adds whole models, and compares what a session returns
// with the float64 evaluation of the same float32 inputs.
package conformance

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// Tolerance bounds the error of one operator in float32, relative to the
// largest entry of the result: a few roundings of 6e-8 each.
const Tolerance = 1e-6

// Case is a module with the outputs that it must return for the given inputs.
type Case struct {
	// Name is operator/sample/sizes, or the name of a model and a batch.
	Name   string
	Module *ir.Module
	// Params holds the values of the module's parameters, for all cases with that module.
	Params map[string]runtime.Tensor
	Batch  runtime.Batch
	Sizes  ir.Sizes
	Want   map[string]ir.Tensor
	// Tolerance bounds the difference from Want, relative to the largest
	// entry of each output.
	Tolerance float64
}

// bindings are the sizes of a typical batch and of a system of a single particle, which has no
// edges.
var bindings = []ir.Sizes{
	{"particles": 6, "neighbors": 2, "edges": 12},
	{"particles": 1, "neighbors": 0, "edges": 0},
}

// Ops returns the cases of all operators of the table.
func Ops(seed uint64) ([]Case, error) { return Of(ir.Ops(), seed) }

// Of returns a case for each sample of each operator and each binding of the sizes. Main takes
// the sample's arguments as x0, x1 and so on. It also takes rows: float[particles,1] and
// edge_rows: float[edges,1], so that the sizes are always known. It returns the results as y,
// y1, y2 and so on.
//
// The values of a case depend on its name, not on other cases.
func Of(ops []*ir.Op, seed uint64) ([]Case, error) {
	var cases []Case
	for _, op := range ops {
		for number, sample := range op.Samples {
			for _, sizes := range bindings {
				if !possible(sample, sizes) {
					continue
				}
				name := fmt.Sprintf("%s/%d/%dx%d", op.Name, number, sizes["particles"], sizes["neighbors"])
				c, err := operatorCase(name, op, sample, sizes, sourceOf(name, seed))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				cases = append(cases, c)
			}
		}
	}
	return cases, nil
}

// sourceOf returns the random numbers for the values of a case.
func sourceOf(name string, seed uint64) *rand.Rand {
	hash := fnv.New64a()
	hash.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, hash.Sum64()))
}

// possible reports whether every index has a row that it can refer to.
func possible(sample ir.Sample, sizes ir.Sizes) bool {
	for _, arg := range sample.Args {
		if arg.DType == ir.Index && extent(arg.Rows(), sizes) > 0 && sizes[arg.Into] == 0 {
			return false
		}
	}
	return true
}

func operatorCase(name string, op *ir.Op, sample ir.Sample, sizes ir.Sizes, random *rand.Rand) (Case, error) {
	m := ir.SampleModule()
	err := ir.Build(m, func(b *ir.Builder) {
		b.Input("rows", ir.Floats(ir.Rows("particles"), 1))
		b.Input("edge_rows", ir.Floats(ir.Rows("edges"), 1))
		var args []*ir.Value
		for i, t := range sample.Args {
			args = append(args, b.Input(fmt.Sprintf("x%d", i), t))
		}
		for i, result := range b.Apply(op, sample.Attrs, args...) {
			b.Output(resultName(i), result)
		}
	})
	if err != nil {
		return Case{}, err
	}
	inputs := map[string]runtime.Tensor{}
	for i, input := range m.Main.Inputs {
		masked := sample.Mask > 0 && i == 1+sample.Mask
		inputs[input.Name] = draw(input.Type, sample, masked, sizes, random)
		if sample.Parents > 0 && i == 1+sample.Parents {
			inputs[input.Name] = drawParents(sizes[input.Type.Into], random)
		}
	}
	one := []runtime.System{{Particles: sizes["particles"], Neighbors: sizes["neighbors"]}}
	c, err := NewCase(name, m, nil, runtime.Batch{Inputs: inputs, Systems: one}, Tolerance)
	if err == nil && slices.Contains(solving, op.Name) {
		condition, err := c.condition(random)
		c.Tolerance *= condition
		return c, err
	}
	return c, err
}

func resultName(i int) string {
	if i == 0 {
		return "y"
	}
	return fmt.Sprint("y", i)
}

// NewCase takes what the module must return from the IR's own evaluation. A parameter without a
// value, on which no output may depend, is 0.
func NewCase(name string, m *ir.Module, params map[string]runtime.Tensor, batch runtime.Batch, tolerance float64) (Case, error) {
	wide := map[string]ir.Tensor{}
	for _, param := range m.Main.Params() {
		wide[param.Name] = ir.NewTensor(param.Type, nil)
	}
	for _, values := range []map[string]runtime.Tensor{params, batch.Inputs} {
		for name, value := range values {
			wide[name] = runtime.Widen(value)
		}
	}
	sizes, err := runtime.Bind(m, batch)
	if err != nil {
		return Case{}, err
	}
	want, err := ir.Eval(m, wide, sizes)
	return Case{name, m, params, batch, sizes, want, tolerance}, err
}

// draw returns a random argument of a sample.
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

// drawParents returns the parents of random trees of rows.
func drawParents(rows int, random *rand.Rand) runtime.Tensor {
	parents := make([]int64, rows)
	for i := range parents {
		parents[i] = random.Int64N(int64(i + 1))
	}
	return runtime.Indices(parents, rows)
}

func extent(dim ir.Dim, sizes ir.Sizes) int {
	if dim.Symbol != "" {
		return sizes[dim.Symbol]
	}
	return dim.Number
}

// Opener opens a module with the values of its parameters.
type Opener func(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error)

// Run runs every case and compares its outputs. The cases of one module share a session, one
// after another, like the batches of a user. exceptions gives the reasons why an engine cannot
// run cases, by name or by the leading parts of names (an operator, a sample). An exception
// that fits no case fails the test.
func Run(t *testing.T, cases []Case, open Opener, exceptions map[string]string) {
	requireNeeded(t, cases, exceptions)
	cases = byModule(cases)
	var session runtime.Session
	nearest, at := 0.0, "nothing"
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if name, found := excepted(c.Name, exceptions); found {
				t.Skip(exceptions[name])
			}
			var err error
			if session == nil {
				session, err = open(c.Module, c.Params)
				require.NoError(t, err)
			}
			outputs, err := session.Run(c.Batch)
			require.NoError(t, err)
			require.Len(t, outputs, len(c.Want))
			for name, want := range c.Want {
				off := Compare(t, name, want, outputs[name], c.Tolerance)
				if part := off / c.Tolerance; part > nearest {
					nearest, at = part, fmt.Sprintf("%s of %s is off by %.1e of %.1e", name, c.Name, off, c.Tolerance)
				}
			}
		})
		if session != nil && (i+1 == len(cases) || cases[i+1].Module != c.Module) {
			require.NoError(t, session.Close())
			session = nil
		}
	}
	t.Logf("nearest to its tolerance (%.0f %%): %s", 100*nearest, at)
}

// byModule sorts cases by module, in the order in which the modules first appear.
func byModule(cases []Case) []Case {
	place := map[*ir.Module]int{}
	for _, c := range cases {
		if _, known := place[c.Module]; !known {
			place[c.Module] = len(place)
		}
	}
	return slices.SortedStableFunc(slices.Values(cases), func(a, b Case) int {
		return cmp.Compare(place[a.Module], place[b.Module])
	})
}

// requireNeeded fails if an exception fits no case.
func requireNeeded(t *testing.T, cases []Case, exceptions map[string]string) {
	used := map[string]bool{}
	for _, c := range cases {
		if name, found := excepted(c.Name, exceptions); found {
			used[name] = true
		}
	}
	for name := range exceptions {
		require.True(t, used[name], "the exception %q fits no case", name)
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

// Compare requires got to equal want within tolerance, relative to the largest entry of want,
// and returns the largest difference.
func Compare(t testing.TB, name string, want ir.Tensor, got runtime.Tensor, tolerance float64) (largest float64) {
	t.Helper()
	require.NoError(t, got.Check(), name)
	require.Equal(t, want.Shape, got.Shape, "shape of %s", name)
	if want.Index != nil {
		require.Equal(t, want.Index, got.Index, name)
		return 0
	}
	require.Len(t, got.Float, len(want.Float), name)
	scale := scaleOf(want)
	for i, x := range want.Float {
		off := math.Abs(float64(got.Float[i])-x) / scale
		// This is written so that a NaN fails.
		require.True(t, off <= tolerance, "%s[%d] = %g, want %g: off by %.2g of the largest entry, more than %g",
			name, i, got.Float[i], x, off, tolerance)
		largest = math.Max(largest, off)
	}
	return largest
}

// zero is larger than sums of terms of order 1 that cancel in float64, such as the gradient
// with respect to the mass of a particle on which no force acts.
const zero = 1.0 / (1 << 48)

// scaleOf returns the largest entry, or 1 if all are 0.
func scaleOf(want ir.Tensor) (scale float64) {
	for _, x := range want.Float {
		scale = math.Max(scale, math.Abs(x))
	}
	if scale < zero {
		return 1
	}
	return scale
}
