package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestConstantsAlone: constants and laws are the only weights unless the model has others, or
// contacts. A constant that is fixed is a weight, too, and does not move.
func TestConstantsAlone(t *testing.T) {
	mass := config.Constant{Name: config.LearnedMass, Start: []float64{1, 2}, Fixed: []string{"", "given"}}
	fixed := config.Constant{Name: config.LearnedDamping, Start: []float64{1}, Fixed: []string{"given"}}
	law := config.PairFormula{Form: "power", Constants: map[string]float64{"n": 2, "A": 1}}
	both := config.Config{Learn: []config.Constant{mass, fixed}, Law: []config.PairFormula{law}}
	params := []graph.Param{{Name: mass.Param()}, {Name: fixed.Param()}, {Name: config.LawParam(0, "A")}, {Name: config.LawParam(0, "n")}}
	contacting := both
	contacting.Fields = []string{system.Planes.Name}
	for _, c := range []struct {
		config config.Config
		params []graph.Param
		alone  bool
	}{
		{both, params, true},
		{both, append(params, graph.Param{Name: "layer/weight"}), false},
		{contacting, params, false},
		{config.Config{Learn: both.Learn}, params, false},
		{config.Config{Law: both.Law}, params[2:], true},
		{config.Config{Learn: both.Learn}, params[:2], true},
	} {
		run := &training{model: &graph.Model{Config: c.config, Params: c.params}}
		require.Equal(t, c.alone, run.constantsAlone())
	}
	run := &training{model: &graph.Model{Config: both}}
	require.Equal(t, []parameter{{mass.Param(), 0}, {config.LawParam(0, "A"), 0}, {config.LawParam(0, "n"), 0}}, run.moving())
}

// settable is a trainer whose weights can be set.
type settable struct {
	runtime.Trainer
	weights map[string]runtime.Tensor
}

func (s *settable) SetParams(weights map[string]runtime.Tensor) error {
	s.weights = weights
	return nil
}

// at predicts one coordinate of one particle.
type at struct {
	predict.Predictor
	x float32
}

func (p at) Predict([]system.Sample) (position, velocity []float32, err error) {
	return []float32{p.x, 0, 0}, nil, nil
}

// TestTakeOfFittedWeights: fitted weights become those of the run and of the state, with their validation error, unless
// that error is not finite.
func TestTakeOfFittedWeights(t *testing.T) {
	sample := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: make([]float32, 3)}
	before, fitted := map[string]runtime.Tensor{"w": runtime.Floats([]float32{1}, 1)}, map[string]runtime.Tensor{"w": runtime.Floats([]float32{2}, 1)}
	for _, c := range []struct {
		x     float32
		valid float64
		fails bool
	}{
		{0, 0, false}, {3, 3, false}, {float32(math.NaN()), 0, true}, {float32(math.Inf(1)), 0, true}, {float32(math.Inf(-1)), 0, true},
	} {
		trainer := &settable{}
		fit := &training{
			model: &graph.Model{Module: &ir.Module{Main: &ir.Func{}}}, trainer: trainer, eval: at{x: c.x}, valid: []system.Sample{sample},
			state: &state{epoch: 7, bestEpoch: 5, bestValid: 9, weights: before},
		}
		best := &run.Run{Weights: before}
		err := fit.take(best, fitted)
		require.Equal(t, fitted, trainer.weights)
		if c.fails {
			require.Equal(t, &NonFiniteError{Epoch: 7, Sample: -1, What: "validation error after the fit of constants", Best: 5}, err)
			require.Equal(t, before, best.Weights)
			require.Equal(t, &state{epoch: 7, bestEpoch: 5, bestValid: 9, weights: before}, fit.state)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, fitted, best.Weights)
		require.Equal(t, c.valid, best.Valid())
		require.Equal(t, &state{epoch: 7, bestEpoch: 7, bestValid: c.valid, weights: fitted}, fit.state)
	}
}
