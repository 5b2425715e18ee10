package measure

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export/rolling"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

var errFails = errors.New("no memory")

// TestCountsThatFail: a count of limits that fails is an error, of drawn systems, of training inputs
// and of test samples.
func TestCountsThatFail(t *testing.T) {
	one := []system.Sample{{Position: []float32{1, 0, 0}}}
	for fails := range 3 {
		calls := 0
		m := &Measurement{Groups: []verify.Group{{Samples: one}}, Examples: []verify.Group{{Samples: one}}}
		m.limited = func(samples []system.Sample) ([]bool, error) {
			if calls++; calls > fails {
				return nil, errFails
			}
			return make([]bool, len(samples)), nil
		}
		text, err := m.CountLimited(one, "d.npz")
		require.ErrorIs(t, err, errFails, "%d", fails)
		require.Empty(t, text)
	}
}

// TestStepsThatFail: a step that fails ends the steps, forward and backward.
func TestStepsThatFail(t *testing.T) {
	rows := runtime.Floats(make([]float32, 3), 1, 3)
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{"position": rows, "velocity": rows, "force": rows}}
	p := &Pullback{steps: 2, Names: []string{"force"}, run: &run.Run{}}
	for fails := range 4 {
		calls := 0
		_, err := p.many(session{run: func(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
			if calls++; calls > fails {
				return nil, errFails
			}
			return doubling{}.Run(runtime.Batch{Inputs: inputs})
		}}, batch)
		require.ErrorIs(t, err, errFails, "%d", fails)
		require.Equal(t, fails+1, calls)
	}
}

// TestGradientsThatFail: gradients are those of inputs that the interpreter takes, and a predictor
// whose session fails returns its error.
func TestGradientsThatFail(t *testing.T) {
	pull, err := NewPullback(small(t), []string{"velocity"}, &rolling.Rollout{})
	require.NoError(t, err)
	require.Equal(t, measuredSteps, pull.steps)
	require.True(t, pull.loops)
	_, err = NewPullback(small(t), []string{"velocity", "velocity"}, nil)
	require.EqualError(t, err, "gradients has velocity twice")
	_, err = NewPullback(small(t), []string{"mass"}, nil)
	require.ErrorContains(t, err, "gradients mass: the model has no such input; choose of position, velocity, charge")
	failing := pullbackPredictor{func() error { return errFails }, func([]system.Sample) (map[string][]float32, error) { return nil, errFails }}
	require.ErrorIs(t, failing.Close(), errFails)
	_, err = failing.Outputs(sticks(1))
	require.ErrorIs(t, err, errFails)
	_, err = failing.Outputs([]system.Sample{{Position: []float32{1}}})
	require.ErrorContains(t, err, "positions and velocities (x0 and v0): sample 0 has 1 and 0 numbers")
	require.NotErrorIs(t, err, errFails)
	broken := engines.Reference()
	broken.Modes = []runtime.Mode{{Open: func(*ir.Module, map[string]runtime.Tensor) (runtime.Session, error) { return nil, errFails }}}
	_, err = pull.open(broken)
	require.ErrorIs(t, err, errFails)
	of := small(t)
	of.Weights = nil
	_, err = (&Pullback{run: of, Module: pull.Module}).open(engines.Reference())
	require.ErrorContains(t, err, "the parameters do not fit module gmn-ode: values are missing for 9 parameters: ")
	_, err = (&Pullback{run: of, Module: pull.Module}).agree(nil, nil, nil)
	require.ErrorContains(t, err, "the parameters do not fit module gmn-ode: values are missing for 9 parameters: ")
	_, err = part{Measurement: &Measurement{pullback: &Pullback{steps: 1, run: of, Module: pull.Module}}}.calls(engines.Bounded(), nil)
	require.ErrorContains(t, err, "values are missing for 9 parameters")
}

// TestTwiceBatches: gradients of samples of two compositions follow one another.
func TestTwiceBatches(t *testing.T) {
	p := pullbackPredictor{nil, func(samples []system.Sample) (map[string][]float32, error) {
		return map[string][]float32{"position": {float32(len(samples))}, "velocity": {1}}, nil
	}}
	one := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	two := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	outputs, err := p.Outputs([]system.Sample{one, one, two})
	require.NoError(t, err)
	require.Equal(t, []float32{2, 1}, outputs["position"])
}

// TestWithDifferences: differences are added to what engines found, with what they break. Nothing is
// added if no engine ran.
func TestWithDifferences(t *testing.T) {
	broken := errors.New("rotations: off")
	differences := func() (artifact.Measured, error) { return artifact.Measured{Runtime: ours}, errFails }
	measured, err := withDifferences(nil, broken, differences)
	require.Empty(t, measured)
	require.Equal(t, broken, err)
	measured, err = withDifferences([]artifact.Measured{{Runtime: "a"}}, broken, differences)
	require.Len(t, measured, 2)
	require.Equal(t, ours, measured[1].Runtime)
	require.ErrorIs(t, err, broken)
	require.ErrorIs(t, err, errFails)
	measured, err = withDifferences(measured, nil, func() (artifact.Measured, error) { return artifact.Measured{}, nil })
	require.NoError(t, err)
	require.Len(t, measured, 3)
}
