package shooting

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/vector"
	"gmnc/system"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// Of carts with a pole: what acts and moves in tests.
const (
	cartTime  = 0.02
	cartSteps = 4 // of time in a frame
	cartMass  = 1.5
)

// cartLoads are of carts of a known mass: parameters are the logarithms of the pole's mass, of both dampings
// and of the cart's friction, in units of 0.5, 0.2, 0.02 and 0.3, and gravity along z in units of 5.
func cartLoads(at []float64, s *system.Sample) articulated.ChainLoads {
	value := func(k int, unit float64) float64 { return unit * math.Exp(at[k]) }
	turns := []float64{0, 0, 0, 0, 1, 1, 1, 1}
	of := func(cart, pole float64) (all []float64) {
		for _, share := range turns {
			all = append(all, float64(cart*(1-share))+float64(pole*share))
		}
		return all
	}
	loads := articulated.ChainLoads{Friction: of(value(3, 0.3), 0), Resting: of(1e-4, 1e-4)}
	loads.Mass, loads.Damping = of(cartMass/4, value(0, 0.5)/4), of(value(1, 0.2), value(2, 0.02))
	loads.Load = vector.Widened(system.Thrust.Of(s))
	for _, mass := range loads.Mass {
		loads.Force = append(loads.Force, 0, 0, float64(5*mass*at[4]))
	}
	return loads
}

// carts are recordings of such carts in frames with noise.
func carts(t *testing.T, truth []float64, count, frames int, noise float64, differences bool) (samples []system.Sample) {
	random := rand.New(rand.NewPCG(3, 1))
	var rest []float32
	for _, z := range []float32{1, 1.4} {
		for _, x := range [][3]float32{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.2}} {
			rest = append(rest, x[0], x[1], z+x[2])
		}
	}
	for range count {
		s := system.Sample{Position: rest, Velocity: make([]float32, len(rest))}
		require.NoError(t, s.Join(rest, []system.Joint{
			{Parent: -1, Members: []int{0, 1, 2, 3}, Slides: true, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{1, 0, 0}},
			{Parent: 0, Members: []int{4, 5, 6, 7}, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{0, 1, 0}},
		}))
		system.Thrust.Set(&s, slices.Repeat([]float32{float32(3 * random.NormFloat64())}, 8))
		j := states.JointsIn(states.Of(&s))
		place, rate := []float64{random.NormFloat64(), random.NormFloat64()}, []float64{random.NormFloat64(), 2 * random.NormFloat64()}
		trajectory := &system.Trajectory{Particles: 8}
		load := j.Chain.Weigh(cartLoads(truth, &s))
		var seen [][2][]float64
		for range frames {
			seen = append(seen, [2][]float64{slices.Clone(place), slices.Clone(rate)})
			for range cartSteps {
				j.Chain.Step(place, rate, load, cartTime/cartSteps)
			}
		}
		for frame, now := range seen {
			if differences && frame > 0 && frame+1 < frames {
				floats.SubTo(now[1], seen[frame+1][0], seen[frame-1][0])
				floats.Scale(1/(2*cartTime), now[1])
			}
			for k := range now[0] {
				now[0][k] += noise * random.NormFloat64()
				now[1][k] += 30 * noise * random.NormFloat64()
			}
			x, v := j.Particles(now[0], now[1])
			trajectory.Positions, trajectory.Velocities = append(trajectory.Positions, x...), append(trajectory.Velocities, v...)
		}
		samples = append(samples, s.Along(trajectory))
	}
	return samples
}

// cartTruth is what tests of carts find, and cartProblem begins with all at their units.
var cartTruth = []float64{-0.7, 0.5, 0.3, -0.4, -9.81 / 5}

func cartProblem(samples []system.Sample) Problem {
	p := Problem{Samples: samples, Time: cartTime, Bodies: &Bodies{Loads: cartLoads, Steps: cartSteps}}
	for k, name := range []string{"mass", "damping of 0", "damping of 1", "friction", "gravity"} {
		p.Parameters = append(p.Parameters, Parameter{Name: name, Factor: k < 4, Vanishes: k > 0 && k < 4, Rank: k})
	}
	p.Parameters[4].Start = -1
	return p
}

