package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/system"
)

func TestWrongInputs(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 4, false)
	program := compile(t, model.Module, native.Options{})
	for _, c := range []struct {
		change func(b *runtime.Batch)
		want   string
	}{
		{func(b *runtime.Batch) { delete(b.Inputs, "senders") }, "input senders is missing; it is index<particles>[edges]"},
		{func(b *runtime.Batch) { b.Inputs["extra"] = b.Inputs["charge"] }, "extra is no input of module gmn"},
		{func(b *runtime.Batch) { b.Inputs["senders"].Index[3] = 10 },
			"input senders has the index 10 in row 3; its system has the particles 0 to 9"},
		{func(b *runtime.Batch) { b.Inputs["senders"].Index[3] = -1 },
			"input senders has the index -1 in row 3; its system has the particles 0 to 9"},
		{func(b *runtime.Batch) { b.Inputs["senders"].Index[269] = 30 },
			"input senders has the index 30 in row 269; its system has the particles 20 to 29"},
		{func(b *runtime.Batch) { b.Inputs["partner"].Index[11] = 9 },
			"input partner has the index 9 in row 11; its system has the particles 10 to 19"},
		{func(b *runtime.Batch) { b.Inputs["partner"].Index[11] = 20 },
			"input partner has the index 20 in row 11; its system has the particles 10 to 19"},
		{func(b *runtime.Batch) { b.Inputs["charge"] = b.Inputs["position"] },
			"input charge has the shape [30 3]; it is float[particles,1], with 30 rows"},
		{func(b *runtime.Batch) { b.Inputs["charge"] = runtime.Floats(make([]float32, 5), 30, 1) },
			"input charge: tensor of shape [30 1] needs 30 elements and holds 5"},
		{func(b *runtime.Batch) { b.Inputs["charge"] = runtime.Indices(make([]int64, 30), 30, 1) },
			"input charge is float[particles,1] and was given elements of the other kind"},
		{func(b *runtime.Batch) { b.Inputs["senders"] = runtime.Indices(make([]int64, 31), 31) },
			"input senders has the shape [31]; it is index<particles>[edges], with 270 rows"},
		{func(b *runtime.Batch) { b.Systems = b.Systems[:2] },
			"input position has the shape [30 3]; it is float[particles,3], with 20 rows"},
		{func(b *runtime.Batch) { b.Systems = nil },
			"input position has the shape [30 3]; it is float[particles,3], with 0 rows (the batch has no systems)"},
		{func(b *runtime.Batch) { b.Systems[1].Particles = 0 },
			"system 1 of the batch has 0 particles with 9 neighbors each; a system has 1 particle or more, with 0 neighbors or more"},
		{func(b *runtime.Batch) { b.Systems[2].Neighbors = -1 },
			"system 2 of the batch has 10 particles with -1 neighbors each; a system has 1 particle or more, with 0 neighbors or more"},
	} {
		batch := predict.Inputs(system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 3, 1)))
		c.change(&batch)
		_, err := program.Run(values, batch)
		require.EqualError(t, err, c.want)
	}
	batch := predict.Inputs(system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 3, 1)))
	_, err := program.Run(values, batch)
	require.NoError(t, err, "a program goes on after an error")
	const bias = "embedding/bias"
	values[bias] = values[bias][1:]
	_, err = program.Run(values, batch)
	require.EqualError(t, err, "the parameter embedding/bias has 3 values; it is float[1,4]")
	delete(values, bias)
	_, err = program.Run(values, batch)
	require.EqualError(t, err, "the value of the parameter embedding/bias is missing; it is float[1,4]")
}

// TestUnusedIndices are checked though no kernel reads them.
func TestUnusedIndices(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		b.Output("y", b.Neg(b.Input("x", ir.Floats(ir.Rows("particles"), 1))))
	}))
	program := compile(t, m, native.Options{})
	batch := runtime.Batch{
		Inputs:  tensors{"x": runtime.Floats([]float32{1, 2, 3}, 3, 1), "senders": runtime.Indices([]int64{1, 0, 2}, 3)},
		Systems: []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 1, Neighbors: 1}},
	}
	_, err := program.Run(nil, batch)
	require.NoError(t, err)
	batch.Inputs["senders"].Index[1] = 2
	_, err = program.Run(nil, batch)
	require.EqualError(t, err, "input senders has the index 2 in row 1; its system has the particles 0 to 1")
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
