package robots

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/internal/test/allclose"
)

// TestDegrees: angles and rates in degrees are read with the option, and found without it.
// The rail slides, and its places stay what they are.
func TestDegrees(t *testing.T) {
	free, _, err := urdf.ParseMechanism("two.urdf", strings.NewReader(twoLinks), urdf.Options{})
	require.NoError(t, err)
	limited, _, err := urdf.ParseMechanism("two.urdf", strings.NewReader(strings.Replace(twoLinks, `xyz="1 0 1"/>`, `xyz="1 0 1"/><limit lower="-1" upper="1"/>`, 1)), urdf.Options{})
	require.NoError(t, err)
	prepare := func(first, spin, rate float64, robot bool, degrees bool) (*datasets.Data, []string, error) {
		const frames, dt = 4, 0.01
		var angle, rates []float32
		for frame := range 4 * frames {
			way := dt * float64(frame%frames)
			angle, rates = append(angle, float32(0.1+way), float32(first+spin*way)), append(rates, 1, float32(rate))
		}
		shape := []int{4, frames, 2}
		path := filepath.Join(t.TempDir(), "log.npz")
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "joints", Text: "rail|turn"}, {Key: "angle", Shape: shape, Floats: angle}, {Key: "rate", Shape: shape, Floats: rates}}))
		m := free
		if robot {
			m = limited
		}
		return Prepare(path, m, "two.urdf", Options{Options: arrays.Options{Interval: 1, Dt: dt}, Degrees: degrees})
	}
	radians, notes, err := prepare(0.5, 0.2, 0.2, true, false)
	require.NoError(t, err)
	require.Empty(t, notes)
	same, notes, err := prepare(0.5/degree, 0.2/degree, 0.2/degree, true, true)
	require.NoError(t, err)
	require.Empty(t, notes)
	allclose.Within(t, radians.Train[0].Position, same.Train[0].Position, 1e-6)
	allclose.Within(t, radians.Train[0].Velocity, same.Train[0].Velocity, 1e-5)

	const question = "angle of the joint turn reaches %s, and the robot's file allows -1 to 1: are these degrees? Give degrees if those of all revolute joints are, convert this column with numpy.deg2rad, or else take whole turns off"
	_, _, err = prepare(many+1.01, 0.2, 0.2, true, false)
	require.ErrorContains(t, err, strings.Replace(question, "%s", "13.58", 1))
	_, _, err = prepare(-many-1.01, -0.2, -0.2, true, false)
	require.ErrorContains(t, err, strings.Replace(question, "%s", "-13.58", 1))
	_, notes, err = prepare(many+0.98, 0.2, 0.2, true, false)
	require.NoError(t, err)
	require.Empty(t, notes, "it turned around, and slowly")
	// As degrees, too, it is far outside.
	_, notes, err = prepare((2*math.Pi+1.01)/degree, 0.2, 0.2, true, false)
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, " "), "the joint turn is at 417.9, beyond two turns: are these degrees? --degrees takes them to radians")
	_, _, err = prepare((2*math.Pi+0.98)/degree, 0.2, 0.2, true, false)
	require.ErrorContains(t, err, "are these degrees?")
	_, notes, err = prepare(-(2*math.Pi+1.01)/degree, 0.2, 0.2, true, false)
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, " "), "beyond two turns")

	// A joint without limits may turn as far as it likes, and a motion that is refused may
	// be one in degrees.
	_, notes, err = prepare(many-0.01, 0.2, 0.2, false, false)
	require.NoError(t, err)
	require.Empty(t, notes)
	_, notes, err = prepare(50*many, 0.2, 0.2, false, true)
	require.NoError(t, err)
	require.Empty(t, notes)
	_, _, err = prepare(50, 300, 300, false, false)
	require.ErrorContains(t, err, "beyond two turns: are these degrees? --degrees takes them to radians)")

	_, _, err = prepare(0, 2, 2/degree, true, false) // the rail's are right
	require.ErrorContains(t, err, "rate of the joint turn is in degrees a second beside angles in radians")
	l := &log{}
	for ratio, want := range map[float64]string{
		0.94 / degree: "", 0.96 / degree: "log.npz: rate is in degrees a second beside angles in radians", 1.04 / degree: "log.npz: rate is in degrees a second", 1.06 / degree: "",
		0.94 * degree: "", 0.96 * degree: "log.npz: rate is in radians a second beside angles in degrees", 1.04 * degree: "log.npz: rate is in radians a second", 1.06 * degree: "", 1: "",
	} {
		l.Reader = keys.New(&npz.Archive{Path: "log.npz"}, nil)
		for _, l.degrees = range []bool{false, true} {
			err := l.checkUnits("rate", ratio)
			if want == "" {
				require.NoError(t, err, ratio)
				continue
			}
			require.ErrorContains(t, err, want)
			require.Equal(t, l.degrees && ratio < 1, strings.Contains(err.Error(), "leave --degrees out"))
		}
	}
}

