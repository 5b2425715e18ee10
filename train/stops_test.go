package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/system"
)

// slides is a recording of this number of frames of a body that slides along x, at 0.01 a frame and a
// rate of 1, with a limit at 0.205.
func slides(t *testing.T, frames int) system.Sample {
	rest := []float32{0, 0, 0, 0, 1, 0, 0, 0, 1}
	s := system.Sample{Position: rest, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Slides: true, Axis: [3]float64{1, 0, 0}}}))
	system.SlideLimits.Set(&s, []float32{-1, 0.205, -1, 0.205, -1, 0.205})
	var positions, velocities []float64
	for frame := range frames {
		for i := range 3 {
			positions = append(positions, float64(rest[3*i])+0.01*float64(frame), float64(rest[3*i+1]), float64(rest[3*i+2]))
			velocities = append(velocities, 1, 0, 0)
		}
	}
	return s.Along(&system.Trajectory{Particles: 3, Positions: positions, Velocities: velocities})
}

// TestUnstopped: a fit leaves out steps in which stops act if twenty others remain for each constant,
// unless it learns stops or fits no velocities.
func TestUnstopped(t *testing.T) {
	damping := config.Constant{Name: config.LearnedDamping, By: config.ByJoint, Start: []float64{1}, Joints: []int{0, 0, 0}}
	stop := config.Constant{Name: config.LearnedStop, By: config.ByJoint, Start: []float64{1}, Joints: []int{0, 0, 0}}
	of := func(frames int, learn ...config.Constant) *training {
		c := config.Config{Fields: []string{system.SlideAxis.Name, system.SlideLimits.Name}, Learn: learn}
		return &training{
			model: &graph.Model{Config: c}, options: run.Options{Velocity: 1},
			job: Job{Data: &datasets.Data{Train: []system.Sample{slides(t, frames)}}},
		}
	}
	some := of(26, damping) // steps 21 to 25 reach or pass the limit
	require.Len(t, some.fitted(), 1)
	require.Equal(t, 21, some.fitted()[0].Trajectory.Frames())
	require.Equal(t, "the fit of constants leaves out steps in which a joint is at a limit or reaches it, 20 % of all", some.leftOut())
	require.NotNil(t, some.bodies(some.moving()))

	require.Nil(t, of(20, damping).unstopped(), "nineteen steps")
	all := of(21, damping)
	require.Equal(t, 21, all.fitted()[0].Trajectory.Frames())
	require.Empty(t, all.leftOut())

	pairs := of(26, damping)
	pairs.options.Velocity = 0
	for name, other := range map[string]*training{"two constants": of(26, damping, damping), "stops": of(26, stop), "no velocities": pairs} {
		require.Nil(t, other.unstopped(), name)
		require.Len(t, other.fitted(), 1, name)
		require.Nil(t, other.bodies(other.moving()), name)
		require.Empty(t, other.leftOut(), name)
	}
}
