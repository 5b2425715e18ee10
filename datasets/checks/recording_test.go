package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestTrajectoriesOfRecordings: each recording is a trajectory, in which joints are particles along x.
func TestTrajectoriesOfRecordings(t *testing.T) {
	joints := &Recording{Elements: 2, Each: 1, Starts: []int{0, 1, 3}, Positions: []float64{1, 2, 3, 4, 5, 6}}
	require.Equal(t, system.Trajectory{Particles: 2, Positions: []float64{3, 0, 0, 4, 0, 0, 5, 0, 0, 6, 0, 0}}, joints.trajectory(1))
	particles := &Recording{Elements: 1, Each: 3, Starts: []int{0, 1, 2}, Positions: []float64{1, 2, 3, 4, 5, 6}}
	require.Equal(t, system.Trajectory{Particles: 1, Positions: []float64{4, 5, 6}}, particles.trajectory(1))
	require.Equal(t, []int{1}, slices.Collect(joints.steps()), "the last frame of each recording has no step")
	for frame := range joints.steps() {
		require.Equal(t, 1, frame)
		break
	}
	require.Equal(t, 6., Range(system.Trajectory{Particles: 2, Positions: []float64{1, 0, 0, 0, 9, 0, 2, 0, 0, 0, 3, 0}}))
	require.Equal(t, 0.75, joints.jumpLength(system.Trajectory{Particles: 1, Positions: []float64{1, 0, 0, 7, 0, 0}}))
	joints.JumpLength = func(system.Trajectory) float64 { return 5 }
	require.Equal(t, 5., joints.jumpLength(system.Trajectory{}))
}

// TestRecordingsOfSamples: trajectories of training samples are recordings if all have the same particles, and velocities or none. Those after twenty thousand frames are not read.
func TestRecordingsOfSamples(t *testing.T) {
	of := func(particles, frames int, rated bool) system.Sample {
		s := system.Sample{Position: make([]float32, 3*particles)}
		s.Trajectory = &system.Trajectory{Particles: particles, Positions: make([]float64, 3*particles*frames)}
		if rated {
			s.Trajectory.Velocities = make([]float64, 3*particles*frames)
		}
		return s
	}
	read := func(interval string, train ...system.Sample) *Recording {
		return (&subject{data: &datasets.Data{Train: train, About: datasets.About{Interval: interval}}, length: 4}).recordings()
	}
	r := read("2", of(2, 3, true), of(2, 2, true))
	require.Equal(t, []int{0, 3, 5}, r.Starts)
	require.Equal(t, [3]int{2, 3, 30}, [3]int{r.Elements, r.Each, len(r.Rates)})
	require.Equal(t, 2., r.Time)
	require.Equal(t, 2., r.jumpLength(system.Trajectory{}))
	require.Zero(t, read("-2", of(2, 3, true)).Time)
	require.Zero(t, read("", of(2, 3, true)).Time)
	require.Nil(t, read("1", of(2, 3, true), of(1, 3, true)))
	require.Nil(t, read("1", of(2, 3, true), of(2, 3, false)))
	require.Nil(t, read("1", of(2, 3, true), system.Sample{}))
	require.Nil(t, read("1"))
	long := of(1, mostFrames, false)
	require.Equal(t, []int{0, mostFrames, mostFrames + 2}, read("1", long, of(1, 2, false), of(1, 2, false)).Starts)
	longer := of(1, mostFrames+1, false)
	require.Equal(t, []int{0, mostFrames + 1}, read("1", longer, system.Sample{}).Starts)
}
