package checks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// oscillators is a state of independent oscillators along x at a time, with its target a span
// later. Amplitudes and phases are drawn.
func oscillators(random *rand.Rand, count int) (at func(time float64) system.Sample) {
	amplitudes, phases, rates := make([]float64, count), make([]float64, count), make([]float64, count)
	for i := range count {
		amplitudes[i], phases[i], rates[i] = 0.5+random.Float64(), 7*random.Float64(), 1+0.3*float64(i)
	}
	return func(time float64) (s system.Sample) {
		for i, a := range amplitudes {
			angle, later := phases[i]+rates[i]*time, phases[i]+rates[i]*(time+oscillatorSpan)
			s.Position = append(s.Position, float32(a*math.Sin(angle)), 0, 0)
			s.Velocity = append(s.Velocity, float32(a*rates[i]*math.Cos(angle)), 0, 0)
			s.TargetPosition = append(s.TargetPosition, float32(a*math.Sin(later)), 0, 0)
		}
		return s
	}
}

const oscillatorSpan = 0.3

// TestOverlapAlongTrajectories: steps of training trajectories count as their starts do, and
// samples of other sizes are none of theirs.
func TestOverlapAlongTrajectories(t *testing.T) {
	one := oscillators(rand.New(rand.NewPCG(1, 0)), 4)
	trajectory := &system.Trajectory{Particles: 4}
	for k := range 30 {
		s := one(oscillatorSpan * float64(k))
		for i := range s.Position {
			trajectory.Positions, trajectory.Velocities = append(trajectory.Positions, float64(s.Position[i])), append(trajectory.Velocities, float64(s.Velocity[i]))
		}
	}
	data := datasets.Data{Train: []system.Sample{one(0).Along(trajectory)}}
	for k := range 10 {
		data.Test = append(data.Test, one(0.4+0.83*float64(k)))
	}
	require.Equal(t, []Overlap{{"test", 10, 10, ""}}, overlaps(&data, oscillatorSpan))
	data.Train[0].Trajectory = nil
	require.Empty(t, overlaps(&data, oscillatorSpan))
	data.Train[0] = oscillators(rand.New(rand.NewPCG(1, 0)), 3)(5)
	require.Empty(t, overlaps(&data, oscillatorSpan))
}

// TestPathOfASpan: a sample is on the path of a start as far as a span reaches, and sideways as
// far as a tenth of the way.
func TestPathOfASpan(t *testing.T) {
	start := system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{2, 0, 0}}
	for _, c := range []struct {
		x, y float32
		is   bool
	}{{0.99, 0, true}, {-0.99, 0, true}, {1.01, 0, false}, {0.5, 0.045, true}, {0.5, 0.055, false}} {
		own := system.Sample{Position: []float32{c.x, c.y, 0}, Velocity: []float32{2, 0, 0}}
		s := seeker{starts: []system.Sample{start}, samples: []system.Sample{own}, later: [][]system.Sample{{own}}, time: 0.5, offPath: math.Inf(1)}
		s.reach = s.farthest()
		require.Equal(t, c.is, s.onPath(0, 0), "at %g, %g", c.x, c.y)
	}
}

// TestTurnsAlongAcceleration: the velocity of a sample on the path of a start differs from the
// start's as the acceleration says, but for half of the difference.
func TestTurnsAlongAcceleration(t *testing.T) {
	// From rest in y, an acceleration of 2 along y over a span of 1, at a speed of 10 along x.
	start := system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{10, 0, 0}, TargetPosition: []float32{10, 1, 0}}
	for _, c := range []struct {
		turned float32
		is     bool
	}{{1, true}, {0.7, true}, {0.6, false}, {1.9, true}, {2.1, false}, {-1, false}} {
		own := system.Sample{Position: []float32{5, 0.25, 0}, Velocity: []float32{10, c.turned, 0}}
		s := seeker{starts: []system.Sample{start}, samples: []system.Sample{own}, later: [][]system.Sample{{own}}, time: 1, offPath: math.Inf(1)}
		s.reach = s.farthest()
		require.Equal(t, c.is, s.turnsWith(0, 0, 1), "a change of %g", c.turned)
		require.Equal(t, c.turned == -1, s.turnsWith(0, 0, -1), "against the acceleration")
	}
}

