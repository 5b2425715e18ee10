package objects_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestForestOf: an isolated particle, a chain of three, a free body of two, and a body that
// joins the end of the chain.
func TestForestOf(t *testing.T) {
	s := system.Sample{Position: make([]float32, 21), Velocity: make([]float32, 21), Objects: system.Objects{
		system.TreeOf([]int{1, 2, 3}, []int{-1, 1, 2}), system.Body.Of(4, 5), system.Body.Of(3, 6),
	}}
	got := moving.Written(t, config.Config{Depth: 4}, s, nil, func(w *graph.Writer) map[string]*ir.Value {
		args := objects.ForestOf(w).Args()
		return map[string]*ir.Value{"forest": args[0], "body": args[1], "free": args[2], "share": args[5], "balance": args[6]}
	})
	require.Equal(t, []float64{0, 1, 1, 1, 1, 1, 1}, got["forest"])
	require.Equal(t, []float64{0, 0, 0, 0, 1, 1, 1}, got["body"])
	require.Equal(t, []float64{0, 0, 0, 0, 1, 1, 0}, got["free"])
	require.Equal(t, []float64{1, .25, .25, .25, .5, .5, .25}, got["share"])
	// The bars of the chain have three and two of the tree's four particles below them.
	require.Equal(t, []float64{0, 0, 3. / 16, 1. / 4, 0, 0, 0}, got["balance"])
}

// goesOn is the law of motion of trees and bodies without forces.
func goesOn(integrator string, loose bool) objects.ForestLaw {
	return objects.ForestLaw{
		Integrator: integrator, Loose: loose,
		Moved:  func(b *graph.Networks, before, force *ir.Value) *ir.Value { return b.Add(before, force) },
		Turned: func(_ *graph.Networks, w *ir.Value) *ir.Value { return w },
	}
}

// moved are the positions and displacements of a step of a law, with other displacements
// for the tensions of Verlet's steps.
func moved(t *testing.T, s system.Sample, law objects.ForestLaw, now []float64) (x, v []moving.Vector) {
	t.Helper()
	got := moving.Written(t, config.Config{Depth: 4, Hidden: 1}, s, nil, func(w *graph.Writer) map[string]*ir.Value {
		f, v := objects.ForestOf(w), w.Inputs.Velocity
		args := append(f.Args(), objects.NoFeatures(w), w.Inputs.Position, v, w.Mul(v, w.Scalar(0)))
		if law.Integrator == config.Verlet {
			chosen := v
			if now != nil {
				chosen = w.Mul(v, w.Const(1, 3, now...))
			}
			args = append(args, w.Scalar(1), w.Scalar(1), chosen)
		}
		moved := w.Call(objects.ForestKinematics(w, law), args...)
		return map[string]*ir.Value{"x": moved[0], "v": moved[1]}
	})
	return moving.Vectors(got["x"]), moving.Vectors(got["v"])
}

// TestTensions: a bar that turns pulls at the next one, which stands across it: with the
// spin s of the first the second turns by -s^2 / 2. Loose bars do not pull.
func TestTensions(t *testing.T) {
	const spin = 0.01
	chain := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 1, 1, 0}, Velocity: []float32{0, 0, 0, 0, spin, 0, 0, spin, 0},
		Objects: system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}}
	for _, c := range []struct {
		law  objects.ForestLaw
		now  []float64
		turn float64 // of the second bar
	}{
		{goesOn("", false), nil, -spin * spin / 2},
		{goesOn("", true), nil, 0},
		{goesOn(config.Verlet, false), nil, -spin * spin / 2},
		{goesOn(config.Verlet, false), []float64{1, 2, 1}, -2 * spin * spin}, // turns twice as fast now
	} {
		x, v := moved(t, chain, c.law, c.now)
		require.InDelta(t, spin, math.Atan2(x[1].Minus(x[0])[1], x[1].Minus(x[0])[0]), 1e-7)
		require.InDelta(t, -c.turn, x[2].Minus(x[1])[0], 2e-7, "%+v", c.law)
		var middle, displacement moving.Vector
		for i := range x {
			middle, displacement = middle.Plus(x[i].Times(1./3)), displacement.Plus(v[i].Times(1./3))
		}
		allclose.Within(t, []float64{2. / 3, 1./3 + spin*2/3, 0}, middle[:], 1e-7, "the center goes straight on")
		allclose.Within(t, []float64{0, spin * 2 / 3, 0}, displacement[:], 1e-7)
	}
}

// TestVerletTurns: a body turns by the inertia in the middle of its turn, and its velocity
// is by the inertia at the end, so that its angular momentum stays.
func TestVerletTurns(t *testing.T) {
	body := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0.5}, Objects: system.Objects{system.Body.Of(0, 1, 2, 3)}}
	var middle moving.Vector
	var r []moving.Vector
	for i := range 4 {
		at := moving.Vector{float64(body.Position[3*i]), float64(body.Position[3*i+1]), float64(body.Position[3*i+2])}
		r, middle = append(r, at), middle.Plus(at.Times(1./4))
	}
	spin, momentum := moving.Vector{0.3, 0.2, 0.25}, moving.Vector{}
	for i := range r {
		r[i] = r[i].Minus(middle)
		v := spin.Cross(r[i])
		body.Velocity = append(body.Velocity, float32(v[0]), float32(v[1]), float32(v[2]))
		momentum = momentum.Plus(r[i].Cross(v))
	}
	turned := func(r []moving.Vector, by moving.Vector) (all []moving.Vector) {
		sin, cos := math.Sincos(by.Norm())
		axis := by.Times(1 / by.Norm())
		for _, x := range r {
			all = append(all, x.Times(cos).Plus(axis.Cross(x).Times(sin)).Plus(axis.Times((1-cos)*axis.Dot(x))))
		}
		return all
	}
	turning := func(r []moving.Vector) (w moving.Vector) {
		inertia := mat.NewDense(3, 3, nil)
		for _, x := range r {
			for i := range 3 {
				inertia.Set(i, i, inertia.At(i, i)+x.Dot(x))
				for j := range 3 {
					inertia.Set(i, j, inertia.At(i, j)-x[i]*x[j])
				}
			}
		}
		var solved mat.VecDense
		require.NoError(t, solved.SolveVec(inertia, mat.NewVecDense(3, momentum[:])))
		copy(w[:], solved.RawVector().Data)
		return w
	}
	euler := turned(r, turning(r))
	verlet := turned(r, turning(turned(r, turning(r).Times(0.5))))
	require.Greater(t, euler[2].Minus(verlet[2]).Norm(), 1e-3)
	for integrator, want := range map[string][]moving.Vector{"": euler, config.Verlet: verlet} {
		x, v := moved(t, body, goesOn(integrator, false), nil)
		rate := turning(r)
		if integrator == config.Verlet {
			rate = turning(verlet)
		}
		for i := range x {
			require.InDelta(t, 0, x[i].Minus(middle).Minus(want[i]).Norm(), 1e-6, "%q", integrator)
			require.InDelta(t, 0, v[i].Minus(rate.Cross(want[i])).Norm(), 1e-6, "%q", integrator)
		}
	}
}
