package native_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// TestChosenRows holds a network of chosen rows and its gradients to the float64
// interpreter, in shards that have none, some and all of their rows chosen, and in a
// system that runs by blocks.
func TestChosenRows(t *testing.T) {
	const width = 20
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), width))
		mask := b.Input("mask", ir.Floats(ir.Rows("particles"), 1))
		first := b.Input("first", ir.Indices("particles", ir.Rows("particles")))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		w, bias := b.Param("w", ir.Floats(ir.Fixed(width), width)), b.Param("bias", ir.Floats(ir.Fixed(1), width))
		network := func(x *ir.Value) *ir.Value { return b.Tanh(b.SiLU(b.Add(b.MatMul(x, w, false, false), bias))) }
		y := b.Representatives(b.Choose(network(b.Choose(x, mask)), mask), first)
		z := b.Add(y, b.SumGroups(b.Gather(x, senders), "neighbors"))
		b.Output("z", z)
		b.Output("loss", b.SumRows(b.SumColumns(b.Mul(z, z))))
	}))
	module, _, err := ir.Gradient(m, "loss", []string{"x", "w", "bias"})
	require.NoError(t, err)
	lowered, err := native.Lower(module)
	require.NoError(t, err)
	require.Contains(t, ir.Print(lowered), " = choose_rows %x, %mask {each=each0} : float[chosen0,20]")
	for name, every := range map[string]int{"none": 0, "all": 1, "some": 3} {
		for options, o := range map[string]native.Options{"shards": {ShardEdges: 10}, "one": {}, "blocks": {SystemEdges: 4, ShardEdges: 8}} {
			t.Run(fmt.Sprint(name, "/", options), func(t *testing.T) {
				values, batch := chosenBatch(width, every)
				want := conformance.Everything(t, module, values, batch)
				program := compile(t, module, o)
				for range 2 {
					got := runProgram(t, program, weights{"w": values["w"].Float, "bias": values["bias"].Float}, batch)
					for output, value := range want {
						conformance.Compare(t, output, value, got[output], modelTolerance)
					}
				}
			})
		}
	}
}

// TestChosenOutput requires an error where chosen rows are not put back.
func TestChosenOutput(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x, mask := b.Input("x", ir.Floats(ir.Rows("particles"), 3)), b.Input("mask", ir.Floats(ir.Rows("particles"), 1))
		b.Output("y", b.Choose(x, mask))
	}))
	_, err := native.Compile(m, native.Options{})
	require.ErrorContains(t, err, "output y has the rows that a mask chooses alone")
}

// chosenBatch returns six systems of four particles; every sets how far apart the chosen
// ones are. Some systems have none, others more.
func chosenBatch(width, every int) (values map[string]runtime.Tensor, batch runtime.Batch) {
	batch.Inputs = map[string]runtime.Tensor{}
	var x, mask []float32
	var first, senders []int64
	const systems, particles = 6, 4
	for i := range systems {
		at := int64(len(mask))
		for k := range int64(particles) {
			for j := range width {
				x = append(x, float32((len(x)*7+j)%11-5)/8)
			}
			holds := float32(0)
			if every > 0 && (i*particles+int(k))%(every*(1+i%2*particles)) == 0 {
				holds = 1
			}
			mask, first = append(mask, holds), append(first, at)
			for sender := range int64(particles) {
				if sender != k {
					senders = append(senders, at+sender)
				}
			}
		}
		batch.Systems = append(batch.Systems, runtime.System{Particles: particles, Neighbors: particles - 1})
	}
	batch.Inputs["x"] = runtime.Floats(x, len(mask), width)
	batch.Inputs["mask"] = runtime.Floats(mask, len(mask), 1)
	batch.Inputs["first"] = runtime.Tensor{Shape: []int{len(first)}, Index: first}
	batch.Inputs["senders"] = runtime.Tensor{Shape: []int{len(senders)}, Index: senders}
	w := slices.Repeat([]float32{0.1, -0.2, 0.3, 0.05, -0.15}, width*width/5)
	return map[string]runtime.Tensor{"w": runtime.Floats(w, width, width), "bias": runtime.Floats(w[:width], 1, width)}, batch
}
