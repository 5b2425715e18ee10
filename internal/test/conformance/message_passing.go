package conformance

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// MessagePassing returns a small layer of message passing with a loss. It has networks on
// edges, which a single particle lacks, a weight that acts on particles, one that reaches no
// output, and one that is used twice in a row.
func MessagePassing(t testing.TB) *ir.Module {
	m := ir.SampleModule()
	rows, edges := ir.Rows("particles"), ir.Rows("edges")
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x, target := b.Input("x", ir.Floats(rows, 3)), b.Input("target", ir.Floats(rows, 3))
		senders := b.Input("senders", ir.Indices("particles", edges))
		inner := b.Param("inner", ir.Floats(ir.Fixed(7), 4))
		bias := b.Param("bias", ir.Floats(ir.Fixed(1), 4))
		outer := b.Param("outer", ir.Floats(ir.Fixed(4), 1))
		scale := b.Param("scale", ir.Floats(ir.Fixed(1), 3))
		b.Square(b.Param("unused", ir.Floats(ir.Fixed(2), 2)))

		near, far := b.Repeat(x, "neighbors"), b.Gather(x, senders)
		offset := b.Sub(near, far)
		in := b.Concat(near, far, b.Inner(offset, offset))
		message := b.SiLU(b.Add(b.MatMul(in, inner, false, false), bias))
		force := b.SumGroups(b.Mul(offset, b.MatMul(message, outer, false, false)), "neighbors")
		y := b.Mul(b.Add(x, force), b.Add(scale, scale))
		b.Output("y", y)
		b.Output("scale", scale)
		b.Output("senders", senders)
		b.Output("x", x)
		b.Output("message", message)
		b.Output("bonded", b.Same(senders, b.Repeat(b.RowNumbers("particles"), "neighbors")))
		b.Output("loss", b.SumRows(b.SumColumns(b.Square(b.Sub(y, target)))))
	}))
	return m
}

func noise(random *rand.Rand, shape ...int) runtime.Tensor {
	value := runtime.Tensor{Shape: shape}
	value.Float = make([]float32, value.Size())
	for i := range value.Float {
		value.Float[i] = float32(random.NormFloat64()) / 2
	}
	return value
}

// MessagePassingParams returns parameters for it.
func MessagePassingParams() map[string]runtime.Tensor {
	random := rand.New(rand.NewPCG(1, 0))
	return map[string]runtime.Tensor{
		"inner": noise(random, 7, 4), "bias": noise(random, 1, 4), "outer": noise(random, 4, 1),
		"scale": noise(random, 1, 3), "unused": noise(random, 2, 2),
	}
}

// MessagePassingBatch returns a batch of one system of particles with that many neighbors each.
func MessagePassingBatch(particles, neighbors int) runtime.Batch {
	random := rand.New(rand.NewPCG(uint64(particles), uint64(neighbors)))
	senders := make([]int64, particles*neighbors)
	for i := range senders {
		senders[i] = random.Int64N(int64(particles))
	}
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{
		"x": noise(random, particles, 3), "target": noise(random, particles, 3),
		"senders": runtime.Indices(senders, len(senders)),
	}}
	if particles > 0 {
		batch.Systems = []runtime.System{{Particles: particles, Neighbors: neighbors}}
	}
	return batch
}

// Everything evaluates the module in float64.
func Everything(t testing.TB, m *ir.Module, values map[string]runtime.Tensor, batch runtime.Batch) map[string]ir.Tensor {
	wide := map[string]ir.Tensor{}
	for name, value := range values {
		wide[name] = runtime.Widen(value)
	}
	for name, value := range batch.Inputs {
		wide[name] = runtime.Widen(value)
	}
	want, err := ir.Eval(m, wide, nil)
	require.NoError(t, err)
	return want
}
