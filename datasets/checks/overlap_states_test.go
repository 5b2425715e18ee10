package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestReachOfSamples: samples are within reach by the fastest velocity over a span, and have as many particles.
func TestReachOfSamples(t *testing.T) {
	slow, fast := alongX([]float32{0}, []float32{0}), alongX([]float32{0}, []float32{0})
	slow.Velocity[0], fast.Velocity[1], fast.Velocity[2] = 1, 3, 4
	require.InDelta(t, 25*4/0.99, (&seeker{starts: []system.Sample{slow, fast}, time: 2}).farthest(), 1e-9)
	require.InDelta(t, 25*4/0.99, (&seeker{starts: []system.Sample{slow}, samples: []system.Sample{fast, slow}, time: 2}).farthest(), 1e-9)
	s := &seeker{reach: 25}
	require.True(t, s.within([]float32{1, 1, 1}, []float32{4, -3, 1}))
	require.False(t, s.within([]float32{1, 1, 1}, []float32{4, -3, 1.1}))
	require.False(t, s.within([]float32{1, 1, 1}, []float32{1, 1, 1, 1, 1, 1}))

	far := alongX([]float32{9}, []float32{9})
	s.starts, s.samples = []system.Sample{slow, slow, far}, []system.Sample{slow, far, fast}
	var asked [][2]int
	counts := s.count(func(k, i int) bool { asked = append(asked, [2]int{k, i}); return k == 1 }, func(int, int) bool { return true })
	require.Equal(t, []int{2, 3}, counts)
	require.Equal(t, [][2]int{{0, 0}, {1, 0}, {2, 1}, {0, 2}, {1, 2}}, asked)
}

// TestErrorsOfOwnPaths: nine tenths of the training samples are off their own paths by less, of which four times count.
func TestErrorsOfOwnPaths(t *testing.T) {
	s := &seeker{time: 2}
	for k := range 11 {
		sample := alongX([]float32{0}, []float32{float32(4 + (7*k)%11)})
		sample.Velocity[0], sample.TargetVelocity = 1, []float32{3, 0, 0}
		s.starts = append(s.starts, sample)
	}
	require.InDelta(t, 16*9*9, s.ownErrors(), 1e-6)
	s.starts[5].TargetVelocity = nil
	require.True(t, math.IsInf(s.ownErrors(), 1))
}

// TestStartsOfTrajectories: each step of a trajectory is a start, or every second of more than twenty thousand, and a pair is one.
func TestStartsOfTrajectories(t *testing.T) {
	of := func(frames int) system.Sample {
		t := &system.Trajectory{Particles: 1, Velocities: make([]float64, 3*frames)}
		for frame := range frames {
			t.Positions = append(t.Positions, float64(frame), 0, 0)
		}
		return system.Sample{}.Along(t)
	}
	pair := alongX([]float32{7}, []float32{8})
	unrated := of(5)
	unrated.Trajectory.Velocities = nil
	s := new(seeker)
	require.Equal(t, 1, s.begin([]system.Sample{of(3), pair, unrated, of(2)}))
	require.Equal(t, []int{0, 0, 1, 2, 3}, s.of)
	var at []float32
	for _, start := range s.starts {
		at = append(at, start.Position[0])
	}
	require.Equal(t, []float32{0, 1, 7, 0, 0}, at)
	s = new(seeker)
	require.Equal(t, 1, s.begin([]system.Sample{of(mostStarts)}))
	require.Len(t, s.starts, mostStarts-1)
	s = new(seeker)
	require.Equal(t, 2, s.begin([]system.Sample{of(mostStarts + 1)}))
	require.Len(t, s.starts, mostStarts/2)

	states := func(sample system.Sample, stride int) (at []float32) {
		for _, state := range laterOf(&sample, stride) {
			at = append(at, state.Position[0])
		}
		return at
	}
	require.Equal(t, []float32{7}, states(pair, 1))
	require.Equal(t, []float32{0}, states(unrated, 1))
	require.Equal(t, []float32{0, 1, 2, 3, 4, 5}, states(of(10), 1))
	require.Equal(t, []float32{0, 2, 4, 6, 8}, states(of(10), 2))
	require.Equal(t, []float32{0, 1}, states(of(3), 1))
}

// TestSmoothMotions: motions are smooth if constant velocity misses at most a quarter of the squares.
func TestSmoothMotions(t *testing.T) {
	for missed, smooth := range map[float32]bool{0.99: true, 1.01: false} {
		sample := alongX([]float32{0}, []float32{2})
		sample.Velocity[0] = (2 - missed) / 4
		require.Equal(t, smooth, moveSmoothly([]system.Sample{sample}, 4))
	}
}

// TestNoStates: nothing is counted of no samples, or without a time.
func TestNoStates(t *testing.T) {
	sample := alongX([]float32{0, 1}, []float32{1, 2})
	sample.Velocity = []float32{1, 2, 0, 0, 1, 1}
	all := []system.Sample{sample, sample}
	for _, time := range []float64{0, -1, math.NaN()} {
		require.Equal(t, Overlap{}, stateOverlap(all, all, time))
	}
	require.Equal(t, Overlap{}, stateOverlap(nil, all, 1))
	require.Equal(t, Overlap{}, stateOverlap(all, nil, 1))
	_, is := (&seeker{time: 1, reach: 9, offPath: 9}).path(&sample, &sample, make([]float32, 6), make([]float32, 6))
	require.False(t, is, "nothing moves")
}

// TestTurnsAlongAPath: velocities change from a start to a sample by the acceleration of the start, over the time between the two.
func TestTurnsAlongAPath(t *testing.T) {
	start := alongX([]float32{0}, []float32{0})
	start.Velocity, start.TargetPosition = []float32{10, 0, 0}, []float32{20, 2, 0} // it accelerates by 1 along y
	of := func(turned float32) *seeker {
		sample := alongX([]float32{10}, []float32{20})
		sample.Velocity = []float32{10, turned, 0}
		sample.Position[1] = turned / 2
		return &seeker{starts: []system.Sample{start}, samples: []system.Sample{sample}, time: 2, reach: 1e6, offPath: 1}
	}
	require.True(t, of(1).turnsWith(0, 0, 1))
	require.False(t, of(1).turnsWith(0, 0, -1))
	require.True(t, of(-1).turnsWith(0, 0, -1))
	require.True(t, of(0.7).turnsWith(0, 0, 1))
	require.False(t, of(0.6).turnsWith(0, 0, 1), "it is off by more than half of the change")
	require.True(t, of(1.95).turnsWith(0, 0, 1))
	require.False(t, of(2.1).turnsWith(0, 0, 1))
	exact := of(1.2)
	exact.offPath = 0.03
	require.False(t, exact.turnsWith(0, 0, 1), "exact motions are nearer to their paths")
	exact.offPath = 0.05
	require.True(t, exact.turnsWith(0, 0, 1))
	late := of(1)
	late.time = 0.9
	require.False(t, late.turnsWith(0, 0, 1), "the sample is more than a span away")
	late.starts[0].TargetPosition = []float32{9, 0.405, 0}
	require.False(t, late.turnsWith(0, 0, 1), "and has turned as the start will")
	late.time = 1
	late.starts[0].TargetPosition = []float32{10, 0.5, 0}
	require.True(t, late.turnsWith(0, 0, 1))
}
