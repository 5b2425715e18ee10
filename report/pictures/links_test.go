package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/plot"
	"gmnc/system"
)

// TestFilmsOfRobots have a bar for each link; others stay as they are.
func TestFilmsOfRobots(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, Objects: system.Objects{
		{Kind: system.Tree, Members: []int{0}, Parents: []int{-1}}, {Kind: system.Body, Members: []int{0, 1, 2, 3}},
	}}
	film := plot.Film{Objects: s.Objects, Prediction: [][][3]float32{plot.Points(s.Position)}, Bonds: [][2]int{{0, 1}}}
	require.Equal(t, film, asLinks(&s, film))
	system.Rest.Set(&s, s.Position)
	system.JointAnchor.Set(&s, make([]float32, 12))
	system.TurnAxis.Set(&s, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1})
	drawn := asLinks(&s, film)
	require.Equal(t, system.Objects{{Kind: system.Stick, Members: []int{0, 1}}}, drawn.Objects)
	require.Len(t, drawn.Prediction, 1)
	for i, want := range [][]float32{{0, 0, 0}, {0.5, 0.5, 0.5}} {
		allclose.Within(t, want, drawn.Prediction[0][i][:], 1e-6)
	}
	require.Empty(t, drawn.Bonds)
	require.Empty(t, drawn.Truth)
}