// TestColumnsOfBodies: derivatives by first states and parameters are differences of predictions,
// with velocities and without.
func TestColumnsOfBodies(t *testing.T) {
	samples := carts(t, cartTruth, 2, 13, 1e-3, false)
	for _, derived := range []bool{false, true} {
		p := cartProblem(samples)
		f := p.begin(6, 10, true)
		f.ctx, f.at = t.Context(), slices.Clone(cartTruth)
		require.Len(t, f.stretches, 2)
		for i := range f.stretches {
			s := &f.stretches[i]
			s.Derived = derived
			s.Recorded = s.Measured()
		}
		var err error
		f.now, err = f.roll(f.at, f.offset)
		require.NoError(t, err)
		require.NoError(t, f.derive())
		for i := range f.stretches {
			s := &f.stretches[i]
			require.Len(t, f.columns[i], 4+len(f.at))
			for k, column := range f.columns[i] {
				var sides [2][]stretches.Rows
				for side, by := range []float64{1e-5, -1e-5} {
					at, offset := f.at, s.Offset
					if k < 4 {
						offset = moved(offset, k, by)
					} else {
						at = moved(at, k-4, by)
					}
					sides[side], err = f.roll(at, func(int) []float64 { return offset })
					require.NoError(t, err)
				}
				change := s.Difference(sides[0][i], sides[1][i])
				floats.Scale(1/2e-5, change)
				largest := max(floats.Norm(change, math.Inf(1)), 1e-3)
				allclose.Within(t, []float64(change), []float64(column), 1e-2*largest, "derived %v, stretch %d, column %d", derived, i, k)
			}
		}
	}
}

// differenced replaces the rates of recordings by central differences of their positions, as a file without rates has them.
func differenced(samples []system.Sample) {
	for i := range samples {
		s := &samples[i]
		t := s.Trajectory
		all := stretches.Stretch{Start: *s, States: states.Of(s), Records: [2][]float64{t.Positions, t.Velocities}}
		all.Recorded = all.Measured()
		places, last := all.Unwrapped(), t.Frames()-1
		t.Velocities = nil
		for frame, place := range places {
			before, after := max(frame-1, 0), min(frame+1, last)
			rate := slices.Clone(places[after])
			floats.Sub(rate, places[before])
			floats.Scale(1/(cartTime*float64(after-before)), rate)
			_, v := all.Joints().Particles(place, rate)
			t.Velocities = append(t.Velocities, v...)
		}
		*s = s.Along(t)
	}
}

// TestDerivedRates: rates of joints are known as differences of their positions, though velocities of particles, which
// move along arcs, are none of theirs; measured rates, and particles without joints, are not.
func TestDerivedRates(t *testing.T) {
	samples := carts(t, cartTruth, 2, 12, 1e-3, false)
	require.False(t, stretches.DerivedRates(samples))
	differenced(samples)
	require.True(t, stretches.DerivedRates(samples))
	require.False(t, stretches.Derived(samples[0].Trajectory))
	require.False(t, stretches.DerivedRates(slices.Concat(samples, carts(t, cartTruth, 1, 12, 1e-3, false))), "all recordings have them, or none")
	samples[0].Trajectory = nil
	require.False(t, stretches.DerivedRates(samples), "pairs have no differences")
	require.False(t, stretches.DerivedRates(moving.Polynomials(1, 5, 1, 0.5, 0, 0)), "particles have no joints")
}

// TestConstantsByPositions: rates that are differences bias no constants, and errors cover the truth.
func TestConstantsByPositions(t *testing.T) {
	samples := carts(t, cartTruth, 5, 31, 3e-4, false)
	differenced(samples)
	found, err := cartProblem(samples).Run(t.Context())
	require.NoError(t, err)
	require.True(t, found.Ended)
	require.Len(t, found.Noise, 2, "no rates are compared with")
	for k, one := range found.Found {
		require.InDelta(t, cartTruth[k], one.At, 2.5*one.Deviation, "%d", k)
		require.Less(t, one.Deviation, 0.5)
	}
}

