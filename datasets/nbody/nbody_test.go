package nbody

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

var small = Config{System: system.Composition{1, 1, 1}, Train: 3, Valid: 2, Test: 1, Seed: 5, Workers: 2}

func simulate(t *testing.T, n Config) *datasets.Data {
	t.Helper()
	data, _, err := Simulate(t.Context(), n, nil)
	require.NoError(t, err)
	return data
}

func TestSimulate(t *testing.T) {
	var seen []int
	data, redrawn, err := Simulate(t.Context(), small, func(done int) { seen = append(seen, done) })
	require.NoError(t, err)
	require.Zero(t, redrawn)
	require.Equal(t, 6, small.Count())
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, seen)
	require.Len(t, data.Train, 3)
	require.Len(t, data.Valid, 2)
	require.Len(t, data.Test, 1)
	for _, sample := range slices.Concat(data.Train, data.Valid, data.Test) {
		require.Equal(t, 6, sample.Particles())
		require.Len(t, sample.Objects.Of(system.Stick), 1)
		require.Len(t, sample.Objects.Of(system.Hinge), 1)
		for _, q := range sample.Charge {
			require.Contains(t, []float32{-1, 1}, q)
		}
	}
	require.NotEqual(t, data.Train[0], data.Valid[0], "splits have streams of their own")
	require.NotEqual(t, data.Valid[0], data.Test[0], "splits have streams of their own")

	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	stored, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, data, stored)
}

// TestSamplesAreTheSimulators: frames 30 and 40 of a trajectory, rounded.
func TestSamplesAreTheSimulators(t *testing.T) {
	samples, _, err := sim.Generate(t.Context(), sim.Config{System: small.System, Seed: 5, Split: 1, Count: 2}, nil)
	require.NoError(t, err)
	have := simulate(t, small).Valid
	for i, want := range samples {
		require.Equal(t, want.Input.Objects.Of(system.Stick), have[i].Objects.Of(system.Stick))
		require.Equal(t, want.Input.Objects.Of(system.Hinge), have[i].Objects.Of(system.Hinge))
		for particle, charge := range want.Input.Charge {
			require.Equal(t, float32(charge), have[i].Charge[particle])
			for axis := range 3 {
				at := 3*particle + axis
				require.Equal(t, float32(want.Input.Position[particle][axis]), have[i].Position[at])
				require.Equal(t, float32(want.Input.Velocity[particle][axis]), have[i].Velocity[at])
				require.Equal(t, float32(want.Target.Position[particle][axis]), have[i].TargetPosition[at])
				require.Equal(t, float32(want.Target.Velocity[particle][axis]), have[i].TargetVelocity[at])
			}
		}
	}
}

func TestASmallerSetIsTheBeginning(t *testing.T) {
	whole, part := small, small
	part.Train, part.Valid, part.Test, part.Workers = 2, 1, 0, 1
	all, some := simulate(t, whole), simulate(t, part)
	require.Equal(t, all.Train[:2], some.Train)
	require.Equal(t, all.Valid[:1], some.Valid)
	require.Empty(t, some.Test)
}

func TestSimulateEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := Simulate(ctx, small, nil)
	require.ErrorIs(t, err, context.Canceled)
	wrong := small
	wrong.Test = -1
	_, _, err = Simulate(t.Context(), wrong, func(int) { t.Error("a split was simulated before the test of the others") })
	require.EqualError(t, err, "test -1: expected 0 to 10000000 samples")
}

// TestTrajectories: frames begin at the input of the sample without them, and
// the tenth after it is that sample's target.
func TestTrajectories(t *testing.T) {
	with := small
	with.Frames = 11
	pairs, trajectories := simulate(t, small), simulate(t, with)
	require.Equal(t, "1 time unit", pairs.About.Interval)
	require.Equal(t, "0.1 time units", trajectories.About.Interval)
	for i, pair := range pairs.Train {
		have := trajectories.Train[i]
		require.Equal(t, pair.Position, have.Position)
		require.Equal(t, pair.Velocity, have.Velocity)
		require.NotEqual(t, pair.TargetPosition, have.TargetPosition)
		require.Equal(t, 11, have.Trajectory.Frames())
		last := len(have.Trajectory.Positions) - len(pair.TargetPosition)
		for k, x := range pair.TargetPosition {
			require.Equal(t, float64(x), have.Trajectory.Positions[last+k])
			require.Equal(t, float64(pair.TargetVelocity[k]), have.Trajectory.Velocities[last+k])
		}
	}

	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, trajectories))
	stored, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, trajectories, stored)
}

