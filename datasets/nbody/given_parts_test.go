package nbody

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

// TestGivenFields: a sample has the fields of its mechanics and of its state, and no others.
func TestGivenFields(t *testing.T) {
	pair := sim.Sample{
		Input:  system.State{Position: [][3]float64{{1, 2, 3}}, Velocity: [][3]float64{{4, 5, 6}}, Charge: []float64{-1}, Mass: []float64{7}},
		Target: system.State{Position: [][3]float64{{8, 9, 10}}, Velocity: [][3]float64{{11, 12, 13}}},
	}
	s := given(sim.Mechanics{}, pair)
	require.Equal(t, system.Sample{
		Position: []float32{1, 2, 3}, Velocity: []float32{4, 5, 6}, TargetPosition: []float32{8, 9, 10}, TargetVelocity: []float32{11, 12, 13},
		Charge: []float32{-1}, NodeFeatures: []float32{7},
	}, s)

	pair.Input.Pinned, pair.Input.Box = []bool{true}, [][3]float64{{14, 15, 16}}
	m := sim.Mechanics{Neutral: true, MostMass: 9, Gravity: [3]float64{0, -1, 0}, Friction: 0.5, Restitution: 0.25, Planes: []sim.Plane{{Normal: [3]float64{0, 1, 0}, Offset: -2}}}
	s = given(m, pair)
	require.Nil(t, s.Charge)
	require.Nil(t, s.NodeFeatures)
	require.Nil(t, s.Neighbors)
	planes := make([]float32, system.Planes.Columns)
	copy(planes, []float32{0, 1, 0, -2})
	for f, want := range map[*system.Field][]float32{
		system.Mass: {7}, system.Pinned: {1}, system.Box: {14, 15, 16}, system.Gravity: {0, -1, 0}, system.Planes: planes, system.Friction: {0.5}, system.Restitution: {0.25},
	} {
		require.Equal(t, want, f.Of(&s), f.Name)
	}
	pair.Input.Pinned[0] = false
	s = given(m, pair)
	require.Equal(t, []float32{0}, system.Pinned.Of(&s))
}

// TestDriftOfCharges: energy changes relative to the kinetic energy alone, and the median of several samples is the middle one.
func TestDriftOfCharges(t *testing.T) {
	data := new(datasets.Data)
	for _, faster := range []float32{0, 1, 2, 3, 4} {
		data.Train = append(data.Train, system.Sample{
			Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: []float32{2, 0, 0, 2, 0, 0}, Charge: []float32{1, 1},
			TargetPosition: []float32{0, 0, 0, 2, 0, 0}, TargetVelocity: []float32{2, faster, 0, 2, 0, 0},
		})
	}
	d := MeasureDrift(sim.Mechanics{}, data)
	require.InDelta(t, 4./2/4, d.Energy, 1e-12)
	require.InDelta(t, 16./2/4, d.LargestEnergy, 1e-12)
	require.InDelta(t, 1, d.Momentum, 1e-12)
}

// TestGainAtPlanes: the largest growth of the energy counts, and a loss counts as none.
func TestGainAtPlanes(t *testing.T) {
	for faster, want := range map[float32]float64{-1: 0, 0: 0, 0.5: (2.5*2.5 - 4) / 4} {
		s := system.Sample{Position: []float32{0, 0, 5}, Velocity: []float32{2, 0, 0}, TargetPosition: []float32{1, 0, 5}, TargetVelocity: []float32{2 + faster, 0, 0}}
		planes := make([]float32, system.Planes.Columns)
		copy(planes, []float32{0, 0, 1, 0})
		system.Planes.Set(&s, planes)
		d := MeasureDrift(sim.Mechanics{Neutral: true, Planes: []sim.Plane{{Normal: [3]float64{0, 0, 1}}}}, &datasets.Data{Valid: []system.Sample{s}})
		require.InDelta(t, want, d.Gain, 1e-12)
		require.Zero(t, d.Depth)
	}
}

// TestFramesThatMove: a sample moves to its last frame, and without frames for a time unit.
func TestFramesThatMove(t *testing.T) {
	for frames, time := range map[int]float64{0: 1, 2: 0.1, 3: 0.2, 21: 2} {
		config := Config{Frames: frames, Settings: sim.Settings{TimeStep: 0.01, Mechanics: sim.Mechanics{Neutral: true}}}
		_, end, err := config.moved(free(1), 0.01)
		require.NoError(t, err)
		require.InDelta(t, time, end.Position[0][0], 1e-9)
	}
}

