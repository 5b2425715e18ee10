package shooting

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// curved are recordings of one particle along polynomials of a degree, with velocities, and noise.
func curved(count, frames, degree int, time, noise, ofRates float64) (samples []system.Sample) {
	random := rand.New(rand.NewPCG(7, 8))
	start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	for range count {
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range frames {
			for axis := range 3 {
				at := float64(frame)*time + float64(axis) // so that velocities of two axes are not differences for one time of a frame
				trajectory.Positions = append(trajectory.Positions, math.Pow(at, float64(degree))+float64(noise*random.NormFloat64()))
				trajectory.Velocities = append(trajectory.Velocities, float64(degree)*math.Pow(at, float64(degree-1))+float64(ofRates*random.NormFloat64()))
			}
		}
		samples = append(samples, start.Along(trajectory))
	}
	return samples
}

// TestDifferencesWithRates: of k frames, differences of places and rates vanish for polynomials below the degree
// 2 k - 1, and are the noise where that of one channel is all there is.
func TestDifferencesWithRates(t *testing.T) {
	most := func(samples []system.Sample, time float64) []float64 {
		return Problem{Samples: samples, Time: time, Parameters: []Parameter{{}}, Roll: pushed}.begin(mostSteps, mostFrames, true).differencesWithRates()
	}
	for frames := 2; frames <= mostTogether; frames++ {
		// Velocities of polynomials of a lower degree may be central differences.
		for degree := min(frames, 3); degree <= 2*frames-1; degree++ {
			found := most(curved(1, frames, degree, 0.5, 0, 0), 0.5)
			require.Equal(t, degree < 2*frames-1, found[0] < 1e-6, "%d frames, degree %d", frames, degree)
			require.Equal(t, degree < 2*frames-1, found[1] < 1e-6, "%d frames, degree %d", frames, degree)
		}
	}
	// Longer recordings have differences of four frames at most.
	for degree, vanishes := range map[int]bool{6: true, 7: false} {
		require.Equal(t, vanishes, most(curved(1, 5, degree, 0.5, 0, 0), 0.5)[0] < 1e-6, degree)
	}
	// 6 (x1 - x0) - 3 h (v0 + v1) of x = t^3 is 6 - 9 = -3 times h^3, here halved and of the other sign.
	require.InEpsilon(t, 0.125/math.Sqrt(8), most(curved(1, 2, 3, 0.5, 0, 0), 0.5)[0], 1e-6)
	require.InEpsilon(t, 0.125/math.Sqrt(0.5), most(curved(1, 2, 3, 0.5, 0, 0), 0.5)[1], 1e-6)
	for _, frames := range []int{2, 5} {
		require.InEpsilon(t, 0.01, most(curved(300, frames, 1, 0.5, 0.01, 0), 0.5)[0], 0.1)
		require.InEpsilon(t, 0.01, most(curved(300, frames, 1, 0.5, 0, 0.01), 0.5)[1], 0.1)
	}
	derived := curved(1, 5, 1, 0.5, 0, 0)
	require.True(t, math.IsInf(most(derived, 0.5)[0], 1), "velocities that may be differences tell nothing")
}

// TestLeft: what is left is told of channels that have more numbers than first states take up, and is rounding if it is in all.
func TestLeft(t *testing.T) {
	of := func(freedom, places, rates float64) []Left {
		f := Problem{Samples: curved(20, 4, 2, 0.5, 0.01, 0.01), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(mostSteps, mostFrames, true)
		f.freedom, f.noise = []float64{freedom, 1}, []float64{places * f.rounding(0), rates * f.rounding(1)}
		return (&Fit{of: f}).Left()
	}
	require.Len(t, of(0.99, 1, 1), 1)
	require.Len(t, of(1, 1, 1), 2)
	both := of(1, 10, 10)
	require.True(t, both[0].Exact && both[1].Exact)
	require.Equal(t, []bool{false, true}, []bool{both[0].Rate, both[1].Rate})
	for _, one := range [][]Left{of(1, 10.1, 10), of(1, 10, 10.1)} {
		require.False(t, one[0].Exact || one[1].Exact)
	}
	require.Zero(t, both[1].Noise, "rates alone do not tell their noise")
}

// TestStatesMakeUp: a parameter whose changes first states make up for is not said to be 0.
func TestStatesMakeUp(t *testing.T) {
	p := Problem{Samples: curved(5, 2, 1, 1, 1e-3, 0), Time: 1, Roll: pushed, Parameters: []Parameter{{Name: "push", Factor: true, Vanishes: true}}}
	for i := range p.Samples {
		p.Samples[i].Trajectory.Velocities = make([]float64, 6)
		for k := range 6 {
			p.Samples[i].Trajectory.Velocities[k] = p.Samples[i].Trajectory.Positions[3+k%3] - p.Samples[i].Trajectory.Positions[k%3]
		}
	}
	found, err := p.Run(t.Context())
	require.NoError(t, err)
	require.False(t, found.Found[0].Vanished)
	require.NotEmpty(t, found.Found[0].Fixed)
}