// TestOtherIndex: pairings are half of all away where there is one, and around that where there are more.
func TestOtherIndex(t *testing.T) {
	for _, c := range []struct{ k, all, pairing, pairings, want int }{
		{0, 10, 0, 1, 5}, {7, 10, 0, 1, 2}, {0, 100, 0, 8, 28}, {0, 100, 7, 8, 71}, {0, 2, 0, 8, 1}, {0, 2, 7, 8, 1}, {0, 1, 0, 8, 0},
	} {
		require.Equal(t, c.want, otherIndex(c.k, c.all, c.pairing, c.pairings), "%+v", c)
	}
}

// TestPathsGoOn: states that follow a sample are on the path of those that follow a start, as
// far as both go and for five steps at most.
func TestPathsGoOn(t *testing.T) {
	at := func(x float32) system.Sample {
		return system.Sample{Position: []float32{x, 0, 0}, Velocity: []float32{2, 0, 0}}
	}
	for off, is := range map[int]bool{0: false, 1: false, 5: false, 6: true, 7: true} {
		s := seeker{time: 0.5, offPath: math.Inf(1)}
		var later []system.Sample
		for k := range 8 {
			s.starts, s.of = append(s.starts, at(float32(k))), append(s.of, 0)
			if state := at(float32(k) + 0.5); k <= persists {
				if k == off {
					state.Position[1] = 3
				}
				later = append(later, state)
			}
		}
		s.samples, s.later = later[:1], [][]system.Sample{later}
		s.reach = s.farthest()
		require.Equal(t, is, s.onPath(0, 0), "step %d", off)
		s.of[min(off, 7)] = 1 // another trajectory's
		if off > 0 {
			require.True(t, s.onPath(0, 0), "step %d", off)
		}
	}
	sample := at(0).Along(&system.Trajectory{Particles: 1, Positions: make([]float64, 60), Velocities: make([]float64, 60)})
	require.Len(t, laterOf(&sample, 1), persists+1)
	require.Len(t, laterOf(&sample, 9), 3)
	sample.Trajectory = nil
	require.Len(t, laterOf(&sample, 1), 1)
}

// TestOwnErrors: a sample may be four times as far off a path as nine of ten training samples are
// off their own, and nothing bounds it where targets have no velocities.
func TestOwnErrors(t *testing.T) {
	s := seeker{time: 1}
	for k := range 11 { // off by 0 to 10, beside a way of the mean velocity, 3
		s.starts = append(s.starts, system.Sample{Position: make([]float32, 3), Velocity: []float32{2, 0, 0},
			TargetPosition: []float32{3, float32(k), 0}, TargetVelocity: []float32{4, 0, 0}})
	}
	require.Equal(t, 36.0*36, s.ownErrors())
	s.starts = s.starts[:1]
	require.Zero(t, s.ownErrors())
	s.starts[0].TargetVelocity = nil
	require.True(t, math.IsInf(s.ownErrors(), 1))

	s = seeker{time: 1, reach: 100, offPath: 0.04 * 0.04}
	start := system.Sample{Position: make([]float32, 3), Velocity: []float32{2, 0, 0}, TargetPosition: []float32{2, 1, 0}}
	for _, c := range []struct {
		y  float32
		is bool
	}{{0.039, true}, {0.041, false}} {
		_, is := s.path(&start, &system.Sample{Position: []float32{1, c.y, 0}}, start.Velocity, start.Velocity)
		require.Equal(t, c.is, is, "at %g", c.y)
	}
	// The acceleration is 2 along y: after half a span velocities have turned by 1, to 2 offPath / time.
	for _, c := range []struct {
		turned float32
		is     bool
	}{{1.07, true}, {1.09, false}} {
		s.starts, s.samples = []system.Sample{start}, []system.Sample{{Position: []float32{1, 0.25, 0}, Velocity: []float32{2, c.turned, 0}}}
		s.offPath = 0.04 * 0.04
		require.Equal(t, c.is, s.turnsWith(0, 0, 1), "a change of %g", c.turned)
	}
}

// TestWithin: starts are compared with samples of as many particles, up to the reach.
func TestWithin(t *testing.T) {
	s := seeker{reach: 4}
	for _, c := range []struct {
		to   []float32
		want bool
	}{{[]float32{2, 0, 0}, true}, {[]float32{0, -2, 0}, true}, {[]float32{2, 0, 0.01}, false}, {[]float32{2, 0, 0, 0, 0, 0}, false}} {
		require.Equal(t, c.want, s.within(make([]float32, 3), c.to), "%v", c.to)
	}
}
