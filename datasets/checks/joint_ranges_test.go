package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

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
	require.InDelta(t, 0, ranges[0].Rate.Most, 1e-6)
	require.Equal(t, "knee: q -1 to 3.5 rad, rate 0 to 2 rad/s, torque 0 to 2 N m", ranges[1].Text(" rad", " rad/s", " N m"))
	require.False(t, ranges[1].Slides)
	require.Equal(t, "joint 1", JointRanges([]system.Sample{armAt(0, 0)}, nil)[1].Joint)

	single := armAt(0.5, 1)
	single.Trajectory = nil
	require.Equal(t, "q 0.5 only", JointRanges([]system.Sample{single}, nil)[1].Text("", "", "")[9:19])
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
	require.Equal(t, system.Range{Least: 0, Most: 4}, ranges[1].Q)
}

// TestNoJointRanges: systems without such joints have none.
func TestNoJointRanges(t *testing.T) {
	require.Nil(t, JointRanges(nil, nil))
	for name, change := range map[string]func(s *system.Sample){
		"no joints":    func(s *system.Sample) { system.TurnAxis.Set(s, nil) },
		"no rest":      func(s *system.Sample) { system.Rest.Set(s, nil) },
		"another type": func(s *system.Sample) { system.JointType.Set(s, make([]float32, 8)) },
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
