package export_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
)

// A layer takes the columns of a spin and of the turned bar once each, and no cross product
// takes them again.
func TestTurnedColumns(t *testing.T) {
	_, _, model := exportGMN(t)
	kinds := map[string]int{}
	for _, node := range parse(t, model).Graph.Node {
		if strings.HasPrefix(node.GetName(), "layer1/forward_kinematics/") {
			kinds[node.GetOpType()]++
		}
	}
	require.Equal(t, 2, kinds["MatMul"], "the turn of a velocity, and the spin's columns")
	require.Equal(t, 6, kinds["Gemm"], "two networks, two accelerations, the angle and the turned bar")
}

// A stick at rest, which turns by nothing, has numbers and stays as long as it is.
func TestStickAtRest(t *testing.T) {
	_, _, model := exportGMN(t)
	s := newSystems(composition{0, 1, 0}, 1, rand.New(rand.NewPCG(1, 2)))
	clear(s.file["velocity"].Float)
	outputs, err := open(t, model).Run(runtime.Batch{Inputs: s.file})
	require.NoError(t, err)
	length := func(ends []float32) (square float64) {
		for i := range 3 {
			square += float64(ends[i]-ends[3+i]) * float64(ends[i]-ends[3+i])
		}
		return square
	}
	before := length(s.file["position"].Float)
	require.InDelta(t, before, length(outputs["predicted_position"].Float), 1e-6*before)
}