// TestTurns: joints are asked for degrees that turn far, and many times as fast as gravity makes
// them or, where gravity does nothing, farther than joints do.
func TestTurns(t *testing.T) {
	robot, _, err := urdf.ParseMechanism("two.urdf", strings.NewReader(twoLinks), urdf.Options{})
	require.NoError(t, err)
	notes := func(gravity, first, spin float64, degrees bool) []string {
		const frames = 100
		l := &log{robot: robot, degrees: degrees, columns: []int{0, 1}, time: 0.01}
		l.Reader = keys.New(&npz.Archive{Path: "log.npz"}, nil)
		robot.Gravity = r3.Vec{X: gravity}
		r := recording{starts: []int{0, frames}}
		for frame := range frames {
			r.angle = append(r.angle, 0, first+float64(spin*l.time*float64(frame)))
		}
		l.noteTurns("", &r)
		return l.Notes
	}
	farthest := func(places ...float64) string {
		l := &log{robot: robot, columns: []int{0, 1}, time: 0.01}
		l.Reader = keys.New(&npz.Archive{Path: "log.npz"}, nil)
		l.noteTurns("", &recording{starts: []int{0, len(places) / 2}, angle: places})
		return l.wound
	}
	require.Empty(t, farthest(100, 1, 100, 2, 100, 3), "a slide does not turn")
	require.Contains(t, farthest(100, 1, 100, -20, 100, 15), "angle: the joint turn is at -20, beyond two turns")
	const asked = "log.npz: angle: the joint turn is at 300, beyond two turns: are these degrees? --degrees takes them to radians"
	require.Equal(t, []string{asked}, notes(-9.81, 3, 300, false))
	for spin, want := range map[float64]int{10: 0, 82: 0, 84: 1} {
		require.Len(t, notes(-9.81, many, spin, false), want, spin)
	}
	require.Len(t, notes(-9.81, -40, 100, false), 1, "near, and much faster than gravity makes it")
	require.Empty(t, notes(0, -40, 100, false), "near, and gravity does nothing")
	require.Empty(t, notes(-9.81, 0, 0, true), "at rest")
	require.Empty(t, notes(-9.81, 3, 300, true))
	require.Empty(t, notes(-9.81, 6.3*degree, 0, true))
	require.Equal(t, []string{"log.npz: angle: no joint that turns is beyond 6.2 degrees in any frame: these may be radians, which are read without --degrees"}, notes(-9.81, -6.2*degree, 0, true))
	require.Empty(t, notes(-9.81, 6.2*degree, 0, false))
	require.Empty(t, notes(-9.81, many-2.98, 3, false))
	require.Empty(t, notes(0, most-99.1, 100, false))
	require.Len(t, notes(0, most-98.9, 100, false), 1)
	require.Len(t, notes(0, -most+98.9, -100, false), 1)
}

// TestRemedyForRadians: to leave out --degrees is advised only where it was given.
func TestRemedyForRadians(t *testing.T) {
	own := &log{}
	require.Equal(t, "convert none from degrees before you write them", own.inRadians())
	own.degrees = true
	require.Equal(t, "leave out --degrees", own.inRadians())
}
