package objects_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/vector"
	"gmnc/ir"
	"gmnc/system"
)

// small has an isolated particle, a stick of length 2 about (1, 1, 0), and a hinge whose
// joint 5 is at the origin.
var small = system.Sample{
	Position: []float32{7, 8, 9, 0, 1, 0, 2, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0},
	Velocity: []float32{1, 1, 1, 0, 0, 1, 0, 4, 1, 3, 0, 0, 0, 0, 5, 1, 0, 0},
	Objects:  system.Objects{system.Stick.Of(1, 2), system.Hinge.Of(5, 3, 4)},
}

// all are the kinds that the published models know.
var all = objects.Kinds{Sticks: true, Hinges: true}

// lastBiases gives the biases of last layers by the names of their networks.
func lastBiases(of map[string][]float64) func(name string) []float64 {
	return func(name string) []float64 {
		for network, bias := range of {
			if strings.HasSuffix("/"+name, "/"+network+"/linear2/bias") {
				return bias
			}
		}
		return nil
	}
}

// TestBars: bars are half of a stick and all of a hinge's arm, and particles without one
// have none.
func TestBars(t *testing.T) {
	got := moving.Written(t, config.Config{}, small, nil, func(w *graph.Writer) map[string]*ir.Value {
		x, v, in := w.Inputs.Position, w.Inputs.Velocity, w.Inputs
		others := func(i *ir.Value) []*ir.Value { return []*ir.Value{x, v, w.Gather(x, i), w.Gather(v, i)} }
		stick, hinge := w.Call(objects.StickKinematics(w), others(in.Partner)...), w.Call(objects.HingeKinematics(w), others(in.Joint)...)
		m := objects.MembersOf(w, all)
		hinges := objects.MembersOf(w, objects.Kinds{Hinges: true})
		return map[string]*ir.Value{
			"stick": stick[0], "stick_velocity": stick[1], "hinge": hinge[0], "hinge_velocity": hinge[1],
			"bar": objects.BarOf(w, x, m), "object": m.IsObject, "is_hinge": m.IsHinge, "hinges": hinges.IsObject,
		}
	})
	require.Equal(t, []float64{0, 0, 0, -1, 0, 0, 1, 0, 0}, got["stick"][:9])
	require.Equal(t, []float64{0, 0, 0, 0, -2, 0, 0, 2, 0}, got["stick_velocity"][:9])
	require.Equal(t, []float64{1, 0, 0, 0, 2, 0, 0, 0, 0}, got["hinge"][9:])
	require.Equal(t, []float64{2, 0, 0, -1, 0, 5, 0, 0, 0}, got["hinge_velocity"][9:])
	require.Equal(t, []float64{0, 0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0}, got["bar"])
	require.Equal(t, []float64{0, 1, 1, 1, 1, 1}, got["object"])
	require.Equal(t, []float64{0, 0, 0, 1, 1, 1}, got["is_hinge"])
	require.Equal(t, []float64{0, 0, 0, 1, 1, 1}, got["hinges"])
}

// TestInverseDynamics: with factors that are constants, accelerations are sums of forces,
// bars and their velocities over an object, or their means. Forces are velocities here.
func TestInverseDynamics(t *testing.T) {
	factors := lastBiases(map[string][]float64{"stick_force": {2, 30, 400}, "hinge_force": {3, 50, 700}, "object_force": {5, 70, 900}})
	for _, c := range []struct {
		phi2, form   string
		kinds        objects.Kinds
		stick, hinge []float64 // of the last particle
	}{
		// The mean of the stick's forces is (0, 2, 1), the sum of the hinge's (4, 0, 5), of its bars
		// (1, 2, 0) and of their velocities (1, 0, 5), where bars are particles of half a stick.
		{"", config.Published, all, []float64{0, 4, 2}, []float64{(12. + 50 + 700) / 3, 100. / 3, (15. + 3500) / 3}},
		{"", config.Paper, all, []float64{0, 8, 4}, []float64{12 + 50 + 700, 100, 15 + 3500}},
		{config.Phi2F, config.Published, all, []float64{0, 4, 2}, []float64{4, 0, 5}},
		{config.Phi2FShared, config.Published, all, []float64{0, 10, 5}, []float64{20. / 3, 0, 25. / 3}},
		{config.Phi2FXV, config.Published, all, []float64{0, 4, 2}, []float64{(12. + 50 + 700) / 3, 100. / 3, (15. + 3500) / 3}},
		{config.Phi2FXVShared, config.Published, all, []float64{0, 10, 5}, []float64{(20. + 70 + 900) / 3, 140. / 3, (25. + 4500) / 3}},
		{config.Phi2MLP, config.Published, all, []float64{2, 30, 400}, []float64{3, 50, 700}},
		{"", config.Published, objects.Kinds{Hinges: true}, []float64{0, 4, 1}, []float64{(12. + 50 + 700) / 3, 100. / 3, (15. + 3500) / 3}},
		{"", config.Published, objects.Kinds{Sticks: true}, []float64{0, 4, 2}, []float64{2, 0, 0}},
	} {
		got := moving.Written(t, config.Config{Form: c.form, Phi2: c.phi2, Hidden: 2}, small, factors, func(w *graph.Writer) map[string]*ir.Value {
			m := objects.MembersOf(w, all)
			dynamics := w.Call(objects.InverseDynamics(w, c.kinds), append(m.Args(), w.Inputs.Velocity, objects.BarOf(w, w.Inputs.Position, m), objects.BarOf(w, w.Inputs.Velocity, m))...)
			return map[string]*ir.Value{"a": dynamics[0]}
		})["a"]
		require.Equal(t, []float64{1, 1, 1}, got[:3], "an isolated particle's acceleration is its force")
		allclose.Within(t, c.stick, got[6:9], 1e-9, "%+v", c)
		allclose.Within(t, c.hinge, got[15:], 1e-9, "%+v", c)
	}
}

