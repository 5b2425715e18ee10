package stretches

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
	"gmnc/train/shooting/states"
)

// TestApart: differences of angles are between -pi and pi, and those of displacements stay.
func TestApart(t *testing.T) {
	for difference, want := range map[float64]float64{3: 3, -3: -3, math.Pi: math.Pi, 4: 4 - 2*math.Pi, -4: 2*math.Pi - 4, 7: 7 - 2*math.Pi} {
		require.InDelta(t, want, apart(difference, true), 1e-15)
		require.Equal(t, difference, apart(difference, false))
	}
	require.True(t, math.IsNaN(apart(math.NaN(), true)))
}

// turning are states of an angle and a displacement, which are the first two coordinates of a particle.
type turning struct{ states.States }

func (turning) CoordinateCount() int { return 2 }

func (turning) Observe(position, velocity []float64) []float64 {
	return []float64{position[0], position[1], velocity[0], velocity[1]}
}

func (turning) Channel(k int) (number int, turns bool) { return k, k == 0 }

// turningStretch is a stretch of three frames in which the angle passes pi.
func turningStretch() *Stretch {
	s := &Stretch{Start: system.Sample{Position: make([]float32, 3)}, States: turning{}}
	s.Records = [2][]float64{{3, 3, 0, -3, 4, 0, -2.5, 5, 0}, {1, 2, 0, 3, 4, 0, 5, 6, 0}}
	s.Recorded = s.Measured()
	return s
}

// TestRowsOfStretches: a frame has its coordinates and then its rates, which a derived stretch leaves out.
func TestRowsOfStretches(t *testing.T) {
	s := turningStretch()
	require.Equal(t, Rows{3, 3, 1, 2, -3, 4, 3, 4, -2.5, 5, 5, 6}, s.Recorded)
	require.Equal(t, []int{3, 4}, []int{s.Frames(), s.PerFrame()})
	require.Equal(t, []int{0, 3, 1}, []int{s.Channel(4), s.Channel(7), s.Channel(9)})
	require.Equal(t, Rows{9, 1, 2, 3, 4}, s.AppendFrame(Rows{9}, []float64{1, 2}, []float64{3, 4}))
	predicted := s.RowsOf([][]float32{{7, 7, 7, 1, 2, 0}, {7, 7, 7, 3, 4, 0}}, [][]float32{{7, 7, 7, 5, 6, 0}, {7, 7, 7, 8, 9, 0}}, 3)
	require.Equal(t, Rows{1, 2, 5, 6, 3, 4, 8, 9}, predicted)
	for _, wrong := range []float64{math.NaN(), math.Inf(1)} {
		require.Nil(t, s.RowsOf([][]float32{{1, float32(wrong), 0}}, [][]float32{{0, 0, 0}}, 0))
	}
	s.WithoutRates()
	require.Equal(t, Rows{3, 3, -3, 4, -2.5, 5}, s.Recorded)
	require.Equal(t, Rows{9, 1, 2}, s.AppendFrame(Rows{9}, []float64{1, 2}, []float64{3, 4}))
	require.Equal(t, 2, s.PerFrame())
}

// TestAnglesOfStretches: differences of angles and successive angles are the shorter way around; displacements stay.
func TestAnglesOfStretches(t *testing.T) {
	s := turningStretch()
	off := s.Difference(Rows{3, 9, 0, 0, 1, 9, 7, 0}, Rows{-3, 1, 0, 0, 0.5, 2, 1, 0})
	allclose.Within(t, []float64{6 - 2*math.Pi, 8, 0, 0, 0.5, 7, 6, 0}, off, 1e-12)
	unwrapped := s.Unwrapped()
	allclose.Within(t, []float64{3, 3}, unwrapped[0], 1e-12)
	allclose.Within(t, []float64{2*math.Pi - 3, 4}, unwrapped[1], 1e-12)
	allclose.Within(t, []float64{2*math.Pi - 2.5, 5}, unwrapped[2], 1e-12)
	require.Equal(t, -3., s.Recorded[4], "the measured angle stays")
}
