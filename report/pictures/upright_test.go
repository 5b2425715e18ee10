package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/system"
)

// TestUpright: a name, the data set and gravity say what stands upright, in this order.
func TestUpright(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6)}
	require.Equal(t, plot.NoAxis, Upright("auto", datasets.About{}, &s))
	require.Equal(t, plot.YAxis, Upright("auto", datasets.About{Up: "y"}, &s))
	system.Gravity.Set(&s, []float32{0, 0, -2})
	require.Equal(t, plot.Axis{0, 0, 2}, Upright("auto", datasets.About{}, &s))
	require.Equal(t, plot.YAxis, Upright("auto", datasets.About{Up: "y"}, &s))
	require.Equal(t, plot.XAxis, Upright("x", datasets.About{Up: "y"}, &s))
	require.Equal(t, plot.NoAxis, Upright("none", datasets.About{Up: "y"}, &s))
}

// TestPivots: pinned particles hold a system, and the joints on the ground.
func TestPivots(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3, 4, 5, 6}}
	require.Empty(t, pivots(s))
	system.Pinned.Set(&s, []float32{0, 1})
	require.Equal(t, [][3]float32{{4, 5, 6}}, pivots(s))

	var robot system.Sample
	rest := []float32{0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2}
	require.NoError(t, robot.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1}, Anchor: [3]float64{7, 8, 9}, Axis: [3]float64{1, 0, 0}},
		{Parent: 0, Members: []int{2, 3}, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{1, 0, 0}},
	}))
	robot.Position = rest
	require.Equal(t, [][3]float32{{7, 8, 9}}, pivots(robot))
}
