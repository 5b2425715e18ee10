package shooting

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/system"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
)

// rolling are particles that go on at a speed which parameters say, as a function of the start.
func rolling(speed func(p []float64, x0 float64) float64) Roll {
	return func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		for frame := range steps + 1 {
			var x, v []float32
			for i := range starts {
				for k, x0 := range starts[i].Position {
					u := speed(p, float64(x0))
					if k > 0 {
						u = 0
					}
					x, v = append(x, float32(float64(x0)+float64(u*float64(frame)))), append(v, float32(u))
				}
			}
			positions, velocities = append(positions, x), append(velocities, v)
		}
		return positions, velocities, nil
	}
}

// fitOf is a fit that ended at parameters, which its recordings have, of starts in measured states.
func fitOf(t *testing.T, roll Roll, noise float64, parameters ...Parameter) *fit {
	t.Helper()
	return fitOfMany(t, 8, roll, noise, parameters...)
}

// fitOfMany is fitOf with this number of recordings.
func fitOfMany(t *testing.T, count int, roll Roll, noise float64, parameters ...Parameter) *fit {
	t.Helper()
	var samples []system.Sample
	var at []float64
	for _, p := range parameters {
		at = append(at, p.Start)
	}
	for i := range count {
		start := system.Sample{Position: []float32{float32(i) / 4, 0, 0}, Velocity: make([]float32, 3)}
		positions, velocities, err := roll(t.Context(), at, []system.Sample{start}, 3)
		require.NoError(t, err)
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range positions {
			for k := range 3 {
				trajectory.Positions = append(trajectory.Positions, float64(positions[frame][k]))
				trajectory.Velocities = append(trajectory.Velocities, float64(velocities[frame][k]))
			}
		}
		samples = append(samples, start.Along(trajectory))
	}
	f := Problem{Samples: samples, Time: 1, Parameters: parameters, Roll: roll}.begin(mostSteps, mostFrames, false)
	f.ctx, f.noise = t.Context(), []float64{noise, noise}
	f.now, _ = f.roll(f.at, f.offset)
	require.NoError(t, f.derive())
	f.equate()
	return f
}

// TestDoNothing: a direction of two parameters that only act by their ratio is found by predictions,
// however little noise there is; one that does some more is not, and neither is a parameter that
// may be 0, or two that act apart.
func TestDoNothing(t *testing.T) {
	two := []Parameter{{Name: "mass", Factor: true}, {Name: "stiffness", Factor: true, Rank: 1, Start: 0.1}}
	ratio := func(more float64) Roll {
		return rolling(func(p []float64, x0 float64) float64 {
			return math.Exp(p[1]-p[0]) * (1 + x0) * (1 + float64(more*x0*p[0]))
		})
	}
	for _, noise := range []float64{1e-7, 1e-2} {
		f := fitOf(t, ratio(0), noise, two...)
		none, err := f.doNothing(f.others())
		require.NoError(t, err)
		require.Len(t, none, 1, "%g", noise)
		allclose.Within(t, []float64{1, 1}, none[0], 1e-3)
	}
	for more, found := range map[float64]int{3e-6: 1, 1e-5: 0} {
		for _, noise := range []float64{1e-4, 1e-7} { // by unknown, and by shrunk
			f := fitOf(t, ratio(more), noise, two...)
			none, err := f.doNothing(f.others())
			require.NoError(t, err)
			require.Len(t, none, found, "%g, %g", more, noise)
		}
	}
	zero := []Parameter{two[0], {Name: "damping", Factor: true, Vanishes: true, Start: smallest}}
	f := fitOf(t, ratio(0), 1e-4, zero...)
	none, err := f.doNothing(f.others())
	require.NoError(t, err)
	require.Empty(t, none)

	f = fitOf(t, rolling(func(p []float64, x0 float64) float64 { return math.Exp(p[0]) + float64(math.Exp(p[1])*x0*x0) }), 1e-4, two...)
	none, err = f.doNothing(f.others())
	require.NoError(t, err)
	require.Empty(t, none)
}

