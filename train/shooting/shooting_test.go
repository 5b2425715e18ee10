package shooting_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
	"gmnc/train/shooting"
)

// frameTime is the time between frames of the tests.
const frameTime = 0.1

// oscillators are particles on springs about the origin: parameters are the logarithms of a mass, of a
// stiffness and of a damping, in units of 1, 4 and 0.1, which act as k/m and c/m.
func oscillators(ctx context.Context, parameters []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	at := func(k int) float64 {
		if parameters[k] <= config.Vanished {
			return 0
		}
		return math.Exp(parameters[k])
	}
	square, rate := 4*at(1)/at(0), 0.1*at(2)/at(0)/2
	w := math.Sqrt(square - rate*rate)
	for frame := range steps + 1 {
		time := frameTime * float64(frame)
		fall, c, s := math.Exp(-rate*time), math.Cos(w*time), math.Sin(w*time)
		var x, v []float32
		for i := range starts {
			for k := range starts[i].Position {
				x0, v0 := float64(starts[i].Position[k]), float64(starts[i].Velocity[k])
				a := (v0 + rate*x0) / w
				x = append(x, float32(fall*(x0*c+a*s)))
				v = append(v, float32(fall*((a*w-rate*x0)*c-(x0*w+rate*a)*s)))
			}
		}
		positions, velocities = append(positions, x), append(velocities, v)
	}
	return positions, velocities, nil
}

// recordings are some of oscillators with these parameters and noise of positions; their velocities
// are central differences, or true with twice the noise.
func recordings(t *testing.T, parameters []float64, count, frames int, noise float64, differences bool) (samples []system.Sample) {
	random := rand.New(rand.NewPCG(1, uint64(count)))
	for range count {
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		for k := range 3 {
			start.Position[k], start.Velocity[k] = float32(random.NormFloat64()), float32(random.NormFloat64())
		}
		positions, velocities, err := oscillators(t.Context(), parameters, []system.Sample{start}, frames-1)
		require.NoError(t, err)
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range frames {
			for k := range 3 {
				trajectory.Positions = append(trajectory.Positions, float64(positions[frame][k])+noise*random.NormFloat64())
				trajectory.Velocities = append(trajectory.Velocities, float64(velocities[frame][k])+2*noise*random.NormFloat64())
			}
		}
		if differences {
			x, v := trajectory.Positions, trajectory.Velocities
			for i := 3; i < len(x)-3; i++ {
				v[i] = (x[i+3] - x[i-3]) / (2 * frameTime)
			}
		}
		samples = append(samples, start.Along(trajectory))
	}
	return samples
}

func problem(samples []system.Sample) shooting.Problem {
	names := []string{"mass", "stiffness", "damping"}
	p := shooting.Problem{Samples: samples, Time: frameTime, Roll: oscillators}
	for k, name := range names {
		p.Parameters = append(p.Parameters, shooting.Parameter{Name: name, Factor: true, Vanishes: k > 0, Rank: k})
	}
	return p
}

// TestRatiosAreFound: of a mass, a stiffness and a damping only ratios are in motions: the mass is held at
// its usual value, whatever the fit begins with, and the others are found within their errors.
func TestRatiosAreFound(t *testing.T) {
	truth := []float64{0.5, 0.3, 0.8}
	for _, noise := range []float64{0, 0.1} {
		for _, differences := range []bool{false, true} {
			p := problem(recordings(t, truth, 12, 30, noise, differences))
			p.Parameters[0].Start = -0.4
			found, err := p.Run(t.Context())
			require.NoError(t, err)
			require.True(t, found.Ended && found.Free)
			require.Zero(t, found.Found[0].At)
			require.Equal(t, "the data hold only ratios, and it sets the scale of stiffness and damping", found.Found[0].Fixed)
			require.True(t, math.IsNaN(found.Found[0].Deviation))
			for k := 1; k < 3; k++ {
				one := found.Found[k]
				require.InDelta(t, truth[k]-truth[0], one.At, 3*one.Deviation+1e-4, "noise %g, %v", noise, differences)
				require.Positive(t, one.Deviation)
				require.Less(t, one.Deviation, 1e-3+10*noise) // float32 has 7 digits
				if exact := noise == 0 && !differences; exact || noise > 0 {
					require.Equal(t, exact, one.Most > 0)
				}
				if one.Most > 0 {
					require.LessOrEqual(t, math.Abs(truth[k]-truth[0]-one.At), one.Most)
					require.Greater(t, one.Most, one.Deviation)
				}
			}
			if noise > 0 {
				require.InEpsilon(t, noise, found.Noise[0], 0.1)
			}
			if !differences {
				require.InEpsilon(t, max(2*noise, found.Noise[1]), found.Noise[1], 0.1)
			}
		}
	}
}

