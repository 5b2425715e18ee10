package gorgonia

import (
	"testing"

	"github.com/stretchr/testify/require"
	G "gorgonia.org/gorgonia"

	"gmnc/internal/test/conformance"
	"gmnc/internal/test/ranks"
	"gmnc/ir"
	"gmnc/runtime"
)

// negation returns a module that negates a number of each particle.
func negation(t *testing.T) *ir.Module {
	t.Helper()
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output("y", b.Neg(b.Input("x", ir.Floats(ir.Rows("particles"), 1))))
	}))
	return m
}

// ofParticles returns a batch of one system.
func ofParticles(count int) runtime.Batch {
	x := make([]float32, count)
	for i := range x {
		x[i] = float32(i + 1)
	}
	return runtime.Batch{Inputs: map[string]runtime.Tensor{"x": runtime.Floats(x, count, 1)}, Systems: []runtime.System{{Particles: count}}}
}

// TestTapesOfShapes: the tapes of the last four shapes are kept, those used last before the others, and a batch of a
// known shape runs on its tape.
func TestTapesOfShapes(t *testing.T) {
	eachLevel(t, tapeLevels, func(t *testing.T, level Level) {
		opened, err := newEngine(level, negation(t), nil, nil, nil)
		require.NoError(t, err)
		engine := opened.(*tapes)
		made := map[int]*program{}
		for _, c := range []struct {
			particles int
			kept      []int // numbers of particles
			known     bool
		}{
			{1, []int{1}, false}, {2, []int{2, 1}, false}, {3, []int{3, 2, 1}, false}, {1, []int{1, 3, 2}, true},
			{4, []int{4, 1, 3, 2}, false}, {2, []int{2, 4, 1, 3}, true}, {5, []int{5, 2, 4, 1}, false}, {3, []int{3, 5, 2, 4}, false},
		} {
			got, err := engine.run(ofParticles(c.particles))
			require.NoError(t, err)
			require.Len(t, got.outputs["y"].Float, c.particles)
			require.Equal(t, float32(-c.particles), got.outputs["y"].Float[c.particles-1])
			var kept []int
			for _, p := range engine.programs {
				kept = append(kept, p.sizes["particles"])
			}
			require.Equal(t, c.kept, kept)
			require.Equal(t, c.known, made[c.particles] == engine.programs[0])
			made[c.particles] = engine.programs[0]
		}
		require.NoError(t, engine.close())
		require.Empty(t, engine.programs)
	})
}

// TestGraphsThatDoNotFit: what Gorgonia panics on is an error that names the module and its sizes.
func TestGraphsThatDoNotFit(t *testing.T) {
	m := negation(t)
	breaks := func(*lowering, *ir.Node, []*G.Node) *G.Node { panic("no such shape") }
	engine := &tapes{source: source{module: m, split: newSplit(m.Main), rule: breaks}}
	_, err := engine.run(ofParticles(2))
	require.ErrorContains(t, err, "module sample with ")
	require.ErrorContains(t, err, "does not fit Gorgonia: no such shape")
	require.Empty(t, engine.programs)
	_, err = engine.run(runtime.Batch{Systems: []runtime.System{{Particles: 2}}})
	require.ErrorContains(t, err, "x")
}

// TestRanksNeedRegions: several ranks train together at O2 alone.
func TestRanksNeedRegions(t *testing.T) {
	for _, err := range ranks.Run(2, func(together runtime.Ranks) error {
		for _, level := range tapeLevels {
			_, err := newEngine(level, negation(t), nil, nil, together)
			require.EqualError(t, err, "at "+level.String()+" one process trains, not 2 ranks: use -O2")
		}
		return nil
	}) {
		require.NoError(t, err)
	}
}

// TestParts: a long module runs on several tapes, which hand on what later ones and the caller take, and with gradients
// on one.
func TestParts(t *testing.T) {
	const nodes = 2*partNodes + 10
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 1))
		first := b.Sin(x)
		y := first
		for i := range nodes {
			if y = b.Cos(y); i == nodes/2 {
				b.Output("middle", y)
			}
		}
		b.Output("first", first)
		b.Output(runtime.LossName, b.SumRows(b.Add(y, first)))
	}))
	batch := ofParticles(3)
	want := conformance.Everything(t, m, nil, batch)
	eachLevel(t, tapeLevels, func(t *testing.T, level Level) {
		for parts, wrt := range map[int][]string{3: nil, 1: {"x"}} {
			opened, err := newEngine(level, m, nil, wrt, nil)
			require.NoError(t, err)
			for range 2 {
				got, err := opened.run(batch)
				require.NoError(t, err)
				for _, output := range m.Main.Outputs {
					conformance.Compare(t, output.Name, want[output.Name], got.outputs[output.Name], conformance.LayerTolerance)
				}
			}
			program := opened.(*tapes).programs[0]
			require.Len(t, program.parts, parts)
			require.Len(t, program.computed, len(m.Main.Outputs)+parts-1, "outputs, and the last value of each tape but one")
			require.NoError(t, opened.close())
		}
	})
}