// TestFewTested: a direction that changes the predictions of 60 stretches is tested by no more of them, and one
// that does nothing by all. What acted is not tested again before a value or the choice of parameters changes.
func TestFewTested(t *testing.T) {
	two := []Parameter{{Name: "mass", Factor: true}, {Name: "stiffness", Factor: true, Rank: 1, Start: 0.1}}
	for _, c := range []struct {
		count int
		more  float64
		tests []int
	}{{60, 1e-4, []int{60, 60, 60, 60}}, {61, 1e-4, []int{60, 60, 60, 60}}, {61, 0, []int{60, 60, 61, 61}}} {
		var rolled []int
		ratio := rolling(func(p []float64, x0 float64) float64 {
			return math.Exp(p[1]-p[0]) * (1 + x0) * (1 + float64(c.more*x0*p[0]))
		})
		f := fitOfMany(t, c.count, ratio, 1e-4, two...)
		f.Roll = func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			rolled = append(rolled, len(starts))
			return ratio(ctx, p, starts, steps)
		}
		test := func(others []int) {
			none, err := f.doNothing(others)
			require.NoError(t, err)
			require.Equal(t, c.more == 0, len(none) > 0)
		}
		test([]int{0, 1})
		require.Equal(t, c.tests, rolled)
		if c.more == 0 {
			continue
		}
		test([]int{0, 1})
		require.Len(t, rolled, 4, "tested before")
		f.at = []float64{0, 0.2}
		test([]int{0, 1})
		require.Len(t, rolled, 8, "another value")
		test([]int{1, 0})
		require.Len(t, rolled, 12, "other parameters")
	}
}

// TestUndetermined: of parameters of which one does nothing, that one is held, and of two that noise
// does not tell apart the first.
func TestUndetermined(t *testing.T) {
	two := []Parameter{{Name: "mass", Factor: true}, {Name: "stiffness", Factor: true, Rank: 1}}
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return math.Exp(p[1]) * (1 + x0) }), 1e-4, two...)
	none, err := f.undetermined(f.others())
	require.NoError(t, err)
	require.Equal(t, [][]float64{{1, 0}}, none)
	// of the two speeds one is x0 more by its parameter; the noise hides that from a certain size on
	apart := rolling(func(p []float64, x0 float64) float64 { return p[0] + p[1] + float64(0.05*x0*p[1]) })
	for noise, found := range map[float64]int{0.1: 0, 10: 1} {
		f := fitOf(t, apart, noise, two...)
		none, err := f.undetermined(f.others())
		require.NoError(t, err)
		require.Len(t, none, found, "%g", noise)
	}
}

// TestMaybeZero: a value is held against 0 if it is the least or known to a quarter of itself at best.
func TestMaybeZero(t *testing.T) {
	f := &fit{at: []float64{0, smallest, 0}}
	f.Parameters = []Parameter{{Vanishes: true, Factor: true}, {Vanishes: true, Factor: true}, {Factor: true}}
	require.False(t, f.maybeZero(0, []float64{0.24, 0, 0}))
	require.True(t, f.maybeZero(0, []float64{0.26, 0, 0}))
	require.True(t, f.maybeZero(0, []float64{math.NaN(), 0, 0}))
	require.True(t, f.maybeZero(0, nil))
	require.True(t, f.maybeZero(1, []float64{0, 0.01, 0}), "it is the least")
	require.False(t, f.maybeZero(2, nil), "it may not be 0")
	require.Less(t, float64(config.Vanished), float64(smallest))
}

// TestChangesThatStatesMakeUp: a change of predictions as that by a first state is made up for by it, and one across it is not.
func TestChangesThatStatesMakeUp(t *testing.T) {
	f := Problem{Samples: moving.Polynomials(2, 4, 2, 0.5, 0.01, 0.01), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(3, 9, true)
	f.ctx = t.Context()
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.derive())
	f.equate()
	scaled := make(stretches.Rows, len(f.columns[0][0]))
	f.scaled(0, scaled, f.columns[0][0])
	square := 0.
	for _, x := range scaled {
		square += x * x
	}
	require.InDelta(t, 0, f.afterState(0, scaled)/square, 1e-5)
	across := make(stretches.Rows, len(scaled))
	across[0], across[len(across)-1] = 1, -1
	left := f.afterState(0, across)
	require.Greater(t, left, 0.1)
	require.LessOrEqual(t, left, 2.)
	f.equations[0] = normal.Equations{}
	require.Equal(t, 2., f.afterState(0, across), "no state makes up for it")
}

