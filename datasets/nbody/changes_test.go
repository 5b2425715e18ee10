package nbody

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

// TestTextOfHalving: what a change by half the step says of a data set.
func TestTextOfHalving(t *testing.T) {
	for want, h := range map[string]Halving{
		"half the step changes motions by 0.01 in the median of 4 systems":                                                                              {Systems: 4, Median: 0.01},
		"half the step changes motions by 0.01 in the median of 4 systems, and 1 of them by more than 0.01: these are chaotic or have close encounters": {Systems: 4, Over: 1, Median: 0.01},
		"half the step changes motions by 0.011 in the median of 4 systems, above 0.01: the data set is chaotic, or its step is long":                   {Systems: 4, Over: 1, Median: 0.011},
		"half the step changes motions by 0.011 in the median of 4 systems: the data set is chaotic, no step leads to these frames alone":               {Systems: 4, Median: 0.011, Searched: true},
	} {
		require.Equal(t, want, h.String())
	}
}

// free is a particle that falls by gravity from rest, or drifts without.
func free(velocity float32) *system.Sample {
	return &system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{velocity, 0, 0}, Charge: []float32{0}, TargetPosition: make([]float32, 3), TargetVelocity: make([]float32, 3)}
}

// TestChange: a particle that rests does not change, one that drifts does by roundings, and one that falls
// does by the energy that a step gives it, too.
func TestChange(t *testing.T) {
	config := Config{Frames: 11, Settings: sim.Settings{TimeStep: 0.01, Mechanics: sim.Mechanics{Neutral: true}}}
	change, err := config.change(free(0))
	require.NoError(t, err)
	require.Zero(t, change)
	change, err = config.change(free(1))
	require.NoError(t, err)
	require.Less(t, change, 1e-9)
	falling := config
	falling.Mechanics.Gravity = [3]float64{0, 0, -10}
	change, err = falling.change(free(1))
	require.NoError(t, err)
	start, end, err := falling.moved(free(1), 0.01)
	require.NoError(t, err)
	require.Equal(t, [3]float64{0, 0, 0}, start.Position[0])
	require.InDelta(t, 10*sim.FrameTime, end.Position[0][0], 1e-9)
	_, fine, err := falling.moved(free(1), 0.005)
	require.NoError(t, err)
	apart, gone := math.Abs(end.Position[0][2]-fine.Position[0][2]), math.Hypot(fine.Position[0][0], fine.Position[0][2])
	energy := math.Abs(falling.Mechanics.Energy(end)-falling.Mechanics.Energy(start)) / 0.5
	require.InDelta(t, max(apart/gone, energy), change, 1e-9)
	config.Frames = 0
	_, end, err = config.moved(free(1), 0.01)
	require.NoError(t, err)
	require.InDelta(t, (sim.TargetFrame-sim.InputFrame)*sim.FrameTime, end.Position[0][0], 1e-9)
}

// TestLongestMotions: a motion that is not finite changes by infinity, and the change of a conserved energy counts where it is larger.
func TestLongestMotions(t *testing.T) {
	lost := free(1)
	lost.Velocity[1] = float32(math.Inf(1))
	config := Config{Frames: 3, Settings: sim.Settings{TimeStep: 0.01, Mechanics: sim.Mechanics{Neutral: true}}}
	change, err := config.change(lost)
	require.NoError(t, err)
	require.True(t, math.IsInf(change, 1))

	// A spring that is nearly at rest at its middle, with long steps: its energy changes more than its path.
	swing := Config{Frames: 2, Settings: sim.Settings{TimeStep: 0.1, Mechanics: sim.Mechanics{Neutral: true, Springs: []sim.Spring{{First: 0, Second: 1, Stiffness: 60, Length: 1}}}}}
	s := &system.Sample{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: []float32{0.01, 0, 0, -0.01, 0, 0}, Charge: make([]float32, 2), TargetPosition: make([]float32, 6), TargetVelocity: make([]float32, 6)}
	start, coarse, err := swing.moved(s, 0.1)
	require.NoError(t, err)
	_, fine, err := swing.moved(s, 0.05)
	require.NoError(t, err)
	off, gone := coarse.Position[0][0]-fine.Position[0][0], start.Position[0][0]-fine.Position[0][0]
	energy := math.Abs(swing.Mechanics.Energy(coarse)-swing.Mechanics.Energy(start)) / (0.01 * 0.01)
	change, err = swing.change(s)
	require.NoError(t, err)
	require.Greater(t, energy, 2*math.Abs(off/gone))
	require.InEpsilon(t, energy, change, 1e-4)
	swing.Neutral = false
	change, err = swing.change(s)
	require.NoError(t, err)
	require.InEpsilon(t, math.Abs(off/gone), change, 1e-4)
}

