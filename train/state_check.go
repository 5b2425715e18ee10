package train

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gmnc/internal/adam"
)

// check reports numbers that no training produces as an error. They show that a file was
// changed, or that a disk lost something.
func (s *state) check(decays adam.Decays) error {
	switch {
	case s.bestEpoch > s.epoch:
		return fmt.Errorf("its best epoch is %d, and %d epochs were done", s.bestEpoch, s.epoch)
	case s.bestEpoch == 0 && !math.IsInf(s.bestValid, 1),
		s.bestEpoch > 0 && !(s.bestValid >= 0 && s.bestValid <= math.MaxFloat64):
		return fmt.Errorf("its lowest validation error is %g, in epoch %d", s.bestValid, s.bestEpoch)
	case (s.epoch == 0) != (s.adam.Step == 0):
		return fmt.Errorf("%d steps of Adam were made in %d epochs", s.adam.Step, s.epoch)
	}
	for _, name := range slices.Sorted(maps.Keys(s.weights)) {
		for i, x := range s.weights[name].Float {
			if !finite(x) {
				return fmt.Errorf("the weight %s holds %g at place %d", name, x, i)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.adam.First)) {
		if err := checkMoments(s.adam.First[name], s.adam.Second[name], decays); err != nil {
			return fmt.Errorf("the moments of %s: %w", name, err)
		}
	}
	if len(s.adam.Second) != len(s.adam.First) {
		return fmt.Errorf("it has first moments of %d weights and second ones of %d", len(s.adam.First), len(s.adam.Second))
	}
	return nil
}

// The first moment is bounded by the second, as decays.SquareOverSquares says. rounding and
// leastSquare allow for rounding, and for squares too small for float32.
const (
	rounding    = 1.135
	leastSquare = 1e-36
)

// checkMoments reports an error if no gradients give these moments.
func checkMoments(first, second []float32, decays adam.Decays) error {
	most, bounded := decays.SquareOverSquares()
	if len(first) != len(second) {
		return errors.New("the first and the second are not as many")
	}
	for i, m := range first {
		square := float64(m) * float64(m)
		if v := second[i]; !finite(m) || !finite(v) || v < 0 || bounded && square > float64(rounding*most*float64(v))+leastSquare {
			return fmt.Errorf("%g and %g at place %d come from no gradients", m, v, i)
		}
	}
	return nil
}

func finite(x float32) bool { return math.Abs(float64(x)) <= math.MaxFloat32 }