func TestForest(t *testing.T) {
	n := Config{System: system.Composition{2}, Shapes: []sim.Shape{sim.Chain(4), sim.Body(3)}, Train: 2, Valid: 1, Seed: 5}
	data := simulate(t, n)
	for _, sample := range slices.Concat(data.Train, data.Valid) {
		require.Equal(t, 9, sample.Particles())
		require.Equal(t, 1, sample.Count(system.Tree))
		require.Equal(t, 1, sample.Count(system.Body))
	}
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	stored, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, data, stored)
}

func TestFramesAreRefused(t *testing.T) {
	for frames, want := range map[int]string{
		1:         "frames 1 of each of 3 trajectories: expected 2 or more, and 10000000 in all at most",
		-1:        "frames -1 of each of 3 trajectories: expected 2 or more, and 10000000 in all at most",
		9_000_000: "frames 9000000 of each of 3 trajectories: expected 2 or more, and 10000000 in all at most",
	} {
		n := small
		n.Frames = frames
		_, _, err := Simulate(t.Context(), n, nil)
		require.EqualError(t, err, want)
		require.EqualError(t, n.Validate(), want)
	}
}

// TestPartsOfSplits: parts follow each other and have all samples, and one part is the whole.
func TestPartsOfSplits(t *testing.T) {
	for _, count := range []int{0, 1, 7, 10} {
		for _, parts := range []int{0, 1, 3, 12} {
			end := 0
			for number := range max(parts, 1) {
				first, next := Part{number, parts}.of(count)
				require.Equal(t, end, first)
				require.LessOrEqual(t, next-first, count/max(parts, 1)+1)
				end = next
			}
			require.Equal(t, count, end)
		}
	}
}

// TestPartsAreJoined: the parts of a job have the samples of the whole, and progress counts those of each.
func TestPartsAreJoined(t *testing.T) {
	whole, train := simulate(t, small), 0
	for number := range 2 {
		part := small
		part.Part = Part{number, 2}
		var seen []int
		data, _, err := Simulate(t.Context(), part, func(done int) { seen = append(seen, done) })
		require.NoError(t, err)
		require.Equal(t, whole.Train[train:][:len(data.Train)], data.Train)
		train += len(data.Train)
		count := len(data.Train) + len(data.Valid) + len(data.Test)
		require.Len(t, seen, count)
		require.Equal(t, count, seen[count-1])
	}
	require.Len(t, whole.Train, train)
}

// TestNothingToSimulate: there is at least one sample, and no split has too many.
func TestNothingToSimulate(t *testing.T) {
	none := small
	none.Train, none.Valid, none.Test = 0, 0, 0
	require.EqualError(t, none.Validate(), "train, valid and test are 0: expected one sample or more")
	none.Valid = 1
	require.NoError(t, none.Validate())
	none.Train = sim.MaxCount + 1
	require.EqualError(t, none.Validate(), "train 10000001: expected 0 to 10000000 samples")
	none.Train = sim.MaxCount
	require.NoError(t, none.Validate())
}

// TestPotential is known of simulated data with masses of 1 alone: the Coulomb
// energy, which takes up what the kinetic one loses.
func TestPotential(t *testing.T) {
	moving := small
	moving.System, moving.Frames, moving.Method = system.Composition{2}, 4, sim.RungeKutta
	data := simulate(t, moving)
	potential := Potential(data)
	for _, s := range data.Train {
		require.InEpsilon(t, float64(s.Charge[0]*s.Charge[1])/system.Distance(s.Position, 0, 1), potential(&s, s.Position), 1e-12)
		total := func(x, v []float32) (energy float64) {
			for _, component := range v {
				energy += float64(component) * float64(component) / 2
			}
			return energy + potential(&s, x)
		}
		require.InDelta(t, total(s.Position, s.Velocity), total(s.TargetPosition, s.TargetVelocity), 1e-5)
	}
	for _, unknown := range []func(*datasets.Data){
		func(d *datasets.Data) { d.About.LengthUnit = "m" },
		func(d *datasets.Data) { d.About.VelocityUnit = "" },
		func(d *datasets.Data) { d.Train[0].Charge = nil },
		func(d *datasets.Data) { system.Force.Set(&d.Train[0], make([]float32, 6)) },
		func(d *datasets.Data) { system.Torque.Set(&d.Train[0], make([]float32, 2)) },
		func(d *datasets.Data) { system.Thrust.Set(&d.Train[0], make([]float32, 2)) },
		func(d *datasets.Data) { system.Planes.Set(&d.Train[0], make([]float32, 24)) },
	} {
		other := *data
		other.Train = slices.Clone(data.Train)
		unknown(&other)
		require.Nil(t, Potential(&other))
	}
}
