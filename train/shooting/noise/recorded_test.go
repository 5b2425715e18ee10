package noise

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/moving"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// TestDifferencesWithRates: of k frames, differences of places and rates vanish for polynomials below the degree
// 2 k - 1, and are the noise where that of one channel is all there is.
func TestDifferencesWithRates(t *testing.T) {
	most := func(samples []system.Sample, time float64) []float64 {
		return differencesWithRates(stretches.Cut(samples, 24, 1000), time)
	}
	for frames := 2; frames <= mostTogether; frames++ {
		// Velocities of polynomials of a lower degree may be central differences.
		for degree := min(frames, 3); degree <= 2*frames-1; degree++ {
			found := most(moving.Polynomials(1, frames, degree, 0.5, 0, 0), 0.5)
			require.Equal(t, degree < 2*frames-1, found[0] < 1e-6, "%d frames, degree %d", frames, degree)
			require.Equal(t, degree < 2*frames-1, found[1] < 1e-6, "%d frames, degree %d", frames, degree)
		}
	}
	// Longer recordings have differences of four frames at most.
	for degree, vanishes := range map[int]bool{6: true, 7: false} {
		require.Equal(t, vanishes, most(moving.Polynomials(1, 5, degree, 0.5, 0, 0), 0.5)[0] < 1e-6, degree)
	}
	// 6 (x1 - x0) - 3 h (v0 + v1) of x = t^3 is 6 - 9 = -3 times h^3, here halved and of the other sign.
	require.InEpsilon(t, 0.125/math.Sqrt(8), most(moving.Polynomials(1, 2, 3, 0.5, 0, 0), 0.5)[0], 1e-6)
	require.InEpsilon(t, 0.125/math.Sqrt(0.5), most(moving.Polynomials(1, 2, 3, 0.5, 0, 0), 0.5)[1], 1e-6)
	for _, frames := range []int{2, 5} {
		require.InEpsilon(t, 0.01, most(moving.Polynomials(300, frames, 1, 0.5, 0.01, 0), 0.5)[0], 0.1)
		require.InEpsilon(t, 0.01, most(moving.Polynomials(300, frames, 1, 0.5, 0, 0.01), 0.5)[1], 0.1)
	}
	derived := moving.Polynomials(1, 5, 1, 0.5, 0, 0)
	require.True(t, math.IsInf(most(derived, 0.5)[0], 1), "velocities that may be differences tell nothing")
}

// TestRecordedNoise: too few frames tell nothing of noise, and fewestDifferences and one more do.
func TestRecordedNoise(t *testing.T) {
	for frames, told := range map[int]bool{fewestDifferences: false, fewestDifferences + 1: true} {
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		random := rand.New(rand.NewPCG(3, 4))
		var samples []system.Sample
		for range 50 {
			trajectory := &system.Trajectory{Particles: 1}
			for frame := range frames {
				for range 3 {
					trajectory.Positions = append(trajectory.Positions, float64(frame)+0.1*random.NormFloat64())
					trajectory.Velocities = append(trajectory.Velocities, 1)
				}
			}
			samples = append(samples, start.Along(trajectory))
		}
		noise, most := Recorded(stretches.Cut(samples, 24, 1000), 1)
		require.Equal(t, told, noise[0] > 0, "%d", frames)
		require.InEpsilon(t, 0.1, most[0], 0.15, "%d", frames) // of a straight motion it is known at once
		if told {
			require.InEpsilon(t, 0.1, noise[0], 0.15)
		}
	}
}

// TestNoiseOfFastMotions: noise is told of motions that frames resolve, and not of others.
func TestNoiseOfFastMotions(t *testing.T) {
	for rate, told := range map[float64]bool{0.3: true, 1.2: false} {
		random := rand.New(rand.NewPCG(5, 6))
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range 100 {
			for k := range 3 {
				trajectory.Positions = append(trajectory.Positions, math.Cos(float64(rate*float64(frame))+float64(k))+0.001*random.NormFloat64())
				trajectory.Velocities = append(trajectory.Velocities, 1)
			}
		}
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		noise, most := Recorded(stretches.Cut([]system.Sample{start.Along(trajectory)}, 24, 1000), 1)
		require.Equal(t, told, noise[0] > 0, "%g", rate)
		require.GreaterOrEqual(t, most[0], 0.0008)
		if told {
			require.InEpsilon(t, 0.001, noise[0], 0.2)
		}
	}
}
