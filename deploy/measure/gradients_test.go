package measure

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestNamesOfGradients: no input is named twice.
func TestNamesOfGradients(t *testing.T) {
	require.NoError(t, CheckGradients(nil))
	require.NoError(t, CheckGradients([]string{"position", "velocity"}))
	require.EqualError(t, CheckGradients([]string{"velocity", "position", "velocity"}), "gradients has velocity twice")
	_, err := NewPullback(nil, []string{"q", "q"}, nil)
	require.ErrorContains(t, err, "gradients has q twice")
}

// TestInputsOfGradients: a file is given the cotangents of its outputs, in each of its steps, and so are inputs that each step
// has of its own. A file with a Loop is given the number of its steps.
func TestInputsOfGradients(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{4, 5, 6}}
	system.Force.Set(&s, []float32{7, 8, 9})
	declared := []string{"position", "force"}
	p := &Pullback{run: &run.Run{}}
	given := p.fileInputs([]system.Sample{s}, declared)
	require.Len(t, given, 4)
	require.Equal(t, []float32{4, 5, 6}, given[ir.CotangentPrefix+"position"].Float, "the velocity is the cotangent of the position")
	require.Equal(t, []float32{1, 2, 3}, given[ir.CotangentPrefix+"velocity"].Float)
	require.Equal(t, runtime.Floats([]float32{7, 8, 9}, 1, 1, 3), given["force"])
	p.steps = 2
	given = p.fileInputs([]system.Sample{s}, declared)
	require.Len(t, given, 4)
	require.Equal(t, runtime.Floats([]float32{4, 5, 6, 4, 5, 6}, 2, 1, 1, 3), given[rolling.Cotangents("position")])
	require.Equal(t, runtime.Floats([]float32{7, 8, 9}, 1, 1, 3), given["force"])
	p.run.Config.Model.PerFrame, p.loops = []string{"force", "torque"}, true
	given = p.fileInputs([]system.Sample{s}, declared)
	require.Len(t, given, 5, "the file takes no torque")
	require.Equal(t, runtime.Floats([]float32{7, 8, 9, 7, 8, 9}, 2, 1, 1, 3), given["force"])
	require.Equal(t, runtime.Indices([]int64{2}), given[rolling.StepsInput])
}

// TestOutputsOfGradients: predictions are those of the first step, and gradients of inputs that each step has of its
// own are listed by rows.
func TestOutputsOfGradients(t *testing.T) {
	p := &Pullback{run: &run.Run{}}
	all := map[string]runtime.Tensor{
		system.PredictedPrefix + "position": runtime.Floats([]float32{1, 2, 3}, 1, 1, 3), ir.GradientPrefix + "force": runtime.Floats([]float32{4, 5, 6}, 1, 1, 3),
	}
	require.Equal(t, map[string][]float32{"position": {1, 2, 3}, ir.GradientPrefix + "force": {4, 5, 6}}, p.fileOutputs(all))
	p.steps, p.run.Config.Model.PerFrame = 1, []string{"force"}
	all[ir.GradientPrefix+"force"] = runtime.Floats([]float32{4, 5, 6}, 1, 1, 1, 3)
	require.Equal(t, []float32{4, 5, 6}, p.fileOutputs(all)[ir.GradientPrefix+"force"], "of the only step")
	p.steps = 2
	all = map[string]runtime.Tensor{
		system.PredictedPrefix + "positions": runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 1, 1, 3),
		ir.GradientPrefix + "force":          runtime.Floats([]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2, 1, 2, 3),
		ir.GradientPrefix + "gravity":        runtime.Floats([]float32{7, 8, 9}, 1, 3),
	}
	got := p.fileOutputs(all)
	require.Len(t, got, 3)
	require.Equal(t, []float32{1, 2, 3}, got["position"])
	require.Equal(t, []float32{1, 2, 3, 7, 8, 9, 4, 5, 6, 10, 11, 12}, got[ir.GradientPrefix+"force"], "rows, and steps in each")
	require.Equal(t, []float32{7, 8, 9}, got[ir.GradientPrefix+"gravity"])
}

