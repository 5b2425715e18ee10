package native

import (
	"errors"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// summing compiles a sum over squares of particles and of edges.
func summing(t *testing.T, options Options) *Program {
	t.Helper()
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Square(b.Input("x", ir.Floats(ir.Rows("particles"), 1)))
		y := b.Square(b.Input("y", ir.Floats(ir.Rows("edges"), 1)))
		b.Output("z", b.SumRows(b.Add(x, b.SumGroups(y, "neighbors"))))
	}))
	p, err := Compile(m, options)
	require.NoError(t, err)
	return p
}

// sumOf returns the sum for systems of two particles whose values are 1.
func (p *Program) sumOf(t *testing.T, systems, neighbors int) float32 {
	t.Helper()
	ones := func(count int) runtime.Tensor {
		values := make([]float32, count)
		for i := range values {
			values[i] = 1
		}
		return runtime.Floats(values, count, 1)
	}
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{"x": ones(2 * systems), "y": ones(2 * systems * neighbors)}}
	for range systems {
		batch.Systems = append(batch.Systems, runtime.System{Particles: 2, Neighbors: neighbors})
	}
	out, err := p.Run(nil, batch)
	require.NoError(t, err)
	return out["z"].Float[0]
}

// TestDefaultsOfOptions: what options leave out follows from the processors and from the memory that a shard takes.
func TestDefaultsOfOptions(t *testing.T) {
	p := summing(t, Options{})
	require.Equal(t, goruntime.GOMAXPROCS(0), p.options.Workers)
	require.Equal(t, []int{400, 700, 1250}, []int{p.options.ShardEdges, p.leastEdges, p.mostEdges}, "its values take little memory")
	require.Equal(t, 10000, p.options.SystemEdges)
	require.NotNil(t, p.options.Memory)
	require.Equal(t, 1, p.options.Ranks.Size())

	own := &Memory{}
	p = summing(t, Options{Workers: 3, ShardEdges: 1, SystemEdges: 1, Memory: own})
	require.Equal(t, []int{3, 1, 1, 1, 1}, []int{p.options.Workers, p.options.ShardEdges, p.leastEdges, p.mostEdges, p.options.SystemEdges})
	require.Same(t, own, p.options.Memory)
}

// TestLayoutsGrow: a layout holds the largest numbers of particles and of edges of all batches before, and stays for smaller ones.
func TestLayoutsGrow(t *testing.T) {
	p := summing(t, Options{Workers: 100, ShardEdges: 1000})
	require.Equal(t, float32(6), p.sumOf(t, 1, 2))
	require.Equal(t, size{2, 4}, p.layout.limit)
	require.Equal(t, float32(20), p.sumOf(t, 10, 0))
	require.Equal(t, size{20, 4}, p.layout.limit)
	grown := p.layout
	require.Equal(t, float32(6), p.sumOf(t, 1, 2))
	require.Same(t, grown, p.layout)
	require.Equal(t, float32(18), p.sumOf(t, 1, 8))
	require.Equal(t, size{20, 16}, p.layout.limit)
	require.Len(t, p.workers, lanes, "no more than lanes can work")
}

// TestInputsAreForgotten: a program that forgets its last run keeps no values of the batch alive.
func TestInputsAreForgotten(t *testing.T) {
	for _, options := range []Options{{Workers: 2}, {Workers: 2, ShardEdges: 2, SystemEdges: 3}} {
		p := summing(t, options)
		require.Equal(t, float32(12), p.sumOf(t, 2, 2))
		p.forget()
		for _, bound := range p.plan.inputs {
			require.Nil(t, p.whole.floats[bound.number])
			require.Nil(t, p.large.frame.floats[bound.number])
			for _, w := range p.workers {
				require.Nil(t, w.frame.floats[bound.number])
			}
		}
		for _, given := range p.batch.inputs {
			require.Nil(t, given.Float)
		}
	}
}

// TestFirstFailure: of the errors of several workers, that of the first shard counts.
func TestFirstFailure(t *testing.T) {
	early, late := errors.New("early"), errors.New("late")
	require.NoError(t, (&Program{workers: []*worker{{}, {errorAt: 1}}}).failure())
	require.Equal(t, early, (&Program{workers: []*worker{{err: late, errorAt: 5}, {}, {err: early, errorAt: 3}}}).failure())
	require.Equal(t, early, (&Program{workers: []*worker{{err: early}, {err: late, errorAt: 2}}}).failure())
}
