package jointlog

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPossible: angles two turns outside of limits are degrees if they are within a turn of them in
// degrees, and positions ten ranges outside are in another unit.
func TestPossible(t *testing.T) {
	o := Options{Joints: []string{"turn", "slide", "free"}, Limits: [][2]float64{{-1, 1}, {0, 0.5}, {}}, Rotates: []bool{true, false, true}}
	of := func(turn, slide float64) error {
		return (&Recording{Name: "log", Angle: [][]float64{{0, turn}, {0, slide}, {0, 1e4}}}).Possible(o)
	}
	require.NoError(t, of(1+4*math.Pi-0.01, 5.4))
	require.ErrorContains(t, of(1+4*math.Pi+0.01, 0), "log: the angle of the joint turn reaches 13.58, and the robot's file allows -1 to 1: are these degrees? Convert the column with numpy.deg2rad, or in a .csv file name it with deg, as in turn_position_deg")
	require.ErrorContains(t, of(-1-4*math.Pi-0.01, 0), "reaches -13.58")
	require.NoError(t, of((1+2*math.Pi)*180/math.Pi+1, 0), "counts")
	require.ErrorContains(t, of((1+2*math.Pi)*180/math.Pi-1, 0), "are these degrees?")
	require.ErrorContains(t, of(0, 5.6), "log: the position of the joint slide reaches 5.6, and the robot's file allows 0 to 0.5 m: give positions and rates in meters")
	require.ErrorContains(t, of(0, -5.1), "reaches -5.1")
}
