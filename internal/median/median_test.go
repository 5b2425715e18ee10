package median_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gmnc/internal/median"
)

func TestOf(t *testing.T) {
	numbers := []float64{9, 1, 4}
	assert.Equal(t, 4., median.Of(numbers))
	assert.Equal(t, []float64{9, 1, 4}, numbers, "are not sorted in place")
	assert.Equal(t, 2.5, median.Of([]float64{4, 1, 9, 1}))
	assert.Equal(t, 7., median.Of([]float64{7}))
}
