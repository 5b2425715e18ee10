package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// TestWithoutConstant: joints whose type is at least the given one have 0 and say why, and where there
// are none no value says anything.
func TestWithoutConstant(t *testing.T) {
	s := still(5)
	s.Objects = system.Objects{system.Body.Of(0, 1, 2), system.Body.Of(3, 4)}
	after := func(bare float32) (start []float64, fixed []string) {
		var c config.Constant
		ofJoints(&c, &datasets.Data{}, &s)
		c.Start = []float64{7, 9}
		withoutConstant(&c, &s, bare, "why")
		return c.Start, c.Fixed
	}
	start, fixed := after(1)
	require.Equal(t, []float64{7, 9}, start)
	require.Nil(t, fixed)
	system.JointType.Set(&s, []float32{1, 1, 1, 2, 2})
	for bare, want := range map[float32]struct {
		start []float64
		fixed []string
	}{1: {[]float64{0, 0}, []string{"why", "why"}}, 2: {[]float64{7, 0}, []string{"", "why"}}, 3: {[]float64{7, 9}, nil}} {
		start, fixed := after(bare)
		require.Equal(t, want.start, start)
		require.Equal(t, want.fixed, fixed)
	}
}

// TestLabelsOfJoints: values of joints are labeled by the names of joints, or by numbers where the data have none.
func TestLabelsOfJoints(t *testing.T) {
	s := still(4)
	s.Objects = system.Objects{system.Body.Of(0, 1), system.Body.Of(2, 3)}
	for names, want := range map[string][]string{"": {"0", "1"}, "hip 1|hip 2|knee 1|knee 2": {"hip", "knee"}} {
		var c config.Constant
		ofJoints(&c, &datasets.Data{About: datasets.About{Names: names}}, &s)
		require.Equal(t, want, c.Labels)
		require.Equal(t, []int{0, 0, 1, 1}, c.Joints)
	}
}

// TestBodyMasses: the masses of a body's particles add up, and without masses each body has 1.
func TestBodyMasses(t *testing.T) {
	s := still(5)
	s.Objects = system.Objects{system.Body.Of(0, 1, 2), system.Body.Of(3, 4)}
	var c config.Constant
	ofJoints(&c, &datasets.Data{}, &s)
	require.Equal(t, []string{"0", "1"}, c.Labels)
	require.Equal(t, []int{0, 0, 0, 1, 1}, c.Joints)
	require.Equal(t, []float64{startMass, startMass}, bodyMasses(&c, &s))
	system.Mass.Set(&s, []float32{1, 2, 4, 8, 16})
	require.Equal(t, []float64{7, 24}, bodyMasses(&c, &s))
	data := &datasets.Data{Train: []system.Sample{s}}
	require.Equal(t, []string{"no known force acts: it sets the scale of the others", ""}, fixedBodies(&c, data))
	for _, f := range []*system.Field{system.Torque, system.Thrust, system.Force} {
		driven := still(5)
		f.Set(&driven, make([]float32, 5*f.Columns))
		require.Equal(t, []string{"", ""}, fixedBodies(&c, &datasets.Data{Train: []system.Sample{driven}}))
	}
}
