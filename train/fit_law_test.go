package train

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// lawTrainer has one parameter, and fails if that is set to NaN.
type lawTrainer struct {
	runtime.Trainer
	at float32
}

func (l *lawTrainer) Params() map[string]runtime.Tensor {
	return map[string]runtime.Tensor{"a": runtime.Floats([]float32{l.at}, 1, 1)}
}

func (l *lawTrainer) SetParams(params map[string]runtime.Tensor) error {
	if l.at = params["a"].Float[0]; l.at != l.at {
		return errors.New("it is no number")
	}
	return nil
}

// lawPredictor moves particles by their velocities times the parameter.
type lawPredictor struct {
	predict.Predictor
	of *lawTrainer
}

func (p lawPredictor) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for _, s := range samples {
		for k, x := range s.Position {
			position = append(position, x+p.of.at*s.Velocity[k])
		}
		velocity = append(velocity, s.Velocity...)
	}
	return position, velocity, nil
}

// fittedLaw is a fit of one parameter to particles that move along x with these speeds from 0 to these targets.
func fittedLaw(t *testing.T, speeds, targets []float32) *lawFit {
	trainer := &lawTrainer{}
	f := &lawFit{training: &training{trainer: trainer, eval: lawPredictor{of: trainer}}, ctx: t.Context(), moving: []parameter{{"a", 0}}}
	for i, speed := range speeds {
		f.samples = append(f.samples, system.Sample{Position: make([]float32, 3), Velocity: []float32{speed, 0, 0}, TargetPosition: []float32{targets[i], 0, 0}})
		f.targets = append(f.targets, targets[i], 0, 0)
	}
	var err error
	f.predicted, err = f.predict([]float64{0})
	require.NoError(t, err)
	return f
}

// TestLawEquations: a particle counts less the farther it is from its target, in units of the median, and the more sensitive it
// is, in units of ten medians; one without a finite prediction does not count.
func TestLawEquations(t *testing.T) {
	f := fittedLaw(t, []float32{1, 2, float32(math.Inf(1))}, []float32{1, 2, 1})
	curvature, slope, err := f.equations([]float64{0})
	require.NoError(t, err)
	require.Equal(t, 2., f.scale)
	require.Equal(t, []float64{1, 2, math.Inf(1)}, f.from)
	first, second := 1/((1+0.25)*(1+0.05*0.05)), 1/(2*(1+0.1*0.1))
	require.InDelta(t, first+4*second, curvature.At(0, 0), 1e-5)
	require.InDelta(t, -first-4*second, slope.AtVec(0), 1e-5)

	none := fittedLaw(t, []float32{1, float32(math.Inf(1)), float32(math.Inf(1))}, []float32{1, 2, 1})
	curvature, slope, err = none.equations([]float64{0})
	require.NoError(t, err)
	require.Nil(t, curvature, "most are not finite")
	require.Nil(t, slope)
	_, _, err = f.equations([]float64{math.NaN()})
	require.EqualError(t, err, "it is no number")
}

// TestLowerLaws: predictions that are nearer to the targets are kept, and others are not.
func TestLowerLaws(t *testing.T) {
	f := fittedLaw(t, []float32{1, 2}, []float32{1, 2})
	_, _, err := f.equations([]float64{0})
	require.NoError(t, err)
	for at, want := range map[float64]bool{-0.1: false, 0: false} {
		lower, err := f.lower([]float64{at})
		require.NoError(t, err)
		require.Equal(t, want, lower, "%g", at)
		require.Equal(t, make([]float32, 6), f.predicted)
	}
	lower, err := f.lower([]float64{0.5})
	require.NoError(t, err)
	require.True(t, lower)
	require.Equal(t, []float32{0.5, 0, 0, 1, 0, 0}, f.predicted)
	_, err = f.lower([]float64{math.NaN()})
	require.EqualError(t, err, "it is no number")
}

// TestFitLaw: the fit ends at the targets, with the parameter in the trainer.
func TestFitLaw(t *testing.T) {
	f := fittedLaw(t, []float32{1, 2, -3}, []float32{0.75, 1.5, -2.25})
	at, err := marquardt(f, []float64{0}, reach{iterations: 15, most: 0.3})
	require.NoError(t, err)
	require.InDelta(t, 0.75, at[0], 1e-5)
}

// TestCauchySum: a particle counts as a million scales away at most.
func TestCauchySum(t *testing.T) {
	require.InDelta(t, math.Log(2)+math.Log(5), cauchySum([]float64{3, 6}, 3), 1e-12)
	require.InDelta(t, math.Log1p(1e12), cauchySum([]float64{math.Inf(1)}, 3), 1e-9)
}

// TestClosingTwice: a training that was closed, or never compiled, closes without an error.
func TestClosingTwice(t *testing.T) {
	require.NoError(t, new(training).close())
	err := error(nil)
	new(training).closeAfter(&err)
	require.NoError(t, err)
}
