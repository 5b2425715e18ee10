package forms_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/exported"
	"gmnc/runtime"
)

// A stick at rest, which turns by nothing, has numbers and stays as long as it is.
func TestStickAtRest(t *testing.T) {
	_, _, model := exported.GMN(t)
	s := exported.NewSystems(exported.Composition{0, 1, 0}, 1, rand.New(rand.NewPCG(1, 2)))
	clear(s.File["velocity"].Float)
	outputs, err := exported.Open(t, model).Run(runtime.Batch{Inputs: s.File})
	require.NoError(t, err)
	length := func(ends []float32) (square float64) {
		for i := range 3 {
			square += float64(ends[i]-ends[3+i]) * float64(ends[i]-ends[3+i])
		}
		return square
	}
	before := length(s.File["position"].Float)
	require.InDelta(t, before, length(outputs["predicted_position"].Float), 1e-6*before)
}
