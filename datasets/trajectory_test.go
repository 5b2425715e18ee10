package datasets

import (
	"archive/zip"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// moving is a data set of one system of two particles in three frames.
func moving() *Data {
	positions := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}
	sample := system.Sample{
		Trajectory: &system.Trajectory{Particles: 2, Positions: positions, Velocities: make([]float64, len(positions))},
		Velocity:   make([]float32, 6), TargetVelocity: make([]float32, 6),
	}
	for i := range 6 {
		sample.Position = append(sample.Position, float32(positions[i]))
		sample.TargetPosition = append(sample.TargetPosition, float32(positions[i+6]))
	}
	return &Data{Train: []system.Sample{sample}}
}

func TestTrajectoryIsReadAsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, moving()))
	read, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, moving(), read)
	require.Equal(t, 3, read.Train[0].Trajectory.Frames())
}

func TestTrajectoryErrors(t *testing.T) {
	for want, spoil := range map[string]func(*system.Sample){
		"train_positions: sample 0, frame 0, particle 1, axis y: 5.5, but the sample has 5, expected frame 0 to be its input and frame 1 its target": func(s *system.Sample) {
			s.Trajectory.Positions[4] = 5.5
		},
		"train_velocities: sample 0, frame 1, particle 0, axis x: 0, but the sample has 2, expected frame 0 to be its input and frame 1 its target": func(s *system.Sample) {
			s.TargetVelocity[0] = 2
		},
		"train_velocities: sample 0, frame 2, particle 1, axis z: 1e+39 is not a finite float32": func(s *system.Sample) {
			s.Trajectory.Velocities[17] = 1e39
		},
		"train_velocities: sample 0 has 17 numbers, expected as many as positions: 18": func(s *system.Sample) {
			s.Trajectory.Velocities = s.Trajectory.Velocities[:17]
		},
		"train_positions: sample 0 has 6 numbers, expected 3 for each of 2 particles in two frames or more": func(s *system.Sample) {
			s.Trajectory.Positions = s.Trajectory.Positions[:6]
		},
	} {
		data := moving()
		spoil(&data.Train[0])
		require.ErrorContains(t, Write(filepath.Join(t.TempDir(), "data.npz"), data), want)
	}
	data := moving()
	data.Train = append(data.Train, data.Train[0])
	data.Train[1].Trajectory = nil
	require.ErrorContains(t, Write(filepath.Join(t.TempDir(), "data.npz"), data), "train_positions: sample 1 has length 0, expected 3")

	lone := []entry{{"train_x0", npyFile("<f4", "False", "(1, 1, 3)", make([]float32, 3))}, {"train_v0", npyFile("<f4", "False", "(1, 1, 3)", make([]float32, 3))},
		{"train_xT", npyFile("<f4", "False", "(1, 1, 3)", make([]float32, 3))}, {"train_positions", npyFile("<f4", "False", "(1, 2, 1, 3)", make([]float32, 6))}}
	_, err := readBytes(zipFile(zip.Store, lone...))
	require.ErrorContains(t, err, "train_velocities is missing: the positions of a trajectory and its velocities belong together")
}

// TestReadLongTrajectory: the budget of memory suffices for one, uncompressed.
func TestReadLongTrajectory(t *testing.T) {
	const frames = 500_000
	one, all := npyFile("<f4", "False", "(1, 1, 3)", make([]float32, 3)), npyFile("<f4", "False", "(1, 500000, 1, 3)", make([]float32, 3*frames))
	file := zipFile(zip.Store, entry{"train_x0", one}, entry{"train_v0", one}, entry{"train_xT", one},
		entry{"train_positions", all}, entry{"train_velocities", all})
	requireBoundedRead(t, file)
	data, err := readBytes(file)
	require.NoError(t, err)
	require.Equal(t, frames, data.Train[0].Trajectory.Frames())
}
