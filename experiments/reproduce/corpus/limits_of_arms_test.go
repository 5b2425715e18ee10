package corpus

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// TestLimitedSample: both states of a pair are those of the arm, except for the markers of the second.
func TestLimitedSample(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	_, begin, torque, _ := atBend(arm, 0.9)
	_, end, _, _ := atBend(arm, 1.2)
	end.Rates[0] = 3
	positions := make([]r3.Vec, armMarkers)
	s, err := arm.sample(begin, end, positions, torque)
	require.NoError(t, err)
	x, v := arm.particles(begin)
	require.Equal(t, single(x), s.Position)
	require.Equal(t, single(v), s.Velocity)
	x, v = arm.particles(end)
	for _, i := range arm.markerRows {
		x[i] = r3.Vec{}
	}
	require.Equal(t, single(x), s.TargetPosition)
	require.Equal(t, single(v), s.TargetVelocity)
	for i, mass := range arm.Mass {
		if !slices.Contains(arm.markerRows, i) {
			require.Equal(t, float32(mass), system.Mass.Of(&s)[i])
		}
	}
}

// TestLimitedArrays: each array has eight markers and three axes, and a file without one is refused.
func TestLimitedArrays(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	write := func(change func(all map[string]npz.Array)) string {
		all := map[string]npz.Array{}
		for _, split := range []string{"train", "valid"} {
			for _, name := range []string{"x0", "v0", "xT", "vT"} {
				x, _ := arm.particles(arm.AtRest())
				all[split+"_"+name] = npz.Array{Key: split + "_" + name, Shape: []int{1, armMarkers, 3}, Floats: single(arm.markers(x))}
			}
			all[split+"_node_torque"] = npz.Array{Key: split + "_node_torque", Shape: []int{1, armMarkers}, Floats: make([]float32, armMarkers)}
		}
		change(all)
		var arrays []npz.Array
		for _, a := range all {
			arrays = append(arrays, a)
		}
		path := filepath.Join(t.TempDir(), "arm.npz")
		require.NoError(t, npz.Write(path, arrays))
		return path
	}
	path := write(func(map[string]npz.Array) {})
	_, err = prepareLimited(t.Context(), DataSet{File: path, Train: 1, Valid: 1})
	require.NoError(t, err)
	for _, key := range []string{"train_x0", "train_vT", "valid_node_torque"} {
		path := write(func(all map[string]npz.Array) { delete(all, key) })
		_, err := prepareLimited(t.Context(), DataSet{File: path, Train: 1, Valid: 1})
		require.ErrorContains(t, err, key)
	}
	path = write(func(all map[string]npz.Array) {
		all["train_v0"] = npz.Array{Key: "train_v0", Shape: []int{1, armMarkers, 2}, Floats: make([]float32, 2*armMarkers)}
	})
	_, err = prepareLimited(t.Context(), DataSet{File: path, Train: 1, Valid: 1})
	require.ErrorContains(t, err, "train_v0")
	_, err = prepareLimited(t.Context(), DataSet{File: "absent.npz"})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestPairsOfArm: a pair that begins where the last one ended goes on from its angles, and another recording begins near
// the pose of rest. There are as many pairs as were asked for.
func TestPairsOfArm(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	state := func(turn, bend float64) mechanism.State {
		s := arm.at([]float64{turn, bend, 0.3, 0.5, 0.3, 0.5, 0})
		s.Rates = []float64{0.5, 0.2, 0.1, 0.1, 0, 0, 0}
		return s
	}
	all := map[string]*npz.Array{}
	for _, name := range []string{"x0", "v0", "xT", "vT"} {
		all[name] = &npz.Array{Key: "train_" + name, Shape: []int{4, armMarkers, 3}}
	}
	frames := []mechanism.State{state(0.9, 0.6), state(2, 0.8), state(-0.9, -0.8), state(-2, -0.8), state(-2.1, -0.8), state(-2.2, -0.8)}
	pairs := [][2]int{{0, 1}, {2, 3}, {3, 4}, {4, 5}}
	for _, pair := range pairs {
		for k, frame := range pair {
			x, v := arm.particles(frames[frame])
			positions, velocities := all[[]string{"x0", "xT"}[k]], all[[]string{"v0", "vT"}[k]]
			positions.Floats, velocities.Floats = append(positions.Floats, single(arm.markers(x))...), append(velocities.Floats, single(arm.markers(v))...)
		}
	}
	path := filepath.Join(t.TempDir(), "arm.npz")
	torques := npz.Array{Key: "train_node_torque", Shape: []int{4, armMarkers}, Floats: make([]float32, 4*armMarkers)}
	require.NoError(t, npz.Write(path, []npz.Array{*all["x0"], *all["v0"], *all["xT"], *all["vT"], torques}))
	require.NoError(t, npz.Open(path, func(file *npz.Archive) error {
		samples, err := arm.pairs(file, "train", 3)
		require.NoError(t, err)
		require.Len(t, samples, 3)
		for i, s := range samples {
			x, v := arm.particles(frames[pairs[i][0]])
			allclose.Within(t, single(x), s.Position, 1e-4)
			allclose.Within(t, single(v), s.Velocity, 0.1)
			x, v = arm.particles(frames[pairs[i][1]])
			allclose.Within(t, single(x), s.TargetPosition, 1e-4)
			allclose.Within(t, single(v), s.TargetVelocity, 0.1)
		}
		return nil
	}))
}

// TestArmOfRecordings: its links have the masses and lengths of the MuJoCo model, one on the other.
func TestArmOfRecordings(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	require.Len(t, arm.joints, 7)
	require.Len(t, arm.markerRows, armMarkers)
	height := 0.1
	for i, length := range []float64{.15, .2, .2, .2, .2, .12, .1} {
		mass := 0.0
		for _, k := range arm.joints[i].Members {
			mass += arm.Mass[k]
		}
		require.InDelta(t, []float64{3, 3, 2.5, 2, 1.5, 1, .5}[i], mass, 1e-9)
		require.Equal(t, [3]float64{0, float64(i % 2), float64(1 - i%2)}, arm.joints[i].Axis)
		require.InDelta(t, height, arm.joints[i].Anchor[2], 1e-12)
		require.Equal(t, i-1, arm.joints[i].Parent)
		require.Equal(t, [3]float64{.5, .02, -2}, [3]float64{arm.joints[i].Damping, arm.joints[i].Rotor, arm.joints[i].Limits[0]})
		height += length
		require.InDelta(t, height, arm.Rest[arm.markerRows[i+1]].Z, 1e-12)
	}
	require.Equal(t, r3.Vec{Z: 0.1}, arm.Rest[arm.markerRows[0]])
	require.Equal(t, r3.Vec{Z: -9.81}, arm.Gravity)
}

// TestAnglesNear: of the two poses with the same markers the one near the given angles counts, and the last angle is 0.
func TestAnglesNear(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	angles := []float64{0.3, -0.8, 0.5, 0.9, -0.4, 0.7, 0}
	x, _ := arm.particles(arm.at(angles))
	other := append([]float64{0.3 - math.Pi, 0.8}, make([]float64, 5)...)
	found := arm.angles(arm.markers(x), other)
	allclose.Within(t, other[:2], found[:2], 1e-9)
	allclose.Within(t, angles, arm.angles(arm.markers(x), angles), 1e-9)
	angles[1] = 0.8
	x, _ = arm.particles(arm.at(angles))
	allclose.Within(t, []float64{0.3 - math.Pi, -0.8}, arm.angles(arm.markers(x), []float64{0.3 - math.Pi, -0.8, 0, 0, 0, 0, 0})[:2], 1e-9)
	require.Equal(t, make([]float64, 7), arm.at(angles).Rates)
}
