package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
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

// TestDifferencesOfRecordings: rates are central differences, and at the ends of recordings those of the parabola through three frames. Of two frames there is one difference, and of one frame none.
func TestDifferencesOfRecordings(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 4, 6, 7}, Time: 0.5}
	for _, x := range []float64{0, 1, 4, 9, 20, 23, 50} { // squares of the frames, two frames, and one
		r.Positions = append(r.Positions, x, 2*x)
	}
	allclose.Within(t, []float64{0, 0, 4, 8, 8, 16, 12, 24, 6, 12, 6, 12, 0, 0}, r.Differences(), 1e-12)
	cubic := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3}, Time: 0.5, Positions: []float64{0, 1, 8}}
	allclose.Within(t, []float64{4*1 - 3*0 - 8, 8, 3*8 - 4*1 + 0}, cubic.Differences(), 1e-12)
}

// TestWhatRecordingsHave: checks run on what a recording has, such as stamps, rates, loads, energies and limits.
func TestWhatRecordingsHave(t *testing.T) {
	for _, c := range []struct {
		change func(r *Recording)
		want   needs
	}{
		{func(*Recording) {}, 0},
		{func(r *Recording) { r.Starts = []int{0, 1, 2} }, several},
		{func(r *Recording) { r.Starts, r.Rates = []int{0, 1, 2}, []float64{1} }, several},
		{func(r *Recording) { r.Starts, r.Rates, r.Time = []int{0, 1, 2}, []float64{1}, 1 }, rates},
		{func(r *Recording) { r.Starts, r.Time = []int{0, 1, 2}, 1 }, several},
		{func(r *Recording) { r.Starts, r.Stamps = []int{0, 1, 2}, []float64{1} }, stamps},
		{func(r *Recording) { r.Time = 1 }, 0},
		{func(r *Recording) { r.Loads = []float64{1} }, loads},
		{func(r *Recording) { r.joints = r }, loads},
		{func(r *Recording) { r.States = []float64{1} }, energies},
		{func(r *Recording) { r.Energies = []float64{1} }, energies},
		{func(r *Recording) { r.AddEnergies = func(*Recording) {} }, energies},
		{func(r *Recording) { r.Limits = make([][2]float64, 1) }, limits},
	} {
		r := &Recording{Starts: []int{0, 2}}
		c.change(r)
		require.Equal(t, frames|c.want, (&subject{recording: r}).have(), "%+v", r)
	}
}

// TestPlacesInFiles: a message names a frame by its number alone in a single recording, or else by the recording, its name or the sample too.
func TestPlacesInFiles(t *testing.T) {
	one, two := &Recording{Starts: []int{0, 9}}, &Recording{Starts: []int{0, 5, 9}}
	for _, c := range []struct {
		r    *Recording
		w    Words
		want string
	}{
		{one, Words{}, "frame 7: "}, {one, Words{Key: "x", First: 10}, "x: frame 17: "}, {one, Words{Recording: "training sample"}, "training sample 0, frame 7: "},
		{two, Words{First: 100}, "recording 1, frame 102: "}, {two, Words{Names: []string{"a.csv", "b.csv"}}, "b.csv: frame 2: "}, {two, Words{Key: "x"}, "x: recording 1, frame 2: "},
	} {
		require.Equal(t, c.want, (&subject{recording: c.r, words: &c.w}).at(7))
	}
}

// TestDrivenRecordings: the recordings of samples have the forces of all samples that are read.
func TestDrivenRecordings(t *testing.T) {
	samples := []system.Sample{pushed(0, 0), pushed(1, 0)}
	s := at(samples)
	s.data.About.Interval = "0.1"
	r := s.recordings()
	require.Equal(t, forcesOf(samples), r.Loads)
	require.NotNil(t, r.AddEnergies)
	require.Equal(t, []int{0, drivenFrames, 2 * drivenFrames}, r.Starts)
}

// TestRoughnessOfRecordings: the roughness is that of all recordings together, each by itself.
func TestRoughnessOfRecordings(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 3, 6}, Positions: []float64{0, 0, 1, 2, 3, 6, 90, 90, 91, 90, 95, 91}}
	require.Equal(t, (1.+4+9+1)/((1.+4+4+16+1+16+0+1)/2), r.roughness(1))
}
