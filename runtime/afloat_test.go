package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// TestAfloatKeepsMomentum: of bodies afloat, joined to each other, momentum changes by
// gravity alone, in a long step too.
func TestAfloatKeepsMomentum(t *testing.T) {
	m, _, _, sample := jointedIn(t, 1, 3, hung{[]int{-1, 0, 1}, []int{system.Floating, 0, system.OnBall}})
	config := afloatConfig(1)
	moved := evaluated(t, config, sample)
	var off, momentum [3]float64
	for i, mass := range m.Mass {
		for axis, g := range []float64{1, 2, -5} {
			before := float64(sample.Velocity[3*i+axis])
			off[axis] += mass * (moved["velocity"].Float[3*i+axis] - before - g*config.Time)
			momentum[axis] += mass * before
		}
	}
	require.Greater(t, vector.Norm(momentum), 1.0)
	require.Less(t, vector.Norm(off), 1e-5, "of rates that float32 velocities leave")
	t.Logf("%.2g", vector.Norm(off))
}

// TestFractionalJointType: a file has no numbers for a joint between two types.
func TestFractionalJointType(t *testing.T) {
	_, _, _, sample := jointedIn(t, 1, 3, afloat)
	model, values := newModel(t, afloatConfig(1), false, 1)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		for _, between := range []bool{false, true} {
			s, types := sample, slices.Clone(system.JointType.Of(&sample))
			if between {
				for _, i := range s.Objects.Of(system.Body)[3] {
					require.EqualValues(t, system.OnBall, types[i])
					types[i] += 0.5
				}
			}
			system.JointType.Set(&s, types)
			got, err := session.Run(runtime.Batch{Inputs: predict.FileInputs([]system.Sample{s}, fileInputs(t, file))})
			require.NoError(t, err)
			for _, x := range got["predicted_position"].Float {
				require.Equal(t, between, math.IsNaN(float64(x)))
			}
		}
	})
}

// TestLoadsOfOtherJoints: a file has no numbers for a torque on a joint that slides, and
// for a thrust on one that turns.
func TestLoadsOfOtherJoints(t *testing.T) {
	_, _, _, sample := jointedIn(t, 1, 3, afloat)
	model, values := newModel(t, afloatConfig(1), false, 1)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		for load, axis := range map[*system.Field]*system.Field{system.Torque: system.SlideAxis, system.Thrust: system.TurnAxis} {
			s, acting := sample, make([]float32, sample.Particles())
			for i := range acting {
				if axes := axis.Of(&s); axes[3*i] != 0 || axes[3*i+1] != 0 || axes[3*i+2] != 0 {
					acting[i] = 1
				}
			}
			require.Contains(t, acting, float32(1), load.Name)
			load.Set(&s, acting)
			got, err := session.Run(runtime.Batch{Inputs: predict.FileInputs([]system.Sample{s}, fileInputs(t, file))})
			require.NoError(t, err)
			require.True(t, math.IsNaN(float64(got["predicted_position"].Float[0])), load.Name)
		}
	})
}