// TestHalvingEnds: a canceled halving returns the error of its context, and the steps that are tried are halves of halves.
func TestHalvingEnds(t *testing.T) {
	m := sim.Mechanics{Gravity: [3]float64{0, 0, -60}, Hang: true, Neutral: true}
	config := Config{Shapes: []sim.Shape{sim.Chain(3)}, Train: 2, Frames: 3, Settings: sim.Settings{TimeStep: 0.1, Mechanics: m}}
	data, _, err := Simulate(t.Context(), config, nil)
	require.NoError(t, err)
	_, err = config.Halve(t.Context(), data)
	require.Regexp(t, `: take (0\.05|0\.025|0\.0125|0\.00625|0\.003125|0\.0015625|0\.00078125)$`, err.Error())
	ended, stop := context.WithCancel(t.Context())
	stop()
	_, err = config.Halve(ended, data)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "half the step changes motions by 0.01 in the median of 4 systems", Halving{Systems: 4, Median: StepBound, Searched: true}.String())
}

// TestPartsOfRanks: a part is sent with its samples if any split has one, and with the number of its trajectories that were drawn again.
func TestPartsOfRanks(t *testing.T) {
	one := []system.Sample{*free(1)}
	for i, data := range []*datasets.Data{{}, {Train: one}, {Valid: one}, {Test: one}, {Train: one, Valid: one}, {Train: one, Test: one}, {Valid: one, Test: one}} {
		part, err := encodePart(data, 3)
		require.NoError(t, err)
		require.Equal(t, i == 0, len(part) == 8, "%d", i)
		all, redrawn, err := joined(&datasets.Data{Train: one}, 4, [][]byte{part, part})
		require.NoError(t, err)
		require.Equal(t, 4+3+3, redrawn)
		require.Len(t, all.Train, 1+2*len(data.Train))
		require.Len(t, all.Valid, 2*len(data.Valid))
		require.Len(t, all.Test, 2*len(data.Test))
	}
	_, _, err := joined(&datasets.Data{}, 0, [][]byte{make([]byte, 8), []byte("12345678no part")})
	require.ErrorContains(t, err, "the part of rank 2")
}

// alone is a group of ranks whose parts cannot be shared.
type alone struct {
	rank, size int
	err        error
}

func (a alone) Rank() int                      { return a.rank }
func (a alone) Size() int                      { return a.size }
func (a alone) Agree(err error) error          { return err }
func (a alone) Share([]byte) ([][]byte, error) { return [][]byte{nil}, a.err }

// TestRanksThatFail: what a rank cannot simulate or share is its error, and only the first rank returns data.
func TestRanksThatFail(t *testing.T) {
	wrong := small
	wrong.Test = -1
	for _, size := range []int{1, 2} {
		_, _, err := SimulateOn(t.Context(), alone{size: size}, wrong, nil)
		require.EqualError(t, err, "test -1: expected 0 to 10000000 samples")
	}
	lost := context.DeadlineExceeded
	_, _, err := SimulateOn(t.Context(), alone{size: 2, err: lost}, small, nil)
	require.ErrorIs(t, err, lost)
	data, redrawn, err := SimulateOn(t.Context(), alone{rank: 1, size: 2}, small, nil)
	require.NoError(t, err)
	require.Nil(t, data)
	require.Zero(t, redrawn)
	data, _, err = SimulateOn(t.Context(), alone{rank: 0, size: 2}, small, nil)
	require.NoError(t, err)
	require.Len(t, data.Train, 1, "its own part of three")
}

// TestMassesOfShapes: particles of shapes with masses have these as a feature.
func TestMassesOfShapes(t *testing.T) {
	shape := sim.Chain(3)
	config := Config{Shapes: []sim.Shape{shape}, Train: 1}
	require.Empty(t, simulate(t, config).NodeFeatures)
	config.Shapes[0].Masses = []float64{1, 2, 3}
	config.Shapes[0].Pose = [][3]float64{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}
	data := simulate(t, config)
	require.Equal(t, []string{datasets.MassFeature}, data.NodeFeatures)
	require.ElementsMatch(t, []float32{1, 2, 3}, data.Train[0].NodeFeatures)
}
