package datasets

import (
	"archive/zip"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/distinct"
	"gmnc/system"
)

// molecules are two systems of different sizes with all that samples may have.
func molecules() []system.Sample {
	samples := make([]system.Sample, 2)
	for i, n := range []int{5, 3} {
		ramp := func(width int) []float32 { return distinct.Ramp(float32(10*i+1), n*width) }
		s := system.Sample{
			Position: ramp(3), Velocity: ramp(3), TargetPosition: ramp(3), TargetVelocity: ramp(3),
			NodeFeatures: ramp(2), Objects: system.Objects{system.Stick.Of(0, 1)}, Bonds: [][2]int{{0, 1}},
			Potential: &system.Potential{Energy: float32(i), Forces: ramp(3)},
		}
		for particle := range n {
			s.Neighbors = append(s.Neighbors, int64((particle+1)%n))
		}
		if i == 0 {
			s.Objects = append(s.Objects, system.Hinge.Of(2, 3, 4))
			s.Bonds = append(s.Bonds, [2]int{2, 3})
		}
		s.EdgeFeatures = ramp(1)
		system.Mass.Set(&s, ramp(1))
		system.Gravity.Set(&s, []float32{0, 0, 9})
		s.Trajectory = &system.Trajectory{Particles: n, Given: system.Given{{Field: system.Force, Values: distinct.Ramp(2, 2*n*3)}}}
		system.Force.Set(&s, distinct.Ramp(2, n*3))
		for _, x := range slices.Concat(s.Position, s.TargetPosition) {
			s.Trajectory.Positions = append(s.Trajectory.Positions, float64(x))
		}
		s.Trajectory.Velocities = slices.Clone(s.Trajectory.Positions) // all are the ramp
		samples[i] = s
	}
	return samples
}

// TestSizes: samples of different sizes come back from a file as they were.
func TestSizes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	want := &Data{
		Train: molecules(), Valid: slices.Clone(molecules()[1:]), Test: append(molecules()[1:], molecules()[0]),
		NodeFeatures: []string{"a", "b"}, EdgeFeatures: []string{"hop"},
	}
	require.NoError(t, Write(path, want))
	got, err := Read(path)
	require.NoError(t, err)
	for name, samples := range want.Splits() {
		found, err := got.Split(name)
		require.NoError(t, err)
		require.Equal(t, *samples, found, name)
	}
	position := append(distinct.Ramp(1, 15), distinct.Ramp(30, 9)...)
	require.NoError(t, WritePrediction(path, position, position, Sizes(want.Train)))
	read, err := ReadPrediction(path, want.Train)
	require.NoError(t, err)
	require.Equal(t, position, read)
	_, err = ReadPrediction(path, want.Test)
	require.ErrorContains(t, err, "sizes differ from the samples'")
}

// TestSingleParticles: a sample may have a single particle beside larger ones, and all may share what is not of particles.
func TestSingleParticles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	want := &Data{Train: []system.Sample{sized(2), sized(1)}}
	gravity := []float32{0, 0, -9}
	for i := range want.Train {
		system.Gravity.Set(&want.Train[i], gravity)
	}
	require.NoError(t, Write(path, want))
	got, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, want.Train, got.Train)
}

// TestWrongSizes: what sizes leave over has no numbers.
func TestWrongSizes(t *testing.T) {
	float := func(shape string, values ...float32) []byte { return npyFile("<f4", "False", shape, values) }
	index := func(shape string, values ...int64) []byte { return npyFile("<i8", "False", shape, values) }
	states := func(values []float32) (entries []entry) {
		for _, name := range []string{"x0", "v0", "xT"} {
			entries = append(entries, entry{"train_" + name, float("(2, 3, 3)", values...)})
		}
		return entries
	}
	with := func(entries ...entry) error {
		_, err := readBytes(zipFile(zip.Store, append(states(distinct.Ramp(1, 18)), entries...)...))
		return err
	}
	sizes := func(all ...int64) entry { return entry{"train_sizes", index("(2,)", all...)} }
	require.ErrorContains(t, with(sizes(3, 4)), "train_sizes says that sample 1 has 4 particles, expected 1 to 3, for which the arrays have room")
	require.ErrorContains(t, with(sizes(0, 3)), "train_sizes says that sample 0 has 0 particles")
	require.ErrorContains(t, with(sizes(3, 2)), "train_x0: sample 1 has numbers behind its 2 particles: expected 0 or nan there, and -1 of indices")
	require.ErrorContains(t, with(sizes(3, 2), entry{"mass", float("(3,)", 1, 1, 1)}), "mass is one array for all samples, and train_sizes says that they differ: expected train_mass")

	left := []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, float32(math.NaN()), 0, 0}
	data, err := readBytes(zipFile(zip.Store, append(states(left), sizes(3, 2), entry{"train_sticks", index("(2, 1, 2)", 0, 1, -1, -1)})...))
	require.NoError(t, err)
	require.Equal(t, []int64{3, 2}, Sizes(data.Train))
	require.Equal(t, []int{1, 0}, []int{data.Train[0].Count(system.Stick), data.Train[1].Count(system.Stick)})
}
