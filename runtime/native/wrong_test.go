package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/drawn"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/train"
)

func TestWrongInputs(t *testing.T) {
	model, values := newModel(t, builder.Published, 1, 4, false)
	program := compile(t, model.Module, native.Options{})
	for _, c := range []struct {
		change  func(inputs tensors)
		systems []int
		want    string
	}{
		{func(in tensors) { delete(in, "senders") }, nil, "input senders is missing; it is index<particles>[edges]"},
		{func(in tensors) { in["extra"] = in["charge"] }, nil, "extra is no input of module gmn"},
		{func(in tensors) { in["senders"].Index[3] = 30 }, nil,
			"input senders has the index 30 in row 3; it points into 30 particles"},
		{func(in tensors) { in["senders"].Index[3] = -1 }, nil,
			"input senders has the index -1 in row 3; it points into 30 particles"},
		{func(in tensors) { in["partner"].Index[11] = 9 }, []int{10, 10, 10},
			"input partner has the index 9 in row 11; its system has the particles 10 to 19"},
		{func(in tensors) { in["charge"] = in["position"] }, nil,
			"input charge has the shape [30 3]; it is float[particles,1], with 30 rows"},
		{func(in tensors) { in["charge"] = runtime.Floats(make([]float32, 5), 30, 1) }, nil,
			"input charge: tensor of shape [30 1] needs 30 elements and holds 5"},
		{func(in tensors) { in["charge"] = runtime.Indices(make([]int64, 30), 30, 1) }, nil,
			"input charge is float[particles,1] and was given elements of the other kind"},
		{func(in tensors) { in["senders"] = runtime.Indices(make([]int64, 31), 31) }, nil,
			"31 edges are not a whole number of neighbors for each of 30 particles"},
		{func(in tensors) { in["senders"] = runtime.Indices(make([]int64, 31), 31) }, []int{10, 20},
			"31 edges are neither those of complete systems (470) nor a whole number for each of 30 particles"},
		{func(tensors) {}, []int{10, 10}, "the systems have 20 particles together; the inputs have 30 rows of them"},
		{func(tensors) {}, []int{10, 0, 20}, "system 1 has 0 particles; a system has at least 1"},
	} {
		inputs := train.Inputs(datasets.NewBatch(drawn.Samples(drawn.Compositions[0], 3, 1)))
		c.change(inputs)
		_, err := program.Run(values, inputs, c.systems)
		require.EqualError(t, err, c.want)
	}
	inputs := train.Inputs(datasets.NewBatch(drawn.Samples(drawn.Compositions[0], 3, 1)))
	_, err := program.Run(values, inputs, nil)
	require.NoError(t, err, "a program goes on after an error")
	const bias = "embedding/bias"
	values[bias] = values[bias][1:]
	_, err = program.Run(values, inputs, nil)
	require.EqualError(t, err, "the parameter embedding/bias has 3 values; it is float[1,4]")
	delete(values, bias)
	_, err = program.Run(values, inputs, nil)
	require.EqualError(t, err, "the value of the parameter embedding/bias is missing; it is float[1,4]")
}

// TestWrongModules are modules that cannot be compiled.
func TestWrongModules(t *testing.T) {
	rows := ir.Floats(ir.Rows("particles"), 2)
	for want, write := range map[string]func(b *ir.Builder){
		"has no kernel for the operator convolve": func(b *ir.Builder) {
			y := b.Neg(b.Input("x", rows))
			y.Node.Op = &ir.Op{Name: "convolve", Arity: 1, Infer: y.Node.Op.Infer}
			b.Output("y", y)
		},
		"indices in a fixed number of rows": func(b *ir.Builder) {
			at := b.Input("at", ir.Indices("particles", ir.Fixed(2)))
			b.Output("y", b.Gather(b.Input("x", rows), at))
		},
		"a sum over the whole batch, beside values of single systems": func(b *ir.Builder) {
			b.Output("y", b.Mul(b.SumRows(b.Input("x", rows)), b.Size("neighbors")))
		},
	} {
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, write))
		_, err := native.Compile(m, native.Options{})
		require.ErrorContains(t, err, want)
	}
	m := ir.SampleModule()
	m.Dims = append(m.Dims, ir.Dimension{Symbol: "atoms", Rows: true})
	require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output("y", b.Neg(b.Input("x", rows))) }))
	_, err := native.Compile(m, native.Options{})
	require.ErrorContains(t, err, "has the dimensions particles and atoms")
}