// TestChangesOfSystems: the median is that of the sorted changes, and systems that change too much are counted.
func TestChangesOfSystems(t *testing.T) {
	config := Config{Frames: 3, Settings: sim.Settings{TimeStep: 0.01, Mechanics: sim.Mechanics{Neutral: true}}}
	lost := func() *system.Sample {
		s := free(1)
		s.Velocity[2] = float32(math.NaN())
		return s
	}
	h, err := config.halved(t.Context(), []*system.Sample{lost(), free(0), free(0)})
	require.NoError(t, err)
	require.Equal(t, Halving{Systems: 3, Over: 1}, h)
	h, err = config.halved(t.Context(), []*system.Sample{lost(), free(0), lost()})
	require.NoError(t, err)
	require.Equal(t, Halving{Systems: 3, Over: 2, Median: math.Inf(1)}, h)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = config.halved(canceled, []*system.Sample{free(0)})
	require.ErrorIs(t, err, context.Canceled)
	config.TimeStep = -1
	_, err = config.halved(t.Context(), []*system.Sample{free(0)})
	require.ErrorContains(t, err, "time_step -1: expected a positive number")
}

// TestHalvedInVain: no shorter step is sought for systems that only charges move, and none is found for motions that are not finite.
func TestHalvedInVain(t *testing.T) {
	data := &datasets.Data{}
	for k := range 40 {
		s := *free(0)
		if k%4 < 3 {
			s.Velocity = []float32{float32(math.NaN()), 0, 0}
		}
		data.Train = append(data.Train, s)
	}
	config := Config{Frames: 3, Settings: sim.Settings{TimeStep: 0.01}}
	h, err := config.Halve(t.Context(), data)
	require.NoError(t, err)
	require.Equal(t, mostHalved, h.Systems)
	require.True(t, math.IsInf(h.Median, 1))
	require.False(t, h.Searched)
	rest, lost := *free(0), *free(0)
	lost.Velocity = []float32{float32(math.NaN()), 0, 0}
	h, err = config.Halve(t.Context(), &datasets.Data{Train: slices.Repeat([]system.Sample{rest}, mostHalved), Test: slices.Repeat([]system.Sample{lost}, mostHalved)})
	require.NoError(t, err)
	require.Equal(t, Halving{Systems: mostHalved, Over: mostHalved / 2, Median: math.Inf(1)}, h, "they are spread over all samples")
	config.Neutral = true
	h, err = config.Halve(t.Context(), data)
	require.NoError(t, err)
	require.True(t, h.Searched)
	data.Train = data.Train[3:4]
	h, err = config.Halve(t.Context(), data)
	require.NoError(t, err)
	require.Equal(t, Halving{Systems: 1}, h)
}

// TestJoinedParts: what other ranks drew again is added, also where they have no samples, and a damaged part
// names its rank.
func TestJoinedParts(t *testing.T) {
	part := func(redrawn int, data *datasets.Data) []byte {
		content, err := encodePart(data, redrawn)
		require.NoError(t, err)
		return content
	}
	own := simulate(t, Config{System: system.Composition{2}, Train: 1, Seed: 5})
	other := simulate(t, Config{System: system.Composition{2}, Train: 1, Valid: 1, Test: 1, Seed: 6})
	data, redrawn, err := joined(own, 1, [][]byte{part(2, &datasets.Data{}), part(4, other)})
	require.NoError(t, err)
	require.Equal(t, 7, redrawn)
	require.Equal(t, [3]int{2, 1, 1}, [3]int{len(data.Train), len(data.Valid), len(data.Test)})
	require.Equal(t, other.Train[0].Position, data.Train[1].Position)
	data, redrawn, err = joined(own, 1, [][]byte{part(2, &datasets.Data{}), append(make([]byte, 8), 1, 2, 3)})
	require.ErrorContains(t, err, "the part of rank 2")
	require.Nil(t, data)
	require.Zero(t, redrawn)
}

// one is a rank that is alone, and disagrees.
type one struct{ Ranks }

func (one) Rank() int             { return 0 }
func (one) Size() int             { return 1 }
func (one) Agree(err error) error { return errors.Join(err, errors.New("another")) }

// TestAgreement: ranks agree on errors, also where there is one.
func TestAgreement(t *testing.T) {
	_, _, err := SimulateOn(t.Context(), one{}, Config{System: system.Composition{2}, Train: 1}, nil)
	require.EqualError(t, err, "another")
}

// TestPushed: the change of momentum besides that by gravity, relative to the sum of all momenta.
func TestPushed(t *testing.T) {
	s := free(0)
	first, last := states(&system.Sample{Position: make([]float32, 6), Velocity: []float32{1, 0, 0, -1, 0, 0}, TargetPosition: make([]float32, 6), TargetVelocity: []float32{1, 0, 0, -0.5, 0, 0}})
	require.Equal(t, 0.25, pushed(sim.Mechanics{}, s, first, last))
	first.Mass = []float64{2, 6}
	require.Equal(t, 0.375, pushed(sim.Mechanics{}, s, first, last))
	time := (sim.TargetFrame - sim.InputFrame) * sim.FrameTime
	first.Mass = nil
	for i := range last.Velocity {
		last.Velocity[i][2] -= 3 * time
	}
	require.InDelta(t, 0.25, pushed(sim.Mechanics{Gravity: [3]float64{0, 0, -3}}, s, first, last), 1e-12)
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 9)}
	for i := range last.Velocity {
		last.Velocity[i] = first.Velocity[i]
		last.Velocity[i][2] = -3 * 2 * sim.FrameTime
	}
	require.InDelta(t, 0, pushed(sim.Mechanics{Gravity: [3]float64{0, 0, -3}}, s, first, last), 1e-12)
}
