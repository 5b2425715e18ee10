package adam_test

import (
	"math"
	"testing"

	"gmnc/internal/adam"

	"github.com/stretchr/testify/assert"
)

func TestZeroIsTheUsualDecay(t *testing.T) {
	assert.Equal(t, adam.Decays{Beta1: 0.9, Beta2: 0.999}, adam.Decays{}.OrDefault())
	assert.Equal(t, adam.Decays{Beta1: 0.5, Beta2: 0.999}, adam.Decays{Beta1: 0.5}.OrDefault())
	assert.Equal(t, adam.Decays{Beta1: 0.9, Beta2: 0.99}, adam.Decays{Beta2: 0.99}.OrDefault())
}

// The gradients that come nearest to the bound, by Cauchy and Schwarz, fall by
// beta1/beta2 with every step back; others stay below it.
func TestSquareOverSquaresIsReachedAndNotPassed(t *testing.T) {
	for _, d := range []adam.Decays{{}, {Beta1: 0.5, Beta2: 0.9}, {Beta1: 0.8, Beta2: 0.7}} {
		bound, bounded := d.SquareOverSquares()
		assert.True(t, bounded)
		b := d.OrDefault()
		worst := math.Inf(-1)
		for _, fall := range []float64{1, b.Beta1, b.Beta1 / b.Beta2, 0.1} {
			var mean, squares float64
			weight1, weight2, gradient := 1-b.Beta1, 1-b.Beta2, 1.0
			for range 2000 {
				mean += weight1 * gradient
				squares += weight2 * gradient * gradient
				weight1, weight2, gradient = weight1*b.Beta1, weight2*b.Beta2, gradient*fall
			}
			worst = max(worst, mean*mean/squares)
		}
		assert.InEpsilon(t, bound, worst, 1e-9, "%+v", d)
	}
}

// At beta1 squared = beta2 old gradients weigh more in the mean than in the squares, and
// the square of the mean has no bound.
func TestSquareOverSquaresHasNoBound(t *testing.T) {
	_, bounded := adam.Decays{Beta1: 0.9, Beta2: 0.82}.SquareOverSquares()
	assert.True(t, bounded)
	for _, d := range []adam.Decays{{Beta1: 0.5, Beta2: 0.25}, {Beta1: 0.9, Beta2: 0.8}} {
		_, bounded := d.SquareOverSquares()
		assert.False(t, bounded, "%+v", d)
	}
}
