package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/system"
)

// TestSumOf: fields that a system has are added up, and are 0 where it has none.
func TestSumOf(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6)}
	require.Equal(t, []float64{0, 0}, sumOf(&s, system.Torque, system.Thrust))
	system.Torque.Set(&s, []float32{1, 2})
	require.Equal(t, []float64{1, 2}, sumOf(&s, system.Torque, system.Thrust))
	system.Thrust.Set(&s, []float32{0.5, -2})
	require.Equal(t, []float64{1.5, 0}, sumOf(&s, system.Torque, system.Thrust))
}

// TestOfRows: a joint's mass is in equal parts in its particles, what else it has is in each, a value of
// a system is in all, and gravity has three values.
func TestOfRows(t *testing.T) {
	joints := []int{0, 0, 1}
	for _, c := range []struct {
		of     builder.Constant
		values []float64
		want   []float64
	}{
		{builder.Constant{Name: builder.LearnedMass, By: builder.ByJoint, Joints: joints}, []float64{3, 5}, []float64{1.5, 1.5, 5}},
		{builder.Constant{Name: builder.LearnedDamping, By: builder.ByJoint, Joints: joints}, []float64{3, 5}, []float64{3, 3, 5}},
		{builder.Constant{Name: builder.LearnedDamping, By: builder.BySystem}, []float64{3}, []float64{3, 3, 3}},
		{builder.Constant{Name: builder.LearnedGravity, By: builder.BySystem}, []float64{0, 0, -1}, []float64{0, 0, -1}},
		{builder.Constant{Name: builder.LearnedMass, By: builder.ByParticle}, []float64{1, 2, 3}, []float64{1, 2, 3}},
	} {
		require.Equal(t, c.want, ofRows(&c.of, c.values, 3))
	}
}

// TestBodies: joints of one axis without limits have equations, and none others; loads have what is learned in
// the place of what is given, and are linear in it.
func TestBodies(t *testing.T) {
	config := builder.Config{Layers: 3, Time: 0.5, Length: 2, Fields: []string{system.TurnAxis.Name, system.SlideAxis.Name}, Learn: []builder.Constant{
		{Name: builder.LearnedMass, By: builder.ByJoint, Start: []float64{2, 4}, Joints: []int{0, 0, 1}, Held: []string{"", "held"}},
		{Name: builder.LearnedGravity, By: builder.BySystem, Start: []float64{0, 0, -9}, Unit: 0.5},
	}}
	of := func(config builder.Config) *training { return &training{model: &builder.Model{Config: config}} }
	for _, field := range []*system.Field{system.JointType, system.TurnLimits, system.SlideLimits} {
		other := config
		other.Fields = append([]string{field.Name}, config.Fields...)
		require.Nil(t, of(other).bodies(nil), field.Name)
	}
	other := config
	other.Fields = []string{system.Gravity.Name}
	require.Nil(t, of(other).bodies(nil))
	byType := config
	byType.Learn = []builder.Constant{{Name: builder.LearnedDamping, By: builder.ByType}}
	require.Nil(t, of(byType).bodies(nil))

	bodies := of(config).bodies([]parameter{{"constants/mass", 0}, {"constants/gravity", 2}})
	require.Equal(t, 3, bodies.Steps)
	s := system.Sample{Position: make([]float32, 9)}
	system.Mass.Set(&s, []float32{7, 7, 7})
	system.Force.Set(&s, []float32{0, 0, 1, 0, 0, 0, 0, 0, 0})
	system.SlideAxis.Set(&s, []float32{0, 0, 0, 0, 0, 0, 0, 1, 0})
	system.TurnFriction.Set(&s, []float32{1, 1, 0})
	loads := bodies.Loads([]float64{math.Log(3), 2}, &s)
	require.InDeltaSlice(t, []float64{3, 3, 4}, loads.Mass, 1e-12)
	require.InDeltaSlice(t, []float64{0, 0, 1 - 3*8, 0, 0, -3 * 8, 0, 0, -4 * 8}, loads.Force, 1e-12)
	require.Equal(t, []float64{1, 1, 0}, loads.Friction)
	require.InDeltaSlice(t, []float64{2e-5, 2e-5, 4e-5}, loads.Resting, 1e-18)
	require.Zero(t, bodies.Loads([]float64{builder.Vanished, 2}, &s).Mass[0])
	none := config
	none.Learn = nil
	require.Equal(t, []float64{7, 7, 7}, of(none).bodies(nil).Loads(nil, &s).Mass)
	s.Given = system.Given{}
	require.Equal(t, []float64{1, 1, 1}, of(none).bodies(nil).Loads(nil, &s).Mass)
}

// TestFitsFromItsStart: constants alone of bodies on joints are fitted from linear equations; none are where
// nothing moves, where there are other weights, and where there are no joints.
func TestFitsFromItsStart(t *testing.T) {
	damping := builder.Constant{Name: builder.LearnedDamping, By: builder.ByJoint, Start: []float64{1}, Joints: []int{0, 0, 0}}
	held := damping
	held.Held = []string{"held"}
	joints, network := []string{system.TurnAxis.Name}, builder.Param{Name: "network"}
	for _, c := range []struct {
		fields []string
		learn  []builder.Constant
		params []builder.Param
		want   bool
	}{
		{joints, []builder.Constant{damping}, nil, true},
		{joints, []builder.Constant{held}, nil, false},
		{joints, nil, nil, false},
		{joints, []builder.Constant{damping}, []builder.Param{network}, false},
		{nil, []builder.Constant{damping}, nil, false},
	} {
		model := &builder.Model{Config: builder.Config{Fields: c.fields, Learn: c.learn}}
		model.Params = append(model.Params, c.params...)
		require.Equal(t, c.want, (&training{model: model}).fitsFromItsStart(), "%v", c)
	}
}