// TestVanishes: a damping that is not there is 0, below what the recordings would show.
func TestVanishes(t *testing.T) {
	p := problem(recordings(t, []float64{0, 0, config.Vanished}, 12, 30, 0.01, false))
	found, err := p.Run(t.Context())
	require.NoError(t, err)
	damping := found.Found[2]
	if damping.Vanished {
		require.Equal(t, float64(config.Vanished), damping.At)
		require.Greater(t, damping.Below, 0.01)
		require.Less(t, damping.Below, 0.2)
	} else {
		require.Less(t, math.Exp(damping.At)/damping.Deviation, 3.)
	}
	require.InDelta(t, 0, found.Found[1].At, 3*found.Found[1].Deviation)
}

// TestVanishesBesideScale: a scale that the data do not determine is held before a damping that is
// not there becomes 0, so the stiffness stays where it is.
func TestVanishesBesideScale(t *testing.T) {
	for _, noise := range []float64{0, 0.01} {
		p := problem(recordings(t, []float64{0.5, 0.3, config.Vanished}, 12, 30, noise, false))
		p.Parameters[0].Start, p.Parameters[1].Start = -0.7, 0.9
		found, err := p.Run(t.Context())
		require.NoError(t, err)
		require.True(t, found.Ended)
		require.Contains(t, found.Found[0].Fixed, "ratios")
		require.Zero(t, found.Found[0].At)
		require.InDelta(t, -0.2, found.Found[1].At, 1e-5+3*found.Found[1].Deviation, "noise %g", noise)
		require.Less(t, math.Exp(found.Found[2].At), 0.02+4*noise)
	}
}

// TestVanishingIsInErrors: where a damping is set to 0, the error of a stiffness takes in how far that
// moves it, which is not at all where motions tell the two apart.
func TestVanishingIsInErrors(t *testing.T) {
	const share = 0.2 // of a damping that the noise hides
	for _, coupling := range []float64{0, 0.1} {
		p := problem(recordings(t, []float64{0, float64(coupling * share), math.Log(share)}, 4, 20, 0.05, false))
		p.Parameters = p.Parameters[1:]
		p.Roll = func(ctx context.Context, parameters []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			all := append([]float64{0}, append(slices.Clone(parameters), config.Vanished)[:2]...)
			all[1] += float64(coupling * math.Exp(all[2]))
			return oscillators(ctx, all, starts, steps)
		}
		found, err := p.Run(t.Context())
		require.NoError(t, err)
		require.True(t, found.Found[1].Vanished)
		p.Parameters = p.Parameters[:1]
		without, err := p.Run(t.Context())
		require.NoError(t, err)
		stiffness, alone := found.Found[0], without.Found[0]
		require.InDelta(t, alone.At, stiffness.At, alone.Deviation/20)
		if coupling == 0 {
			require.InEpsilon(t, alone.Deviation, stiffness.Deviation, 0.05)
		} else {
			require.Greater(t, stiffness.Deviation, 1.5*alone.Deviation)
			require.InDelta(t, 0, stiffness.At, 2*stiffness.Deviation)
		}
	}
}

// TestNothingDepends: parameters that nothing depends on are all held where they are usually.
func TestNothingDepends(t *testing.T) {
	truth := []float64{0, 0.3, 1}
	for _, noise := range []float64{0, 0.1} {
		p := problem(recordings(t, truth, 6, 20, noise, false))
		p.Roll = func(ctx context.Context, _ []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			return oscillators(ctx, truth, starts, steps)
		}
		p.Parameters[1].Start = 0.7
		found, err := p.Run(t.Context())
		require.NoError(t, err)
		for _, one := range found.Found {
			require.Equal(t, "nothing in the data depends on it", one.Fixed)
			require.Zero(t, one.At)
			require.True(t, math.IsNaN(one.Deviation))
		}
	}
}

// TestStopped: a fit that is stopped returns what it has, and passes are within what is stated.
func TestStopped(t *testing.T) {
	p := problem(recordings(t, []float64{0, 0.3, 1}, 6, 30, 0.01, false))
	ctx, cancel := context.WithCancel(t.Context())
	p.Progress = func(pass int, left float64) {
		if pass == 3 {
			cancel()
		}
	}
	found, err := p.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, found.Ended)
	require.InDelta(t, 0.3, found.Found[1].At-found.Found[0].At, 0.2)
	passes := 0
	p.Progress = func(pass int, left float64) { passes = pass }
	_, err = p.Run(t.Context())
	require.NoError(t, err)
	require.LessOrEqual(t, passes, shooting.MostPasses)
}