// TestInformationOfDirections: where predictions are linear, moves far apart tell the information that derivatives tell, and a direction
// does nothing if they tell less than a tenth of it.
func TestInformationOfDirections(t *testing.T) {
	two := []Parameter{{Name: "mass"}, {Name: "stiffness", Rank: 1, Start: 0.1}}
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[0] + float64(x0*x0*p[1]) }), 1e-2, two...)
	information, _ := f.sum(0)
	for k, along := range [][]float64{{1, 0}, {0, 1}} {
		alone, err := f.informationAlong(along, k, nil)
		require.NoError(t, err)
		require.InEpsilon(t, information.At(k, k), alone, 1e-3)
		twice, err := f.informationAlong([]float64{2 * along[0], 2 * along[1]}, k, nil)
		require.NoError(t, err)
		require.InEpsilon(t, 4*alone, twice, 1e-3, "it is of the direction as it is")
		rest, err := f.informationAlong(along, k, []int{1 - k})
		require.NoError(t, err)
		require.InEpsilon(t, information.At(k, k)-information.At(0, 1)*information.At(0, 1)/information.At(1-k, 1-k), rest, 1e-3, "after the other parameter")
	}
	require.InEpsilon(t, 4*information.At(0, 0)+12*information.At(0, 1)+9*information.At(1, 1), f.information([]int{0, 1}, []float64{2, 3}), 1e-9)
	others, along := []int{0, 1}, []float64{1, 1}
	known := information.At(0, 0) + 2*information.At(0, 1) + information.At(1, 1)
	require.InEpsilon(t, known, f.information(others, along), 1e-9)
	for times, want := range map[float64]bool{9.7: false, 10.3: true} {
		nothing, err := f.doesNothing(others, along, times*known)
		require.NoError(t, err)
		require.Equal(t, want, nothing, "%g", times)
	}
	for information, want := range map[float64]bool{0.99: true, 1.01: false} {
		nothing, err := f.doesNothing(others, along, information)
		require.NoError(t, err)
		require.Equal(t, want, nothing, "a standard deviation of 1 is unknown")
	}
}

// TestEffectOfStates: a direction that moves predictions as first states do has no effect.
func TestEffectOfStates(t *testing.T) {
	for across, want := range map[float64]bool{0: true, 1: false} {
		roll := func(_ context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			for frame := range steps + 1 {
				var x, v []float32
				for i := range starts {
					for k := range 3 {
						x = append(x, starts[i].Position[k]+float32(frame)*starts[i].Velocity[k])
						v = append(v, starts[i].Velocity[k])
					}
					x[len(x)-3] += float32(p[0]) * (1 + float32(across)*float32(frame*frame))
				}
				positions, velocities = append(positions, x), append(velocities, v)
			}
			return positions, velocities, nil
		}
		f := Problem{Samples: moving.Polynomials(2, 2, 6, 1, 0.01, 0.01), Time: 1, Parameters: []Parameter{{}}, Roll: roll}.begin(5, 9, true)
		f.ctx, f.noise = t.Context(), []float64{1e-3, 1e-3}
		f.now, _ = f.roll(f.at, f.offset)
		require.NoError(t, f.derive())
		f.equate()
		nothing, err := f.doesNothing([]int{0}, []float64{1}, 1e3)
		require.NoError(t, err)
		require.Equal(t, want, nothing)
	}
}

// TestRoundingIsNoEffect: a parameter whose small moves change predictions as much as its large ones only shows rounding, and is found
// though its derivatives seem to determine it.
func TestRoundingIsNoEffect(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[1]*(1+x0) + float64(1e-4*math.Sin(1e3*p[0])) }), 1e-5,
		Parameter{Name: "color"}, Parameter{Name: "speed", Rank: 1, Start: 1})
	information, _ := f.sum(0)
	require.Greater(t, information.At(0, 0), 100.)
	none, err := f.undetermined(f.others())
	require.NoError(t, err)
	require.Equal(t, [][]float64{{1, 0}}, none)
}