// TestBatchesOfGradients: systems of several compositions are run by composition, an error ends it, and systems that are no input are refused.
func TestBatchesOfGradients(t *testing.T) {
	one, two := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}, system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	var counts []int
	p := pullbackPredictor{func() error { return nil }, func(samples []system.Sample) (map[string][]float32, error) {
		counts = append(counts, len(samples))
		if samples[0].Particles() > 2 {
			return nil, errors.New("too many")
		}
		return map[string][]float32{"position": make([]float32, 3*len(samples)*samples[0].Particles())}, nil
	}}
	got, err := p.Outputs([]system.Sample{one, one, two})
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, counts)
	require.Len(t, got["position"], 12)
	_, err = p.Outputs([]system.Sample{{Position: make([]float32, 9), Velocity: make([]float32, 9)}})
	require.EqualError(t, err, "too many")
	_, err = p.Outputs([]system.Sample{{Position: make([]float32, 9)}})
	require.ErrorContains(t, err, "positions and velocities (x0 and v0): sample 0 has 9 and 0 numbers")
	require.NotEqual(t, "too many", err.Error())
}

// squaring is a module of a step that squares positions, times a weight, and adds them to velocities, with the gradient of positions. The
// gradient is multiplied by a factor, which should be 1.
func squaring(t *testing.T, factor float64) *Pullback {
	t.Helper()
	rows := ir.Floats(ir.Rows("particles"), 3)
	module := &ir.Module{Dims: []ir.Dimension{{Symbol: "particles", Rows: true}}}
	require.NoError(t, ir.Build(module, func(b *ir.Builder) {
		x, v := b.Input("position", rows), b.Input("velocity", rows)
		dx, dv := b.Input(ir.CotangentPrefix+"position", rows), b.Input(ir.CotangentPrefix+"velocity", rows)
		weight := b.Param("weight", ir.Floats(ir.Fixed(1), 1))
		b.Param("unread", ir.Floats(ir.Fixed(1), 1))
		b.Output("position", b.Mul(b.Mul(x, x), weight))
		b.Output("velocity", b.Add(v, x))
		b.Output(ir.GradientPrefix+"position", b.Mul(b.Add(b.Mul(b.Mul(x, dx), b.Mul(weight, b.Scalar(2))), dv), b.Scalar(factor)))
	}))
	weights := map[string]runtime.Tensor{"weight": runtime.Floats([]float32{-1.5}, 1, 1)}
	return &Pullback{run: &run.Run{Weights: weights}, Module: module, Names: []string{"position"}}
}

// TestFiniteDifferences: gradients that are right are those of finite differences, and a gradient that is off by a ten-thousandth is found.
func TestFiniteDifferences(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3, -1, 0.5, 2}, Velocity: []float32{4, 5, 6, 1, 1, 1}}
	group := verify.Group{Name: "(two)", Samples: []system.Sample{s}}
	for factor, holds := range map[float64]bool{1: true, 1.0001: false, -1: false} {
		f, err := squaring(t, factor).differences(group)
		require.NoError(t, err)
		require.Equal(t, holds, f.Holds(), "%g: %g", factor, f.Largest)
		require.Equal(t, Differences, f.Promise)
		require.Equal(t, differenceAllowed, f.Allowed)
		require.Equal(t, "position of composition (two)", f.Where)
		m := &Measurement{pullback: squaring(t, factor), Groups: []verify.Group{group, group}}
		measured, err := m.differences()
		require.Equal(t, holds, err == nil)
		require.Len(t, measured.Findings, 2)
		require.Equal(t, ours, measured.Runtime)
		if !holds {
			require.ErrorContains(t, err, Differences+": off by ")
		}
	}
}

// TestSumOfRows: rows add up, and both summands stay.
func TestSumOfRows(t *testing.T) {
	a := runtime.Floats([]float32{1, 2}, 1, 2)
	require.Equal(t, runtime.Floats([]float32{4, 6}, 1, 2), sum(a, runtime.Floats([]float32{3, 4}, 1, 2)))
	allclose.Within(t, []float32{1, 2}, a.Float, 0)
}

// TestGradientsThatRoundingsHide: differences are relative to the gradient, or to the least one that roundings show.
func TestGradientsThatRoundingsHide(t *testing.T) {
	require.Equal(t, 0.5, offBy(-1, 2, 5, 1))                  // of the gradient
	require.InEpsilon(t, 0.02, offBy(1e-6, 1e-9, 5, 1), 1e-12) // of 5e-5
	require.InEpsilon(t, 0.04, offBy(1e-6, 1e-9, 5, 2), 1e-12) // of an input of 2
	require.InEpsilon(t, 2e-5, offBy(1e-6, 1e-9, 5, 0), 1e-12) // of one at rest
	require.Zero(t, offBy(0, 0, 0, 0))
}
