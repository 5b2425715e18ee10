package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/adam"
	"gmnc/runtime"
)

// worstMoments are Adam's moments after the gradients that make the first largest
// beside the second: by Cauchy and Schwarz each is b1/b2 times the one after it.
func worstMoments() (first, second float64) {
	const b1, b2 = 0.9, 0.999
	for k := 200; k >= 0; k-- {
		gradient := math.Pow(b1/b2, float64(k))
		first, second = b1*first+(1-b1)*gradient, b2*second+(1-b2)*gradient*gradient
	}
	return first, second
}

// TestTheWorstGradientsLeaveMomentsThatAreTaken, and moments a tenth beyond the
// bound are refused; of squares too small for float32 none is.
func TestTheWorstGradientsLeaveMomentsThatAreTaken(t *testing.T) {
	first, second := worstMoments()
	for _, c := range []struct {
		first, second float64
		taken         bool
	}{
		{first, second, true}, {-first, second, true}, {1.1 * first, second, false},
		{1e-19, 0, true}, {1e-17, 0, false}, {0, 0, true}, {0, -1e-30, false},
		{math.Inf(1), 1, false}, {math.NaN(), 1, false}, {1, math.Inf(1), false}, {1, math.NaN(), false},
	} {
		err := checkMoments([]float32{float32(c.first)}, []float32{float32(c.second)}, adam.Decays{})
		require.Equal(t, c.taken, err == nil, "%g and %g", c.first, c.second)
	}
}

// TestDamagedStates: what no training leaves is told, and what one may leave is taken.
func TestDamagedStates(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	good := func() *state {
		return &state{epoch: 3, bestEpoch: 2, bestValid: 0.5, weights: map[string]runtime.Tensor{"a": runtime.Floats([]float32{1, 2}, 2)},
			adam: runtime.SolverState{Step: 6, First: map[string][]float32{"a": {0, 0}}, Second: map[string][]float32{"a": {1, 1}}}}
	}
	for i, c := range []struct {
		change func(s *state)
		want   string
	}{
		{func(*state) {}, ""}, {func(s *state) { s.bestEpoch = 3 }, ""}, {func(s *state) { s.bestValid = 0 }, ""}, {func(s *state) { s.bestValid = math.MaxFloat64 }, ""},
		{func(s *state) { s.bestEpoch, s.bestValid = 0, inf }, ""}, {func(s *state) { s.epoch, s.bestEpoch, s.bestValid, s.adam.Step = 0, 0, inf, 0 }, ""},
		{func(s *state) { s.bestEpoch = 4 }, "its best epoch is 4, and 3 epochs were done"},
		{func(s *state) { s.bestEpoch = 0 }, "its lowest validation error is 0.5, in epoch 0"},
		{func(s *state) { s.bestEpoch, s.bestValid = 0, -inf }, "its lowest validation error is -Inf, in epoch 0"},
		{func(s *state) { s.bestValid = -1 }, "its lowest validation error is -1, in epoch 2"},
		{func(s *state) { s.bestValid = inf }, "its lowest validation error is +Inf, in epoch 2"},
		{func(s *state) { s.bestValid = nan }, "its lowest validation error is NaN, in epoch 2"},
		{func(s *state) { s.adam.Step = 0 }, "0 steps of Adam were made in 3 epochs"},
		{func(s *state) { s.epoch, s.bestEpoch, s.bestValid = 0, 0, inf }, "6 steps of Adam were made in 0 epochs"},
		{func(s *state) { s.weights["a"].Float[1] = float32(inf) }, "the weight a holds +Inf at place 1"},
		{func(s *state) { s.adam.Second["a"] = s.adam.Second["a"][:1] }, "the moments of a: the first and the second are not as many"},
		{func(s *state) { s.adam.First["a"][1] = 9 }, "the moments of a: 9 and 1 at place 1 come from no gradients"},
		{func(s *state) { s.adam.Second["b"] = nil }, "it has first moments of 1 weights and second ones of 2"},
	} {
		s := good()
		c.change(s)
		if err := s.check(adam.Decays{}); c.want == "" {
			require.NoError(t, err, "%d", i)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
}
