package measure

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/system"
)

// TestPointsOfLinks: a point is a sum of the particles of its link with weights that add up to 1. A point off the plane of all of
// them is refused.
func TestPointsOfLinks(t *testing.T) {
	var robot system.Sample
	corner := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5}
	robot.Position = corner
	system.Rest.Set(&robot, corner)
	of := func(members []int, x ...float64) ([]float64, error) {
		return weightsOf(robot, members, artifact.Point{Name: "tip", Link: "arm", Rest: [3]float64(x)})
	}
	for _, c := range []struct {
		members []int
		at      []float64
		refused bool
	}{
		{[]int{0, 1, 2, 3}, []float64{0, 0, 0}, false}, {[]int{0, 1, 2, 3}, []float64{2, -3, 4}, false}, {[]int{3, 1, 2, 0}, []float64{1e6, 0, 1}, false},
		{[]int{3, 1, 2, 0}, []float64{0.2, -0.3, 0.4}, false}, {[]int{4, 1, 2, 0}, []float64{5, 5, 5}, false}, {[]int{1, 0, 2}, []float64{3, 4, 0}, false},
		{[]int{0, 1, 2}, []float64{3, 4, 0}, false}, {[]int{0, 1, 2}, []float64{3, 4, 0.9e-5}, false}, {[]int{0, 1, 2}, []float64{0, 0, 1e-2}, true}, {[]int{0, 1, 2}, []float64{math.Inf(1), 0, 0}, true},
	} {
		weights, err := of(c.members, c.at...)
		require.Equal(t, c.refused, err != nil, "%+v: %v", c, err)
		if c.refused {
			require.ErrorContains(t, err, "tip is ")
			continue
		}
		require.Len(t, weights, 5)
		if !slices.Contains(c.members, 4) {
			require.Zero(t, weights[4], "of another link")
		}
		sum, point := 0.0, [3]float64{}
		for i, weight := range weights {
			sum += weight
			for axis := range point {
				point[axis] += weight * float64(corner[3*i+axis])
			}
		}
		require.InDelta(t, 1, sum, 1e-6)
		for axis, x := range c.at {
			require.InDelta(t, x, point[axis], 1e-5*max(1, math.Abs(c.at[0])))
		}
	}
}