// TestGramOfForces: a factor of the Gram matrix as it is depends on the strength of
// forces, a normalized one does not.
func TestGramOfForces(t *testing.T) {
	for phi2, same := range map[string]bool{"": true, config.Phi2RawGram: false} {
		weight := func(string) []float64 { return []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1} }
		got := moving.Written(t, config.Config{Form: config.Published, Phi2: phi2, Hidden: 1}, small, weight, func(w *graph.Writer) map[string]*ir.Value {
			m := objects.MembersOf(w, all)
			dynamics := w.Shared(objects.InverseDynamics(w, all))
			of := func(factor float64) *ir.Value {
				v := w.Mul(w.Inputs.Velocity, w.Scalar(factor))
				return w.Mul(dynamics(append(m.Args(), v, v, v)...)[0], w.Scalar(1/factor))
			}
			return map[string]*ir.Value{"once": of(1), "twice": of(2)}
		})
		for i := range got["once"][9:] {
			off := math.Abs(got["once"][9+i] - got["twice"][9+i])
			if same || got["once"][9+i] == 0 {
				require.Less(t, off, 1e-9)
			} else {
				require.Greater(t, off, 1e-3)
			}
		}
	}
}

// TestRigidKinematics: with psi of 2 and of 3 for bars, objects move with their coordinate
// and bars turn by r x (3 u + t) / |r|^2 radians.
func TestRigidKinematics(t *testing.T) {
	s := system.Sample{
		Position: []float32{7, 8, 9, 0, 1, 0, 2, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0},
		Velocity: []float32{1, 1, 1, 0, 0.9, 0, 0, 1.1, 0, 1, 0.2, 0, 1, 0, 0, 1, 0, 0},
		Objects:  system.Objects{system.Stick.Of(1, 2), system.Hinge.Of(5, 3, 4)},
	}
	factors := lastBiases(map[string][]float64{"angular_velocity": {3}, "velocity": {2}})
	for _, form := range []string{config.Published, config.Paper} {
		got := moving.Written(t, config.Config{Form: form, Hidden: 2}, s, factors, func(w *graph.Writer) map[string]*ir.Value {
			m := objects.MembersOf(w, all)
			x, v := w.Inputs.Position, w.Inputs.Velocity
			constant := func(x, y, z float64) *ir.Value { return w.Broadcast(w.Const(1, 3, x, y, z), graph.Particles) }
			state := objects.State{H: objects.NoFeatures(w), X: x, V: v, Bar: objects.BarOf(w, x, m), BarVelocity: objects.BarOf(w, v, m),
				Force: w.Mul(x, constant(0, 0.1, 0)), Acceleration: constant(0, 0, 0.5)}
			moved, velocity := objects.RigidKinematics(w, all)(state, m)
			return map[string]*ir.Value{"x": moved, "v": velocity}
		})
		allclose.Within(t, []float64{7 + 2, 8 + 2, 9 + 2.5}, got["x"][:3], 1e-7)
		allclose.Within(t, []float64{2, 2, 2.5}, got["v"][:3], 1e-7)
		// The stick goes on by 2 (0, 1, 0) + a and turns by 3 * 0.1: both ends have the same force.
		sin, cos := math.Sincos(0.3)
		allclose.Within(t, []float64{1 + cos, 3 + sin, 0.5}, got["x"][6:9], 1e-7)
		allclose.Within(t, []float64{-0.3 * sin, 2 + 0.3*cos, 0.5}, got["v"][6:9], 1e-7)
		// The joint goes on by 2 (1, 0, 0) + a. The arm of length 2 turns about z by 2 * 3 * 0.2 / 4
		// and about y by 2 * 0.5 / 4, for its force less a.
		turn := [3]float64{0, 0.25, 0.3}
		angle := math.Hypot(turn[1], turn[2])
		sin, cos = math.Sincos(angle)
		// w x r = (0, 0.3, -0.25) * 2
		allclose.Within(t, []float64{2 + 2*cos, 2 * 0.3 * sin / angle, 0.5 - 2*0.25*sin/angle}, got["x"][9:12], 1e-7)
		allclose.Within(t, []float64{2, 0, 0.5}, got["x"][15:], 1e-7)
		allclose.Within(t, []float64{2, 0, 0.5}, got["v"][15:], 1e-7)
	}
}