// TestDifferencesLead: of much noise, fits to positions alone begin where rates that are differences led; from
// measured states by themselves they end elsewhere.
func TestDifferencesLead(t *testing.T) {
	samples := carts(t, cartTruth, 2, 25, 0.03, false)
	differenced(samples)
	found, err := cartProblem(samples).Run(t.Context())
	require.NoError(t, err)
	require.Len(t, found.Noise, 2)
	for _, noise := range found.Noise {
		require.InEpsilon(t, 0.03, noise, 0.2)
	}
}

// TestNoiseAtRest: estimates of the noise come to rest with the equations, also beside a stretch that
// is far off in one channel: this has the noise of the others, and other channels of that stretch count as before.
// The equations of exact derivatives have no ridge to speak of.
func TestNoiseAtRest(t *testing.T) {
	samples := carts(t, cartTruth, 9, 13, 1e-3, false)
	bad := samples[4].Trajectory
	for k := 3 * bad.Particles * 6; k < 3*bad.Particles*7; k += 3 {
		bad.Positions[k] += 0.5
	}
	p := cartProblem(samples)
	f := p.begin(6, 100, true)
	f.ctx, f.at = t.Context(), slices.Clone(cartTruth)
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.settle(t.Context(), 12))
	f.estimate()
	f.estimate() // by equations of the new noise
	require.True(t, f.estimate(), "it was at rest")
	for number, noise := range []float64{1e-3, 1e-3, 30e-3, 30e-3} {
		require.InEpsilon(t, noise, f.noise[number], 0.15, "channel %d", number)
		require.EqualValues(t, 1, f.weights[3][number])
	}
	require.Less(t, f.weights[4][0], 1e-3)
	require.EqualValues(t, 1, f.weights[4][1], "of the pole")

	b := f.normalEquations(0, f.columns[0])
	for k := range b.States.SymmetricDim() {
		sum := 0.
		for row, value := range f.columns[0][k] {
			value /= f.scale(0, row)
			sum += float64(value * value)
		}
		require.InEpsilon(t, sum, b.States.At(k, k), 1e-9)
	}
}

// TestBodyResponses: what more of a thrust does to predictions of joints, by their equations, is a
// difference of predictions, beside the thrust that acts already.
func TestBodyResponses(t *testing.T) {
	p := cartProblem(carts(t, cartTruth, 2, 13, 1e-3, false))
	f := p.begin(6, 10, true)
	f.ctx, f.at = t.Context(), slices.Clone(cartTruth)
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	motions := make([]Motion, len(f.stretches))
	more := Candidate{Field: system.Thrust, Columns: []func(m *Motion) []float32{func(*Motion) []float32 {
		var values []float32
		for frame := range len(f.stretches[0].Records[0]) / (3 * 8) {
			values = append(values, slices.Repeat([]float32{float32(1 + frame)}, 8)...)
		}
		return values
	}}}
	got, err := f.bodyResponses(motions, []Candidate{more})
	require.NoError(t, err)
	var sides [2][]stretches.Rows
	for side, by := range []float64{1e-2, -1e-2} {
		other := *f
		other.stretches = slices.Clone(f.stretches)
		for i := range other.stretches {
			s := &other.stretches[i]
			values := more.Columns[0](nil)
			for k := range values {
				values[k] = system.Thrust.Of(&s.Start)[0] + float32(by)*values[k]
			}
			trajectory := system.Trajectory{Particles: 8, Positions: s.Records[0], Velocities: s.Records[1], Given: []system.Values{{Field: system.Thrust, Values: values}}}
			s.Start = s.Start.Along(&trajectory)
		}
		sides[side], err = other.roll(other.at, other.offset)
		require.NoError(t, err)
	}
	for i := range f.stretches {
		change := f.stretches[i].Difference(sides[0][i], sides[1][i])
		floats.Scale(1/2e-2, change)
		require.Greater(t, floats.Norm(change, math.Inf(1)), 1e-3)
		allclose.Within(t, []float64(change), []float64(got[0][i]), 1e-2*floats.Norm(change, math.Inf(1)), "stretch %d", i)
	}
}
