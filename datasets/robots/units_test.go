package robots

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
)

// TestCheckUnits: rates and angles of which one is in degrees differ by that factor, up to a twentieth.
func TestCheckUnits(t *testing.T) {
	const none = ""
	for _, c := range []struct {
		ratio   float64
		degrees bool
		want    string
	}{
		{1, false, none}, {1, true, none}, {-1 / degree, false, none},
		{1 / degree, false, "log.npz: rate is in degrees a second beside angles in radians: convert it with numpy.deg2rad"},
		{1.049 / degree, true, "log.npz: rate is in degrees a second beside angles in radians: convert it with numpy.deg2rad"},
		{0.951 / degree, false, "log.npz: rate is in degrees a second beside angles in radians: convert it with numpy.deg2rad"},
		{1.051 / degree, false, none}, {0.949 / degree, false, none},
		{degree, false, "log.npz: rate is in radians a second beside angles in degrees: convert the angles with numpy.deg2rad"},
		{degree, true, "log.npz: rate is in radians a second beside angles in degrees: convert the angles with numpy.deg2rad, and leave --degrees out"},
		{1.049 * degree, true, "log.npz: rate is in radians a second beside angles in degrees: convert the angles with numpy.deg2rad, and leave --degrees out"},
		{0.951 * degree, false, "log.npz: rate is in radians a second beside angles in degrees: convert the angles with numpy.deg2rad"},
		{1.051 * degree, false, none}, {0.949 * degree, true, none},
	} {
		l := &log{Reader: keys.New(&npz.Archive{Path: "log.npz"}, nil), degrees: c.degrees}
		if err := l.checkUnits("rate", c.ratio); c.want == none {
			require.NoError(t, err, "%+v", c)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
}

// TestUnitOfJoints: joints that all turn are in radians, those that all slide in meters, and of both there is
// no common unit. Only angles that turn are taken from degrees.
func TestUnitOfJoints(t *testing.T) {
	for unit, hold := range map[string][]string{"": nil, "rad": {"rail"}, "m": {"turn"}} {
		l := &log{robot: read(t, urdf.Options{Hold: hold})}
		for b := range l.robot.Bodies {
			l.columns = append(l.columns, b)
		}
		require.Equal(t, unit, l.unit())
	}
	l := &log{robot: read(t, urdf.Options{}), columns: []int{0, 1}}
	r := &recording{angle: []float64{180, 180, 90, 90}, rate: []float64{360, 360}}
	l.toRadians(r)
	require.Equal(t, []float64{180, 180, 90, 90}, r.angle)
	l.degrees = true
	l.toRadians(r)
	require.Equal(t, []float64{180, math.Pi, 90, math.Pi / 2}, r.angle)
	require.Equal(t, []float64{360, 2 * math.Pi}, r.rate)
	require.Same(t, &r.rate, r.columns(rateKey))
	require.Same(t, &r.torque, r.columns(torqueKey))
	require.Nil(t, r.columns("angle"))
}
