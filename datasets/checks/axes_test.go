package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// waving are samples of a particle whose displacements along the three axes, and a fourth series, are waves that have
// nothing in common. Velocities along the axes are these times the rows, and displacements are scaled.
func waving(count int, rows [3][4]float64, scales [3]float64, known bool) (all []system.Sample) {
	for k := range count {
		s := alongX([]float32{0}, []float32{0})
		for m := range 4 {
			wave := math.Cos(2 * math.Pi * float64((m+1)*k) / float64(count))
			if m < 3 {
				s.TargetPosition[m] = float32(scales[m] * wave)
			}
			for from := range 3 {
				s.Velocity[from] += float32(rows[from][m] * wave)
			}
		}
		if known {
			s.TargetVelocity = s.Velocity
		}
		all = append(all, s)
	}
	return all
}

// TestOtherAxes: velocities have other axes if they correlate with displacements along others, or inversely, by a half or
// more, and if the times along all axes are within a factor of 1.5.
func TestOtherAxes(t *testing.T) {
	const exchanged = "velocities do not go with the displacements from x0 to xT along their own axes, but along x with those along y, y with those along x"
	const mirrored = "velocities do not go with the displacements from x0 to xT along their own axes, but along z with those along -z"
	one := [3]float64{1, 1, 1}
	related := func(correlation float64) [3][4]float64 {
		return [3][4]float64{{1}, {0, 1}, {0, 0, -correlation * correlation, correlation * math.Sqrt(1-correlation*correlation)}}
	}
	for name, c := range map[string]struct {
		count  int
		rows   [3][4]float64
		scales [3]float64
		known  bool
		want   string
	}{
		"own":             {20, [3][4]float64{{1}, {0, 1}, {0, 0, 1}}, one, false, ""},
		"exchanged":       {20, [3][4]float64{{0, 1}, {1}, {0, 0, 1}}, one, false, exchanged},
		"few":             {19, [3][4]float64{{0, 1}, {1}, {0, 0, 1}}, one, false, ""},
		"mirrored":        {20, [3][4]float64{{1}, {0, 1}, {0, 0, -1}}, one, false, mirrored},
		"rotating":        {20, [3][4]float64{{0, 1}, {-1}, {0, 0, 1}}, one, false, ""},
		"a quarter turn":  {20, [3][4]float64{{0, 1}, {-1}, {0, 0, 1}}, one, true, "velocities do not go with the displacements from x0 to xT along their own axes, but along x with those along y, y with those along -x"},
		"alike times":     {20, [3][4]float64{{0, 1}, {1.45}, {0, 0, 1}}, one, false, exchanged},
		"other times":     {20, [3][4]float64{{0, 1}, {1.55}, {0, 0, 1}}, one, false, ""},
		"related":         {20, related(0.51), one, false, mirrored},
		"unrelated":       {20, related(0.49), one, false, ""},
		"flat":            {20, [3][4]float64{{1}, {0, 1}, {0, 0, -1.35e-3}}, [3]float64{1, 1, 1.35e-3}, false, ""},
		"not flat":        {20, [3][4]float64{{1}, {0, 1}, {0, 0, -1.48e-3}}, [3]float64{1, 1, 1.48e-3}, false, mirrored},
		"flat and at one": {20, [3][4]float64{{0, 1}, {1}, {}}, one, false, ""},
		"flat exchanged":  {20, [3][4]float64{{0, 1}, {1}, {}}, [3]float64{1, 1, 0}, false, exchanged},
		"own, too":        {20, [3][4]float64{{0.7, 0.8}, {0.8, 0.7}, {0, 0, 1}}, one, false, ""},
		"at rest":         {20, [3][4]float64{}, one, false, ""},
		"staying":         {20, [3][4]float64{{0, 1}, {1}, {0, 0, 1}}, [3]float64{}, false, ""},
	} {
		require.Equal(t, c.want, otherAxes(at(waving(c.count, c.rows, c.scales, c.known))), name)
	}
}

// TestSumsAlongAxes: products of velocities and displacements are those of all particles, and each axis of velocities is
// assigned another one of displacements.
func TestSumsAlongAxes(t *testing.T) {
	s := system.Sample{Position: []float32{1, 0, 0, 0, 0, 0}, TargetPosition: []float32{3, 3, 4, 5, 0, 1}, Velocity: []float32{1, 2, 3, 2, 0, -1}}
	m := along([]system.Sample{s})
	require.Equal(t, axes{
		speeds: [3]float64{5, 4, 10}, displacements: [3]float64{29, 9, 17},
		both:  [3][3]float64{{2 + 10, 3, 4 + 2}, {4, 6, 8}, {6 - 5, 9, 12 - 1}},
		speed: 19, displacement: 55,
	}, m)
	require.Equal(t, 9/math.Sqrt(90), m.correlation(2, 1))
	require.Zero(t, (&axes{}).correlation(0, 0))
	for _, order := range [][3]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}} {
		m := axes{speeds: [3]float64{1, 1, 1}, displacements: [3]float64{1, 1, 1}}
		for from, to := range order {
			m.both[from][to] = -0.5
		}
		require.Equal(t, order, m.assign())
	}
}
