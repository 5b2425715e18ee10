package sim

import (
	"math"
	"slices"
	"testing"

	"gmnc/internal/test/allclose"
	"gmnc/system"

	"github.com/stretchr/testify/require"
)

const (
	// wholeTrajectory is the published simulator's length.
	wholeTrajectory = 5000
	// frameSteps are the paper's steps from one frame to the next.
	frameSteps = 100
	// Every step rounds a length in the sixteenth digit; thousands of steps
	// walk to 1e-12.
	lengthTolerance = 1e-9
	// Relative to the sum of the initial speeds. Forces cancel in pairs to
	// rounding, and a kick is at most 0.1 of a velocity unit.
	momentumTolerance = 1e-12
	// The ratio of two first-order errors is 2 up to terms of the next
	// order; 0.013 is the most seen at this step.
	firstOrderTolerance = 0.02
)

func newTestState(composition system.Composition, index int) state {
	return state{NewState(composition, stream(1, 2, uint64(index), 0))}
}

func mustEuler(t testing.TB, state state, timeStep float64) *euler {
	t.Helper()
	in, err := NewIntegrator(state.State, Settings{Method: SemiImplicitEuler, TimeStep: timeStep})
	require.NoError(t, err)
	return in.(*euler)
}

// bars lists the ends of all sticks and hinge bars.
func (s state) bars() [][2]int {
	var bars [][2]int
	for _, object := range s.Objects {
		bars = append(bars, object.Bars()...)
	}
	return bars
}

func (s state) lengths() []float64 {
	var lengths []float64
	for _, bar := range s.bars() {
		lengths = append(lengths, load(s.Position[bar[0]]).sub(load(s.Position[bar[1]])).norm())
	}
	return lengths
}

func (s state) momentum() vector {
	var sum vector
	for i, v := range s.Velocity {
		sum = sum.add(load(v).scale(s.mass(i)))
	}
	return sum
}

func (s state) speedSum() float64 {
	var sum float64
	for _, v := range s.Velocity {
		sum += load(v).norm()
	}
	return sum
}

func (s state) kinetic() float64 {
	var sum float64
	for i, v := range s.Velocity {
		sum += s.mass(i) * load(v).dot(load(v)) / 2
	}
	return sum
}

func (s state) potential() float64 {
	return Potential(s.Position, s.Charge)
}

// clamped reports whether a force of the last step reached the clamp.
func (in *euler) clamped() bool { return atLimit(in.force, in.ForceLimit) }

func atLimit(force []vector, limit float64) bool {
	return slices.ContainsFunc(force, func(f vector) bool {
		return max(math.Abs(f.x), math.Abs(f.y), math.Abs(f.z)) >= limit
	})
}

// clampingIntegrator says when forces are not what potentials give.
type clampingIntegrator interface {
	Integrator
	clamped() bool
}

// drift is the largest change of a conserved quantity over a time, relative
// to a scale taken at its start; false if a force was clamped.
func drift(in clampingIntegrator, steps int, change func() float64) (largest float64, unclamped bool) {
	for range steps {
		in.Step()
		if in.clamped() {
			return 0, false
		}
		largest = max(largest, change())
	}
	return largest, true
}

// momentumDrift is relative to the sum of the initial speeds.
func momentumDrift(in clampingIntegrator, given *system.State, steps int) (float64, bool) {
	initial, scale := state{given}.momentum(), state{given}.speedSum()
	return drift(in, steps, func() float64 {
		return state{given}.momentum().sub(initial).norm() / scale
	})
}

// energyDrift is relative to the initial kinetic energy.
func energyDrift(in clampingIntegrator, given *system.State, steps int) (float64, bool) {
	initial, scale := state{given}.kinetic()+state{given}.potential(), state{given}.kinetic()
	return drift(in, steps, func() float64 {
		return math.Abs(state{given}.kinetic()+state{given}.potential()-initial) / scale
	})
}

func TestLengthsStayConstant(t *testing.T) {
	for _, composition := range []system.Composition{{3, 2, 1}, {1, 2, 0}, {2, 0, 1}, {5, 3, 3}, {0, 10, 0}, {0, 0, 1}} {
		for index := range 3 {
			state := newTestState(composition, index)
			initial := state.lengths()
			in := mustEuler(t, state, TimeStep)
			for range wholeTrajectory / frameSteps {
				advance(in, frameSteps)
				allclose.Within(t, initial, state.lengths(), lengthTolerance, "%s, trajectory %d", composition, index)
			}
		}
	}
}

