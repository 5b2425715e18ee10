package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
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
		of     config.Constant
		values []float64
		want   []float64
	}{
		{config.Constant{Name: config.LearnedMass, By: config.ByJoint, Joints: joints}, []float64{3, 5}, []float64{1.5, 1.5, 5}},
		{config.Constant{Name: config.LearnedDamping, By: config.ByJoint, Joints: joints}, []float64{3, 5}, []float64{3, 3, 5}},
		{config.Constant{Name: config.LearnedDamping, By: config.BySystem}, []float64{3}, []float64{3, 3, 3}},
		{config.Constant{Name: config.LearnedGravity, By: config.BySystem}, []float64{0, 0, -1}, []float64{0, 0, -1}},
		{config.Constant{Name: config.LearnedMass, By: config.ByParticle}, []float64{1, 2, 3}, []float64{1, 2, 3}},
	} {
		require.Equal(t, c.want, ofRows(&c.of, c.values, 3))
	}
}

// TestBodies: joints of one axis without limits have equations, and none others; loads have what is learned in
// the place of what is given, and are linear in it.
func TestBodies(t *testing.T) {
	c := config.Config{Layers: 3, Time: 0.5, Length: 2, Fields: []string{system.TurnAxis.Name, system.SlideAxis.Name}, Learn: []config.Constant{
		{Name: config.LearnedMass, By: config.ByJoint, Start: []float64{2, 4}, Joints: []int{0, 0, 1}, Fixed: []string{"", "held"}},
		{Name: config.LearnedGravity, By: config.BySystem, Start: []float64{0, 0, -9}, Unit: 0.5},
	}}
	of := func(config config.Config) *training { return &training{model: &graph.Model{Config: config}} }
	for _, field := range []*system.Field{system.JointType, system.TurnLimits, system.SlideLimits} {
		other := c
		other.Fields = append([]string{field.Name}, c.Fields...)
		require.Nil(t, of(other).bodies(nil), field.Name)
	}
	other := c
	other.Fields = []string{system.Gravity.Name}
	require.Nil(t, of(other).bodies(nil))
	byType := c
	byType.Learn = []config.Constant{{Name: config.LearnedDamping, By: config.ByType}}
	require.Nil(t, of(byType).bodies(nil))

	bodies := of(c).bodies([]parameter{{"constants/mass", 0}, {"constants/gravity", 2}})
	require.Equal(t, 3, bodies.Steps)
	s := system.Sample{Position: make([]float32, 9)}
	system.Mass.Set(&s, []float32{7, 7, 7})
	system.Force.Set(&s, []float32{0, 0, 1, 0, 0, 0, 0, 0, 0})
	system.SlideAxis.Set(&s, []float32{0, 0, 0, 0, 0, 0, 0, 1, 0})
	system.TurnFriction.Set(&s, []float32{1, 1, 0})
	loads := bodies.Loads([]float64{math.Log(3), 2}, &s)
	allclose.Within(t, []float64{3, 3, 4}, loads.Mass, 1e-12)
	allclose.Within(t, []float64{0, 0, 1 - 3*8, 0, 0, -3 * 8, 0, 0, -4 * 8}, loads.Force, 1e-12)
	require.Equal(t, []float64{1, 1, 0}, loads.Friction)
	allclose.Within(t, []float64{2e-5, 2e-5, 4e-5}, loads.Resting, 1e-18)
	require.Zero(t, bodies.Loads([]float64{config.Vanished, 2}, &s).Mass[0])
	none := c
	none.Learn = nil
	require.Equal(t, []float64{7, 7, 7}, of(none).bodies(nil).Loads(nil, &s).Mass)
	s.Given = system.Given{}
	require.Equal(t, []float64{1, 1, 1}, of(none).bodies(nil).Loads(nil, &s).Mass)
}

// TestFitsFromItsStart: constants alone of bodies on joints are fitted from linear equations; none are where
// nothing moves, where there are other weights, and where there are no joints.
func TestFitsFromItsStart(t *testing.T) {
	damping := config.Constant{Name: config.LearnedDamping, By: config.ByJoint, Start: []float64{1}, Joints: []int{0, 0, 0}}
	held := damping
	held.Fixed = []string{"held"}
	joints, network := []string{system.TurnAxis.Name}, graph.Param{Name: "network"}
	for _, c := range []struct {
		fields []string
		learn  []config.Constant
		params []graph.Param
		want   bool
	}{
		{joints, []config.Constant{damping}, nil, true},
		{joints, []config.Constant{held}, nil, false},
		{joints, nil, nil, false},
		{joints, []config.Constant{damping}, []graph.Param{network}, false},
		{nil, []config.Constant{damping}, nil, false},
	} {
		model := &graph.Model{Config: config.Config{Fields: c.fields, Learn: c.learn}}
		model.Params = append(model.Params, c.params...)
		require.Equal(t, c.want, (&training{model: model}).fitsFromItsStart(), "%v", c)
	}
}
