package pictures

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/plot"
	"gmnc/system"
)

// TestUpright: a name, the data set and gravity say what stands upright, in this order.
func TestUpright(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6)}
	require.Equal(t, plot.NoAxis, Upright("auto", datasets.About{}, &s))
	require.Equal(t, plot.YAxis, Upright("auto", datasets.About{Up: "y"}, &s))
	system.Gravity.Set(&s, []float32{0, 0, -2})
	require.Equal(t, plot.Axis{0, 0, 2}, Upright("auto", datasets.About{}, &s))
	require.Equal(t, plot.YAxis, Upright("auto", datasets.About{Up: "y"}, &s))
	require.Equal(t, plot.XAxis, Upright("x", datasets.About{Up: "y"}, &s))
	require.Equal(t, plot.NoAxis, Upright("none", datasets.About{Up: "y"}, &s))
}

// TestPivots: pinned particles hold a system, and the joints on the ground.
func TestPivots(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3, 4, 5, 6}}
	require.Empty(t, Pivots(s))
	system.Pinned.Set(&s, []float32{0, 1})
	require.Equal(t, [][3]float32{{4, 5, 6}}, Pivots(s))

	var robot system.Sample
	rest := []float32{0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2}
	require.NoError(t, robot.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1}, Anchor: [3]float64{7, 8, 9}, Axis: [3]float64{1, 0, 0}},
		{Parent: 0, Members: []int{2, 3}, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{1, 0, 0}},
	}))
	robot.Position = rest
	require.Equal(t, [][3]float32{{7, 8, 9}}, Pivots(robot))
}

// TestLoads: what acts on a system that has turned by a quarter about z, and slid along it.
func TestLoads(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	var s system.Sample
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Anchor: [3]float64{0, 2, 0}, Axis: [3]float64{1, 0, 0}}}))
	s.Position = []float32{0, 0, 5, 0, 1, 5, -1, 0, 5}
	require.Nil(t, Loads(&s, 2))
	system.Gravity.Set(&s, []float32{0, 0, -9})
	system.Force.Set(&s, []float32{0, 0, 0, 1, 2, 3, 0, 0, 0})
	system.Torque.Set(&s, []float32{4, 4, 4})
	rows := Loads(&s, 2)
	require.Len(t, rows, 1, "none has frames")
	require.Equal(t, Load{"gravity", -1, nil, [3]float32{0, 0, -9}}, rows[0][0])
	require.Equal(t, Load{"force", 1, nil, [3]float32{1, 2, 3}}, rows[0][1])
	require.Len(t, rows[0], 3)
	for k, want := range [3]float64{-2, 0, 5} {
		require.InDelta(t, want, rows[0][2].At[k], 1e-6, "the joint")
	}
	for k, want := range [3]float64{0, 4, 0} {
		require.InDelta(t, want, rows[0][2].Along[k], 1e-6, "the axis, times the torque")
	}

	s.Trajectory = &system.Trajectory{Particles: 3, Positions: make([]float64, 18), Given: system.Given{{Field: system.Gravity, Values: []float32{0, 0, -9, 0, 0, -8}}}}
	rows = Loads(&s, 5)
	require.Len(t, rows, 2, "as many as there are frames")
	require.Equal(t, [3]float32{0, 0, -8}, rows[1][0].Along)
}

// TestFramesOfLoads: loads have a row for each frame if one of them is given in each, and one row if none is. A load that
// ends was there.
func TestFramesOfLoads(t *testing.T) {
	s := system.Sample{Position: make([]float32, 3)}
	system.Gravity.Set(&s, []float32{0, 0, -9})
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 9), Given: system.Given{{Field: system.Mass, Values: make([]float32, 3)}}}
	require.Len(t, Loads(&s, 3), 1)
	s.Trajectory.Given = append(s.Trajectory.Given, system.Values{Field: system.Gravity, Values: []float32{0, 0, -9, 0, 0, 0, 0, 0, 0}})
	rows := Loads(&s, 3)
	require.Len(t, rows, 3)
	require.Len(t, rows[0], 1)
	require.Empty(t, rows[2])
}

// TestLoadsOfMovingJoints: a load acts at the joint in the pose of its frame.
func TestLoadsOfMovingJoints(t *testing.T) {
	s := turning()
	system.Torque.Set(&s, []float32{2, 2, 2, 2})
	system.JointAnchor.Set(&s, []float32{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0})
	s.Trajectory = &system.Trajectory{Particles: 4, Given: system.Given{{Field: system.Torque, Values: []float32{2, 2, 2, 2, 3, 3, 3, 3}}}}
	for _, angle := range []float64{0, math.Pi / 2} {
		for _, x := range at(angle) {
			s.Trajectory.Positions = append(s.Trajectory.Positions, float64(x))
		}
	}
	rows := Loads(&s, 2)
	require.Len(t, rows, 2)
	allclose.Within(t, []float32{1, 0, 0}, rows[0][0].At[:], 1e-5)
	allclose.Within(t, []float32{0, 1, 0}, rows[1][0].At[:], 1e-5)
	allclose.Within(t, []float32{0, 0, 3}, rows[1][0].Along[:], 1e-5)
}

// TestLoadsAtTheInput: a picture of an input shows the loads of its frame alone, forces at their particles.
func TestLoadsAtTheInput(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: make([]float32, 6), TargetPosition: make([]float32, 6)}
	system.Force.Set(&s, []float32{0, 0, 0, 0, 7, 0})
	s.Trajectory = &system.Trajectory{Particles: 2, Positions: make([]float64, 12), Given: system.Given{{Field: system.Force, Values: []float32{0, 0, 0, 0, 7, 0, 8, 0, 0, 0, 0, 0}}}}
	drawn := loadsOf(&s)
	require.Len(t, drawn, 1)
	require.Equal(t, plot.Load{Kind: "force", At: &[3]float32{4, 5, 6}, Along: [3]float32{0, 7, 0}}, drawn[0])
}
