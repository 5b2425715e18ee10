package sim

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
	"gmnc/system"
)

const (
	// The reference adds up in another order; over 100 steps the difference
	// stays near rounding, 1e-13, unless two particles come close.
	firstFrameTolerance = 1e-9
	// By frame 10 close encounters have amplified rounding in some
	// trajectories without bound: only the median is comparable.
	medianTolerance = 1e-7
)

// reference holds trajectories of the published simulator's scheme.
type reference struct {
	position, velocity []float64 // [trajectories, frames, n, 3]
	charge             []float64 // [trajectories, n, 1]
	sticks, hinges     []int64
	trajectories       int
	frames, n          int
}

func readReference(t *testing.T, name string) reference {
	t.Helper()
	file, err := npz.Open(filepath.Join(testenv.Data(t), name))
	require.NoError(t, err)
	defer file.Close()
	shape := file.Header("x.npy").Descr.Shape
	require.Len(t, shape, 4)
	ref := reference{trajectories: shape[0], frames: shape[1], n: shape[2]}
	require.NoError(t, file.Read("x.npy", &ref.position))
	require.NoError(t, file.Read("v.npy", &ref.velocity))
	require.NoError(t, file.Read("charge.npy", &ref.charge))
	for key, indices := range map[string]*[]int64{"sticks.npy": &ref.sticks, "hinges.npy": &ref.hinges} {
		if slices.Contains(file.Keys(), key) {
			require.NoError(t, file.Read(key, indices))
		}
	}
	return ref
}

// state is frame k of one trajectory.
func (r reference) state(trajectory, frame int) state {
	s := state{&system.State{Charge: r.charge[trajectory*r.n:][:r.n]}}
	for i := range r.n {
		at := ((trajectory*r.frames+frame)*r.n + i) * 3
		s.Position = append(s.Position, [3]float64(r.position[at:]))
		s.Velocity = append(s.Velocity, [3]float64(r.velocity[at:]))
	}
	for _, object := range perTrajectory(r.sticks, trajectory, r.trajectories, 2) {
		s.Objects = append(s.Objects, system.Stick.Of(object...))
	}
	for _, object := range perTrajectory(r.hinges, trajectory, r.trajectories, 3) {
		s.Objects = append(s.Objects, system.Hinge.Of(object...))
	}
	return s
}

// perTrajectory cuts one trajectory's objects out of all indices.
func perTrajectory(indices []int64, trajectory, trajectories, size int) [][]int {
	each := len(indices) / trajectories
	var objects [][]int
	for members := range slices.Chunk(indices[trajectory*each:][:each], size) {
		var object []int
		for _, i := range members {
			object = append(object, int(i))
		}
		objects = append(objects, object)
	}
	return objects
}

// largestDifference of the entries of two arrays of vectors.
func largestDifference(a, b [][3]float64) float64 {
	var largest float64
	for i := range a {
		for k := range 3 {
			largest = max(largest, math.Abs(a[i][k]-b[i][k]))
		}
	}
	return largest
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func TestReproducesPublishedTrajectories(t *testing.T) {
	for _, name := range []string{"nbody_trajectories_3_2_1.npz", "nbody_trajectories_1_2_0.npz"} {
		t.Run(name, func(t *testing.T) {
			ref := readReference(t, name)
			var positionErrors, velocityErrors []float64
			for trajectory := range ref.trajectories {
				state := ref.state(trajectory, 0)
				in, err := NewIntegrator(state.State, Settings{})
				require.NoError(t, err)

				advance(in, frameSteps)
				first := ref.state(trajectory, 1)
				require.Less(t, largestDifference(state.Position, first.Position), firstFrameTolerance, trajectory)
				require.Less(t, largestDifference(state.Velocity, first.Velocity), firstFrameTolerance, trajectory)

				advance(in, 9*frameSteps)
				tenth := ref.state(trajectory, 10)
				positionErrors = append(positionErrors, largestDifference(state.Position, tenth.Position))
				velocityErrors = append(velocityErrors, largestDifference(state.Velocity, tenth.Velocity))
			}
			t.Logf("frame 10: median position error %.1e, velocity %.1e", median(positionErrors), median(velocityErrors))
			require.Less(t, median(positionErrors), medianTolerance)
			require.Less(t, median(velocityErrors), medianTolerance)
		})
	}
}