func TestMomentumOfParticlesAndSticksIsConserved(t *testing.T) {
	for _, composition := range []system.Composition{{4, 0, 0}, {1, 2, 0}, {0, 4, 0}} {
		counted := 0
		for index := range 20 {
			in := mustEuler(t, newTestState(composition, index), TimeStep)
			if drift, unclamped := momentumDrift(in, in.state, wholeTrajectory); unclamped {
				counted++
				require.Less(t, drift, momentumTolerance, "%s, trajectory %d", composition, index)
			}
		}
		require.GreaterOrEqual(t, counted, 5, "%s: too few trajectories without clamped forces", composition)
	}
}

// driftRatios are the drifts at the time step over those at half of it, of
// the trajectories without clamped forces.
func driftRatios(t *testing.T, composition system.Composition, drift func(clampingIntegrator, *system.State, int) (float64, bool)) []float64 {
	t.Helper()
	const trajectories, steps = 20, 1000
	var ratios []float64
	for index := range trajectories {
		in := mustEuler(t, newTestState(composition, index), TimeStep)
		coarse, first := drift(in, in.state, steps)
		in = mustEuler(t, newTestState(composition, index), TimeStep/2)
		fine, second := drift(in, in.state, 2*steps)
		if first && second {
			ratios = append(ratios, coarse/fine)
		}
	}
	require.GreaterOrEqual(t, len(ratios), trajectories/2, "%s: too few trajectories without clamped forces", composition)
	return ratios
}

func TestMomentumDriftOfHingesHalvesWithTheStep(t *testing.T) {
	for _, composition := range []system.Composition{{0, 0, 1}, {2, 0, 1}, {3, 2, 1}} {
		for _, ratio := range driftRatios(t, composition, momentumDrift) {
			require.InDelta(t, 2, ratio, firstOrderTolerance, composition)
		}
	}
}

// A wrong term in a stick's or hinge's equations would leave an energy drift
// that does not vanish with the step.
func TestEnergyDriftHalvesWithTheStep(t *testing.T) {
	for _, composition := range []system.Composition{{4, 0, 0}, {0, 2, 0}, {0, 0, 1}, {3, 2, 1}} {
		for _, ratio := range driftRatios(t, composition, energyDrift) {
			require.InDelta(t, 2, ratio, firstOrderTolerance, composition)
		}
	}
}

func TestSingleParticleMovesStraight(t *testing.T) {
	state := newTestState(system.Composition{1}, 0)
	position, velocity := load(state.Position[0]), load(state.Velocity[0])
	advance(mustEuler(t, state, TimeStep), wholeTrajectory)
	require.Equal(t, velocity.store(), state.Velocity[0])
	want := position.add(velocity.scale(wholeTrajectory * TimeStep))
	require.Less(t, load(state.Position[0]).sub(want).norm(), lengthTolerance)
}

func TestStepDoesNotAllocate(t *testing.T) {
	in := mustEuler(t, newTestState(system.Composition{3, 2, 1}, 0), TimeStep)
	require.Zero(t, testing.AllocsPerRun(10, in.Step))
}

func TestIntegratorRefusesBadStates(t *testing.T) {
	for want, spoil := range map[string]func(state){
		"state: has 10 positions, 9 velocities and 10 charges, expected equal numbers": func(s state) {
			s.Velocity = s.Velocity[1:]
		},
		"state: stick 1 names particle 10, expected 0 to 9": func(s state) { s.Objects.Of(system.Stick)[1][0] = 10 },
		"state: hinge 0 names particle -1, expected 0 to 9": func(s state) { s.Objects.Of(system.Hinge)[0][2] = -1 },
		"state: particle 4 is in stick 0 and in hinge 0, expected one object at most": func(s state) {
			copy(s.Objects.Of(system.Stick)[0], []int{4, 5})
			copy(s.Objects.Of(system.Hinge)[0], []int{4, 6, 7})
			copy(s.Objects.Of(system.Stick)[1], []int{8, 9})
		},
		"state: particle 4 is in stick 0 and in stick 0, expected one object at most": func(s state) {
			copy(s.Objects.Of(system.Stick)[0], []int{4, 4})
		},
	} {
		state := newTestState(system.Composition{3, 2, 1}, 0)
		spoil(state)
		_, err := NewIntegrator(state.State, Settings{})
		require.EqualError(t, err, want)
	}
}

func BenchmarkTrajectory321(b *testing.B) {
	for b.Loop() {
		advance(mustEuler(b, newTestState(system.Composition{3, 2, 1}, 0), TimeStep), wholeTrajectory)
	}
}
