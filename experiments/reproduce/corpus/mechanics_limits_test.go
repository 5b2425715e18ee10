package corpus

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// atBend is a moving arm with a joint at an angle, a torque, and the velocities that
// differences of frames give its places.
func atBend(arm limitedArm, bend float64) (angles []float64, s mechanism.State, torque []float64, velocity []r3.Vec) {
	angles, torque = []float64{0.3, -0.8, 0.5, bend, -0.4, 0.7, 0}, []float64{1, -3, 2, 1, 0, 0.5, 0}
	s = arm.at(angles)
	s.Rates = []float64{0.5, -0.7, 0.2, 1, -0.3, 0.6, 0}
	velocity = arm.later(s, armFrame, torque)
	for i, x := range arm.later(s, -armFrame, torque) {
		velocity[i] = r3.Scale(1/(2*armFrame), r3.Sub(velocity[i], x))
	}
	return angles, s, torque, velocity
}

// TestLimitedArm: the places of an arm give its angles back, and their differences of two
// frames its rates, as rates that are not corrected do not. Where it runs into a limit
// within a frame they are less certain.
func TestLimitedArm(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	for bend, bound := range map[float64]float64{0.9: 1e-5, 1.999: 0.03} {
		angles, s, torque, velocity := atBend(arm, bend)
		x, _ := arm.particles(s)
		found := arm.angles(arm.markers(x), make([]float64, len(angles)))
		allclose.Within(t, angles, found, 1e-9)
		off := func(rates []float64) (most float64) {
			for i, rate := range rates {
				most = max(most, math.Abs(rate-s.Rates[i]))
			}
			return most
		}
		require.Less(t, off(arm.moving(found, velocity, torque).Rates), bound)
		require.Greater(t, off(arm.rates(s, velocity)), 10*bound)
	}
}

// TestLinksOfArm: each link has the mass and the length of the MuJoCo model, and joints are about z and y in turn.
func TestLinksOfArm(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	mass, height, turn := []float64{3, 3, 2.5, 2, 1.5, 1, 0.5}, []float64{0.1, 0.25, 0.45, 0.65, 0.85, 1.05, 1.17, 1.27}, []r3.Vec{{Z: 1}, {Y: 1}}
	require.Len(t, arm.Bodies, len(mass))
	require.Len(t, arm.markerRows, len(height))
	for i, body := range arm.Bodies {
		var sum float64
		for _, row := range body.Members {
			sum += arm.Mass[row]
		}
		require.InDelta(t, mass[i], sum, 1e-9, "%d", i)
		require.InDelta(t, height[i], body.Anchor.Z, 1e-12, "%d", i)
		require.Equal(t, []r3.Vec{turn[i%2]}, body.Turns)
		require.Equal(t, [2]float64{0.5, 0.02}, [2]float64{body.Damping, body.Rotor})
		require.Equal(t, [2]float64{-2, 2}, arm.joints[i].Limits)
	}
	for i, row := range arm.markerRows {
		require.InDelta(t, height[i], arm.Rest[row].Z, 1e-12, "%d", i)
		require.Equal(t, 1e-12, arm.Mass[row])
	}
}

// TestMostCorrected: what no motion of the arm gives its markers changes rates by 2 rad/s in either correction.
func TestMostCorrected(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	angles, s, torque, velocity := atBend(arm, 1.99)
	for i := range velocity {
		velocity[i] = r3.Scale(30, velocity[i])
	}
	var most float64
	uncorrected := arm.rates(s, velocity)
	for joint, rate := range arm.moving(angles, velocity, torque).Rates {
		most = max(most, math.Abs(rate-uncorrected[joint]))
	}
	require.InDelta(t, 4, most, 1e-9)
}

// TestCapsule compares second moments with sums over slices.
func TestCapsule(t *testing.T) {
	const length, parts = 0.2, 20000
	var volume, across, along float64
	for i := range parts {
		z := (length + 2*armRadius) * ((float64(i)+0.5)/parts - 0.5)
		beyond := max(0, math.Abs(z)-length/2)
		area := armRadius*armRadius - beyond*beyond
		volume, across, along = volume+area, across+area*area/4, along+area*z*z
	}
	for k, want := range []float64{across, across, along} {
		require.InEpsilon(t, 3*want/volume, capsule(3, length)[k], 1e-6)
	}
}

// TestPrepareLimited: of pairs in a file the places begin and end where the file has them,
// and validation pairs are the test samples.
func TestPrepareLimited(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	var file []npz.Array
	add := func(name string, numbers []float32, shape ...int) {
		file = append(file, npz.Array{Key: name, Shape: append([]int{1}, shape...), Floats: numbers})
	}
	ends := map[string][]r3.Vec{}
	for split, bend := range map[string]float64{"train": 0.9, "valid": 1.2} {
		_, s, torque, velocity := atBend(arm, bend)
		x, _ := arm.particles(s)
		ends[split] = arm.later(s, armFrame, torque)
		for name, places := range map[string][]r3.Vec{"x0": arm.markers(x), "v0": velocity, "xT": ends[split], "vT": velocity} {
			add(split+"_"+name, single(places), armMarkers, 3)
		}
		add(split+"_node_torque", []float32{1, -3, 2, 1, 0, 0.5, 0, 0}, armMarkers)
	}
	path := filepath.Join(t.TempDir(), "arm.npz")
	require.NoError(t, npz.Write(path, file))
	data, err := prepareLimited(t.Context(), DataSet{File: path, Train: 19, Valid: 342})
	require.NoError(t, err)
	require.Equal(t, data.Valid, data.Test)
	require.Contains(t, data.About.Source, "arm.npz, ")
	require.Contains(t, data.About.Source, "validation pairs are the test samples")
	for split, s := range map[string]system.Sample{"train": data.Train[0], "valid": data.Valid[0]} {
		_, state, _, _ := atBend(arm, map[string]float64{"train": 0.9, "valid": 1.2}[split])
		begin, _ := arm.particles(state)
		for k, i := range arm.markerRows {
			require.Zero(t, system.Mass.Of(&s)[i])
			allclose.Within(t, single(begin[i:i+1]), s.Position[3*i:3*i+3], 1e-6)
			require.Equal(t, single(ends[split][k:k+1]), s.TargetPosition[3*i:3*i+3])
		}
		require.Equal(t, []float32{-armLimit, armLimit}, system.TurnLimits.Of(&s)[:2])
		require.Equal(t, []float32{mechanism.StopTime}, system.StopTime.Of(&s))
		require.Equal(t, single([]r3.Vec{arm.Gravity}), system.Gravity.Of(&s))
		require.EqualValues(t, -3, system.Torque.Of(&s)[arm.joints[1].Members[0]])
	}
}
