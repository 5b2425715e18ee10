// Package conformance compares every engine with the interpreter. It makes a small module for
// each sample of the operator table, adds whole models, and compares what a session returns
// with the float64 evaluation of the same float32 inputs.
package conformance

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

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

// Of returns a case for each sample of each operator and each binding of the sizes. The cases of a
// sample share a module. Main takes the sample's arguments as x0, x1 and so on. It also takes
// rows: float[particles,1] and edge_rows: float[edges,1], so that the sizes are always known. It
// returns the results as y, y1, y2 and so on.
//
// The values of a case depend on its name, not on other cases.
func Of(ops []*ir.Op, seed uint64) ([]Case, error) {
	var cases []Case
	for _, op := range ops {
		for number, sample := range op.Samples {
			m, err := operatorModule(op, sample)
			if err != nil {
				return nil, fmt.Errorf("%s/%d: %w", op.Name, number, err)
			}
			for _, sizes := range bindings {
				if !possible(sample, sizes) {
					continue
				}
				name := fmt.Sprintf("%s/%d/%dx%d", op.Name, number, sizes["particles"], sizes["neighbors"])
				c, err := operatorCase(name, m, op, sample, sizes, sourceOf(name, seed))
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

// operatorModule returns a module that applies an operator to a sample's arguments.
func operatorModule(op *ir.Op, sample ir.Sample) (*ir.Module, error) {
	m := ir.SampleModule()
	return m, ir.Build(m, func(b *ir.Builder) {
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
}

func operatorCase(name string, m *ir.Module, op *ir.Op, sample ir.Sample, sizes ir.Sizes, random *rand.Rand) (Case, error) {
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
