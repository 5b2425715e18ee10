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

// TestAfloatOnBody: a body that floats falls as if it were alone, also where it hangs on one that turns.
func TestAfloatOnBody(t *testing.T) {
	m, _, _, sample := jointedIn(t, 2, 3, hung{[]int{-1, 0}, []int{system.OnAxis, system.Floating}})
	config := afloatConfig(4)
	moved := evaluated(t, config, sample)["position"].Float
	var off, way, mass [3]float64
	for _, i := range m.Bodies[1].Members {
		for axis, g := range []float64{1, 2, -5} {
			x, v := float64(sample.Position[3*i+axis]), float64(sample.Velocity[3*i+axis])
			off[axis] += m.Mass[i] * (moved[3*i+axis] - x - v*config.Time - g*config.Time*config.Time/2)
			way[axis] += m.Mass[i] * v * config.Time
			mass[axis] += m.Mass[i]
		}
	}
	require.Greater(t, vector.Norm(way)/mass[0], 0.05)
	require.Less(t, vector.Norm(off)/mass[0], 1e-6)
	t.Logf("%.2g of %.2g", vector.Norm(off)/mass[0], vector.Norm(way)/mass[0])
}

// TestJointsWithoutNumbers: a file has no numbers for a joint between two types, for a
// torque on a joint that slides, for a thrust on one that turns, and for dampings where
// nothing is damped. Nor has it any for bodies in another unit than at rest, with particles
// that say different things of a joint, and for a particle in no body.
func TestJointsWithoutNumbers(t *testing.T) {
	_, _, _, sample := jointedIn(t, 1, 3, afloat)
	model, values := newModel(t, afloatConfig(1), false, 1)
	file := forestFile(t, model, values, 8)
	types := slices.Clone(system.JointType.Of(&sample))
	for _, i := range sample.Objects.Of(system.Body)[3] {
		require.EqualValues(t, system.OnBall, types[i])
		types[i] += 0.5
	}
	rounded := slices.Clone(system.SlideAxis.Of(&sample))
	for i, turns := range onAxes(t, sample, system.TurnAxis) {
		rounded[3*i] += 1e-8 * turns
	}
	times := func(f *system.Field, factor float32) []float32 {
		values := slices.Clone(f.Of(&sample))
		for i := range values {
			values[i] *= factor
		}
		return values
	}
	of := func(f *system.Field, at int) []float32 {
		values := slices.Clone(f.Of(&sample))
		values[at]++
		return values
	}
	cases := []struct {
		name   string
		field  *system.Field
		values []float32
	}{
		{"torques beside slides of rounding", system.SlideAxis, rounded},
		{"between two types", system.JointType, types},
		{"a torque on a slide", system.Torque, onAxes(t, sample, system.SlideAxis)},
		{"a thrust on a turn", system.Thrust, onAxes(t, sample, system.TurnAxis)},
		{"a damping of a slide on a ball joint", system.SlideDamping, onType(t, sample, system.OnBall)},
		{"a damping of a body afloat", system.TurnDamping, onType(t, sample, system.Floating)},
		{"positions in another unit", system.Position, times(system.Position, 10)},
		{"rest in another unit", system.Rest, times(system.Rest, 10)},
		{"an anchor of one particle", system.JointAnchor, of(system.JointAnchor, 3)},
		{"a torque on one particle", system.Torque, of(system.Torque, 6)},
		{"a particle in no body", nil, nil},
	}
	parted := sample
	parted.Objects = slices.Clone(sample.Objects)
	body := slices.IndexFunc(parted.Objects, func(o system.Object) bool { return o.Kind == system.Body })
	members := parted.Objects[body].Members
	parted.Objects[body].Members = members[:len(members)-1]
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		for number, c := range cases {
			s := parted
			if c.field != nil {
				s = sample
				c.field.Set(&s, c.values)
			}
			got, err := session.Run(runtime.Batch{Inputs: predict.FileInputs([]system.Sample{s}, fileInputs(t, file))})
			require.NoError(t, err)
			for _, x := range got["predicted_position"].Float {
				require.Equal(t, number > 0, math.IsNaN(float64(x)), c.name)
			}
		}
	})
}

// onType is 1 on the particles whose joint has a type, and 0 on others.
func onType(t *testing.T, s system.Sample, wanted float32) []float32 {
	all := make([]float32, s.Particles())
	for i, is := range system.JointType.Of(&s) {
		if is == wanted {
			all[i] = 1
		}
	}
	require.Contains(t, all, float32(1))
	return all
}

// onAxes is 1 on the particles that have an axis, and 0 on others.
func onAxes(t *testing.T, s system.Sample, axis *system.Field) []float32 {
	load := make([]float32, s.Particles())
	for i, axes := range slices.Collect(slices.Chunk(axis.Of(&s), 3)) {
		if slices.ContainsFunc(axes, func(x float32) bool { return x != 0 }) {
			load[i] = 1
		}
	}
	require.Contains(t, load, float32(1), axis.Name)
	return load
}