// TestFeaturesOfObjects: in the published form an object's feature is of its ends alone, in
// the paper's of all of its particles; of hinges that are two sticks it is of a bar.
func TestFeaturesOfObjects(t *testing.T) {
	double := func(name string) []float64 { // c(h) is 1 of an end, by the last bias
		if strings.HasSuffix(name, "center/linear2/bias") {
			return []float64{1}
		}
		return nil
	}
	for _, c := range []struct {
		form  string
		kinds objects.Kinds
		want  []float64 // of the stick and the hinge
	}{
		{config.Published, all, []float64{2, 2, 2, 2, 2}},
		{config.Paper, all, []float64{4, 4, 6, 6, 6}},
		{config.Paper, objects.Kinds{Sticks: true}, []float64{4, 4, 4, 4, 4}},
		{config.Published, objects.Kinds{Sticks: true}, []float64{2, 2, 2, 2, 2}},
	} {
		got := moving.Written(t, config.Config{Form: c.form, Hidden: 1}, small, double, func(w *graph.Writer) map[string]*ir.Value {
			m := objects.MembersOf(w, all)
			h := w.Broadcast(w.Scalar(2), graph.Particles)
			return map[string]*ir.Value{"h": objects.ObjectFeature(w, &w.Networks, c.kinds, m, h)}
		})
		require.Equal(t, c.want, got["h"][1:], "%+v", c)
	}
}

// TestSizes holds widths, levels and floors to their smallest values on either side.
func TestSizes(t *testing.T) {
	for depth, levels := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 32: 5, 33: 6} {
		require.Equal(t, levels, objects.Levels(depth), "depth %d", depth)
	}
	for hidden, width := range map[int]int{1: 1, 2: 1, 3: 1, 4: 2, 64: 32} {
		require.Equal(t, width, objects.NarrowWidth(hidden), "hidden %d", hidden)
	}
	for length, floor := range map[float64]float64{0: 1e-10, 1: 1e-10, 10: 1e-10, 0.1: 1e-12, 1e-12: 1e-34, 1e-20: 1e-36} {
		require.InEpsilon(t, floor, objects.ShortestBar(config.Config{Length: length}), 1e-12, "length %g", length)
	}
	require.Equal(t, []string{"up1", "up2", "up4"}, []string{objects.AncestorName(0), objects.AncestorName(1), objects.AncestorName(2)})
}

// TestHingesOfTwoSticks: a model that knows sticks alone moves each arm of a hinge as a stick. Both
// then meet at the joint and keep their lengths.
func TestHingesOfTwoSticks(t *testing.T) {
	s := system.Sample{
		Position: []float32{2, 0, 0, 0, 1, 0, 0, 0, 0},
		Velocity: []float32{1, 0.2, 0, 1, 0, 0.4, 1, 0, 0},
		Objects:  system.Objects{system.Hinge.Of(2, 0, 1)},
	}
	factors := lastBiases(map[string][]float64{"angular_velocity": {1}, "velocity": {1}})
	sticks := objects.Kinds{Sticks: true}
	got := moving.Written(t, config.Config{Form: config.Published, Hidden: 2}, s, factors, func(w *graph.Writer) map[string]*ir.Value {
		m := objects.MembersOf(w, sticks)
		x, v := w.Inputs.Position, w.Inputs.Velocity
		none := w.Broadcast(w.Const(1, 3, 0, 0, 0), graph.Particles)
		bars := w.Call(objects.StickKinematics(w), x, v, w.Gather(x, m.Partner), w.Gather(v, m.Partner))
		state := objects.State{H: objects.NoFeatures(w), X: x, V: v, Bar: bars[0], BarVelocity: bars[1], Force: none, Acceleration: none}
		moved, velocity := objects.RigidKinematics(w, sticks)(state, m)
		return map[string]*ir.Value{"x": moved, "v": velocity}
	})
	for end, length := range []float64{2, 1} {
		arm := vector.Plus(vector.At(got["x"], end), -1, vector.At(got["x"], 2))
		swings := vector.Plus(vector.At(got["v"], end), -1, vector.At(got["v"], 2))
		require.InDelta(t, length, vector.Norm(arm), 1e-6)
		require.InDelta(t, 0, vector.Dot(arm, swings), 1e-6)
		require.Greater(t, vector.Norm(swings), 0.1)
	}
}
