package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/datasets/urdf"
	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
	"gmnc/sysid/rigid"
	"gmnc/system"
)

// TestUntriedText: recordings of which nothing is held out are shorter than two parts.
func TestUntriedText(t *testing.T) {
	require.Empty(t, new(Model).Untried())
	require.Contains(t, (&Model{untried: true}).Untried(), "because the recordings last 8 s or less together")
}

// TestProjections: a column keeps what other columns do not have of it.
func TestProjections(t *testing.T) {
	x := []float64{1, 2, 3}
	beyond(x, mat.NewDense(3, 1, []float64{1, 1, 1}))
	allclose.Within(t, []float64{-1, 0, 1}, x, 1e-7)
	beyond(x, mat.NewDense(3, 1, []float64{-2, 0, 2}))
	allclose.Within(t, []float64{0, 0, 0}, x, 1e-7)
}

// TestFrictionsInFiles: dampings and Coulomb frictions are 0 or more, and their negative parts are in the law.
func TestFrictionsInFiles(t *testing.T) {
	tree := &rigid.Tree{Links: []urdf.Link{{Joint: "a", Parent: -1, Turn: rotation.Identity, Axis: [3]float64{0, 0, 1}, Mass: 1}}}
	l, err := newLaw(tree, append(append([]string{}, basic...), memoryTerm))
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{1}, []float64{1}), nil)
	m := &Model{fit: f}
	c := f.constants[f.of(0, 0):][:perJoint]
	c[viscous], c[coulomb], c[root], c[load], c[loadRoot], c[stribeck], c[loadStribeck], c[logSlow], c[offset], c[delay] = -1, 2, 3, 4, 5, 6, 7, math.Log(8), 9, 10
	c[logDisplacement], c[logCreep] = math.Log(11), math.Log(12)
	own := m.Frictions()[0]
	require.Equal(t, []float64{0, 2}, []float64{own.Damping, own.Coulomb})
	allclose.Within(t, []float64{-1, 3, 0, 4, 5, 6, 7, 8}, own.Law[:], 1e-12)
	allclose.Within(t, []float64{11, 12}, own.Memory[:], 1e-12)
	require.Equal(t, system.FrictionColumns, len(own.Law))
	require.Equal(t, [][]float64{{9}, {10}}, [][]float64{m.Offsets(), m.Delays()})
	require.True(t, m.Has(memoryTerm))
	c[viscous], c[coulomb] = 1, -2
	own = m.Frictions()[0]
	require.Equal(t, []float64{1, 0, 0, -2}, []float64{own.Damping, own.Coulomb, own.Law[0], own.Law[2]})
}

// TestBases: of a direction that the recordings do not determine the constant of the lowest rank is fixed, and the others are
// determined with it; a combination is left out if its second term is below its error.
func TestBases(t *testing.T) {
	tree := &rigid.Tree{Links: []urdf.Link{{Joint: "a", Links: []string{"arm"}, Parent: -1, Turn: rotation.Identity, Axis: [3]float64{0, 0, 1}, Mass: 1}}}
	l, err := newLaw(tree, basic)
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{1}, []float64{1}), nil)
	n := len(f.free)
	f.constants[0], f.constants[4], f.constants[5] = 3, 5, 7
	direction, before := make([]float64, n), make([]float64, n)
	for i := range before {
		before[i] = 1
	}
	before[0], before[4], before[5] = 2, 4, 0.01
	direction[0], direction[4], direction[5] = 0.6, -0.6, 0.3
	covariance := mat.NewSymDense(n, nil)
	along := mat.NewVecDense(n, nil)
	for i := range n {
		along.SetVec(i, direction[i]*before[i])
		covariance.SetSym(i, i, 1e-6)
	}
	covariance.SetSym(5, 5, 1e-4)
	covariance.SymRankOne(covariance, 100, along)
	combinations, undetermined := f.bases(&uncertainty{covariance: covariance, before: before, undetermined: [][]float64{direction}, off: 3})
	require.Len(t, undetermined, 1)
	require.Equal(t, []any{"arm", "mass", true}, []any{undetermined[0].Of, undetermined[0].Name, undetermined[0].Combined})
	require.Len(t, combinations, 1)
	sum := combinations[0]
	require.Equal(t, "Ixx of arm + 2 * mass of arm", sum.Words)
	require.InDelta(t, 5+2*3, sum.Value, 1e-9)
	require.InDelta(t, math.Sqrt(1e-6*(1+4)), sum.Error, 1e-9)
	require.InDelta(t, 3*sum.Error, sum.Most, 1e-9)
	require.Equal(t, []Term{{Of: "arm", Name: "Ixx", Factor: 1}, {Of: "arm", Name: "mass", Factor: 2, spread: 4}}, sum.Terms)
}

// TestJointsOfModels: each joint has the constants of its own link and its own rotor, and the names of what is not determined;
// without motions there is no friction.
func TestJointsOfModels(t *testing.T) {
	link := urdf.Link{Parent: -1, Turn: rotation.Identity, Axis: [3]float64{0, 0, 1}, Mass: 1}
	first, second := link, link
	first.Joint, first.Links, second.Joint, second.Links, second.Parent = "a", []string{"arm"}, "b", []string{"hand"}, 0
	l, err := newLaw(&rigid.Tree{Links: []urdf.Link{first, second}}, basic)
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{1, 1}, []float64{1, 1}), nil)
	for c := range f.constants {
		f.constants[c] = float64(c)
	}
	m := &Model{fit: f}
	for c := range 2 * rigid.Constants {
		m.Constants = append(m.Constants, Constant{Of: []string{"arm", "hand"}[c/rigid.Constants], Name: rigid.Names[c%rigid.Constants], Determined: c != 12})
	}
	m.Constants = append(m.Constants, Constant{Of: "a", Name: "rotor inertia"}, Constant{Of: "b", Name: "rotor inertia", Rough: true})
	joints := m.Joints()
	require.Len(t, joints, 2)
	for b, j := range joints {
		require.Equal(t, float64(10*b), j.Inertial[0])
		require.Equal(t, float64(10*b+9), j.Inertial[9])
		require.Equal(t, float64(f.of(b, rotor)), j.Rotor)
		require.Equal(t, [2]float64{}, [2]float64{j.Damping, j.Friction})
	}
	require.Equal(t, []string{rigid.Names[2]}, joints[1].OfLink)
	require.Empty(t, joints[0].OfLink)
	require.Equal(t, []string{"rotor inertia"}, joints[0].OfJoint)
	require.Empty(t, joints[1].OfJoint, "a rough constant is determined")
}
