package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/mujoco"
	"gmnc/system"
)

// armAt is a sample of the arm at these angles of its second joint, one for each frame, with the
// frame's number as its rate and its torque.
func armAt(angles ...float64) system.Sample {
	s := arm()
	var positions, velocities []float64
	var torques []float32
	for frame, angle := range angles {
		sine, cosine := math.Sincos(angle)
		for i := range 8 {
			x, y, z := float64(s.Position[3*i]), float64(s.Position[3*i+1]), float64(s.Position[3*i+2])
			vx, vy, torque := 0., 0., 0.
			if i >= 4 {
				x, y = 2+(x-2)*cosine-y*sine, (x-2)*sine+y*cosine
				rate := float64(frame)
				vx, vy, torque = -rate*y, rate*(x-2), rate
			}
			positions, velocities, torques = append(positions, x, y, z), append(velocities, vx, vy, 0), append(torques, float32(torque))
		}
	}
	return s.Along(&system.Trajectory{Particles: 8, Positions: positions, Velocities: velocities, Given: system.Given{{Field: system.Torque, Values: torques}}})
}

// TestJointRanges: angles are continuous within a sample, and all frames of all samples count.
func TestJointRanges(t *testing.T) {
	ranges := JointRanges([]system.Sample{armAt(3, 3.5), armAt(-1, 0, 1)}, []string{"hip 1", "", "", "", "knee 1", "", "", ""})
	require.Len(t, ranges, 2)
	require.Equal(t, "hip", ranges[0].Joint)
	require.InDelta(t, 0, ranges[0].Rate[0].Most, 1e-6)
	require.Equal(t, "knee: q -1 to 3.5, rate 0 to 2, torque 0 to 2", ranges[1].Text(unlabelled))
	require.False(t, ranges[1].Slides)
	require.Equal(t, "joint 1", JointRanges([]system.Sample{armAt(0, 0)}, nil)[1].Joint)

	single := armAt(0.5, 1)
	single.Trajectory = nil
	require.Equal(t, "q 0.5 only", JointRanges([]system.Sample{single}, nil)[1].Text(unlabelled)[9:19])
}

// unlabelled has no names and units of columns.
func unlabelled(string, int) (name, unit string) { return "", "" }

// TestRangesOfAllJoints: of ball joints and of bodies that float, the ranges of columns are those of
// MuJoCo's coordinates and rates.
func TestRangesOfAllJoints(t *testing.T) {
	for _, name := range []string{"quadruped", "balls", "tree", "friction_afloat"} {
		r := mujoco.Read(t, name)
		s := r.Sample(t, 0)
		var positions, velocities []float64
		want := make([]system.JointRange, len(r.Bodies))
		for k := range r.Position {
			for i := range r.Position[k] {
				positions, velocities = append(positions, r.Position[k][i][:]...), append(velocities, r.Velocity[k][i][:]...)
			}
			q, rate := r.Q[k*r.Each], r.Rates[k*r.Each]
			for b, body := range r.Bodies {
				coordinates := map[string]int{"ball": 4, "free": 7}[body.Type]
				rates := map[string]int{"ball": 3, "free": 6}[body.Type]
				var load []float64
				if coordinates == 0 {
					coordinates, rates, load = 1, 1, []float64{0}
				}
				want[b].Take(q[:coordinates], rate[:rates], load)
				q, rate = q[coordinates:], rate[rates:]
			}
		}
		s = s.Along(&system.Trajectory{Particles: len(r.Rest), Positions: positions, Velocities: velocities})
		got := JointRanges([]system.Sample{s}, nil)
		require.Len(t, got, len(want), name)
		for b := range got {
			for of, columns := range map[string][2]system.ColumnRanges{"q": {want[b].Q, got[b].Q}, "rate": {want[b].Rate, got[b].Rate}} {
				require.Len(t, columns[1], len(columns[0]), name)
				for k, one := range columns[0] {
					require.InDelta(t, one.Least, columns[1][k].Least, 1e-4, "%s %d %s %d", name, b, of, k)
					require.InDelta(t, one.Most, columns[1][k].Most, 1e-4, "%s %d %s %d", name, b, of, k)
				}
			}
			require.Len(t, got[b].Torque, len(want[b].Torque))
		}
	}
}

// TestSlidingRanges: a displacement beyond half a turn is no angle.
func TestSlidingRanges(t *testing.T) {
	s := armAt(0, 0)
	system.SlideAxis.Set(&s, system.TurnAxis.Of(&s))
	system.TurnAxis.Set(&s, nil)
	for i := 4; i < 8; i++ {
		s.Trajectory.Positions[24+3*i+2] += 4 // the second frame, along the axis
	}
	ranges := JointRanges([]system.Sample{s}, nil)
	require.True(t, ranges[1].Slides)
	require.Len(t, ranges[1].Q, 1)
	require.InDelta(t, 0, ranges[1].Q[0].Least, 1e-6)
	require.InDelta(t, 4, ranges[1].Q[0].Most, 1e-6)
}

// TestNoJointRanges: systems without such joints have none.
func TestNoJointRanges(t *testing.T) {
	require.Nil(t, JointRanges(nil, nil))
	for name, change := range map[string]func(s *system.Sample){
		"no joints":    func(s *system.Sample) { system.TurnAxis.Set(s, nil) },
		"no rest":      func(s *system.Sample) { system.Rest.Set(s, nil) },
		"on a line":    func(s *system.Sample) { straighten(s) },
		"other bodies": func(s *system.Sample) { s.Objects = s.Objects[:2] },
	} {
		s := armAt(0, 0)
		change(&s)
		require.Nil(t, JointRanges([]system.Sample{armAt(0, 0), s}, nil), name)
	}
}

// straighten puts the particles of the second body on a line.
func straighten(s *system.Sample) {
	rest := append([]float32{}, system.Rest.Of(s)...)
	for i := 4; i < 8; i++ {
		copy(rest[3*i:3*i+3], []float32{2 + float32(i), 0, 0})
	}
	system.Rest.Set(s, rest)
}
