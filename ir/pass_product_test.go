package ir

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

const randomProducts = 60

// randomLinears is a module of linear layers over parts side by side: rows
// of edges, and of particles, repeated and gathered; narrow and wide; some
// more than once. Its loss reaches all of them.
func randomLinears(t *testing.T, rng *rand.Rand) *Module {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		senders := b.Input("senders", Indices("particles", Rows("edges")))
		var parts []*Value
		for k, width := range []int{1, 3, widePart, widePart + 4} {
			x := b.Input(fmt.Sprintf("x%d", k), Floats(Rows("particles"), width))
			edge := b.Input(fmt.Sprintf("edge%d", k), Floats(Rows("edges"), width))
			parts = append(parts, b.Repeat(x, "neighbors"), b.Gather(x, senders), edge)
		}
		var loss *Value
		for layer := range 3 {
			y := randomLinear(b, rng, fmt.Sprintf("layer%d", layer), parts)
			b.Output(fmt.Sprintf("y%d", layer), y)
			loss = b.plus(loss, b.SumRows(b.SumColumns(b.Square(y))))
			near := b.SumGroups(b.Tanh(y), "neighbors")
			parts = append(parts, y, b.Repeat(near, "neighbors"), b.Gather(near, senders))
		}
		b.Output("loss", loss)
	}))
	return m
}

// randomLinear is a linear layer over some of the parts, with or without a
// bias, whose product may be read once more.
func randomLinear(b *Builder, rng *rand.Rand, name string, parts []*Value) (y *Value) {
	var some []*Value
	width := 0
	for range 1 + rng.IntN(5) {
		part := parts[rng.IntN(len(parts))]
		some, width = append(some, part), width+part.Type.Columns()
	}
	out := 1 + rng.IntN(widePart+2)
	b.Scope(name, func() {
		weight := b.Param("weight", Floats(Fixed(width), out))
		y = b.product(some, weight)
		product := y
		if rng.IntN(3) > 0 {
			y = b.Add(y, b.Param("bias", Floats(Fixed(1), out)))
		}
		if rng.IntN(4) == 0 {
			y = b.Add(y, product)
		}
	})
	return y
}

// TestKernelPassesOnRandomProducts: the passes fold and split what there is
// to, change values and gradients by rounding alone, and leave nothing to do.
func TestKernelPassesOnRandomProducts(t *testing.T) {
	folded, split := 0, 0
	for seed := range uint64(randomProducts) {
		rng := rand.New(rand.NewPCG(seed, 6))
		before := randomLinears(t, rng)
		shuffled := before.Clone()
		shuffle(shuffled, rng)
		after, err := OptimizeForKernels(shuffled)
		require.NoError(t, err, "seed %d", seed)
		requireSignatureKept(t, before, after)
		again, err := OptimizeForKernels(after)
		require.NoError(t, err)
		require.Equal(t, skeletonOf(after), skeletonOf(again), "seed %d: optimizing is idempotent", seed)

		var params []string
		for _, param := range before.Main.Params() {
			params = append(params, param.Name)
		}
		whole, _, err := Gradient(before, "loss", append(params, "x2"))
		require.NoError(t, err)
		parts, _, err := Gradient(after, "loss", append(params, "x2"))
		require.NoError(t, err)
		parts, err = Optimize(parts)
		require.NoError(t, err)
		for _, sizes := range bindings {
			requireCloseOutputs(t, whole, parts, drawInputs(before, sizes, rng), sizes)
		}
		folded += changes(t, shuffled, foldRepeatedInputs)
		split += changes(t, shuffled, splitProducts)
		require.Zero(t, wideProducts(after), "seed %d: a product of edges is left that particles could do\n%s", seed, after)
	}
	require.Greater(t, folded, randomProducts/2)
	require.Greater(t, split, randomProducts)
}

// changes runs one pass alone.
func changes(t *testing.T, m *Module, pass func(*Module) (int, error)) int {
	m = m.Clone()
	changed, err := pass(m)
	require.NoError(t, err)
	require.NoError(t, Verify(m))
	return changed
}

// wideProducts counts wide parts of products that repeat or gather rows of
// particles.
func wideProducts(m *Module) (count int) {
	for _, node := range m.Main.Nodes {
		parts, _ := factors(node)
		for _, part := range parts {
			if part.Node == nil || part.Type.Columns() < widePart {
				continue
			}
			if name := part.Node.Op.Name; name == "repeat" || name == "gather" {
				count++
			}
		}
	}
	return count
}
