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

// judged is a model of two joints, whose unseen torque is 5 and 10, and what it leaves.
func judged(left ...float64) *Model {
	return &Model{Train: Errors{Joints: []string{"a", "b"}, Error: []float64{1, 2}, Fitted: left, Size: []float64{100, 200},
		Passed: []float64{3, 6}, Filtered: []float64{0, 0}, Trembling: []float64{4, 8}, Noise: []float64{1, 1}}}
}

// TestFits: a residual of up to 1.5 times what noise and the filter leave fits; the first suspect is the one with the largest
// share.
func TestFits(t *testing.T) {
	const none = " The residuals depend on nothing that was tried: angle, rate, load, time, direction, delay."
	on := []Dependence{{"a", "the rate", 0.1}, {"b", "a constant", 0.42}, {"a", "time", 0.2}}
	const suspect = " The first suspect, with 42 % of the residual at b, is a constant."
	for _, c := range []struct {
		a, b    float64
		depends []Dependence
		want    string
		errs    bool
	}{
		{7.5, 5, nil, "The law fits the training log: at every joint, the residual of the smoothed torque is at most 1.5 times what noise and the filter explain.", false},
		{2, 13, on, "The law fits the training log in part: at every joint, the residual of the smoothed torque is at most 1.3 times what noise and the filter explain." + suspect, true},
		{7.6, 5, nil, "The law does not fit the training log: the residual of the smoothed torque is larger than noise and the filter explain, by a factor of 1.5 at a." + none, true},
		{10, 30, on, "The law does not fit the training log: the residual of the smoothed torque is larger than noise and the filter explain, by a factor of 2 at a, 3 at b." + suspect, true},
	} {
		m := judged(c.a, c.b)
		m.Depends = c.depends
		require.Equal(t, c.want, m.Verdict())
		require.Equal(t, c.errs, m.Errs() != "")
	}
}

// TestUntriedText: recordings of which nothing is held out are shorter than two parts.
func TestUntriedText(t *testing.T) {
	require.Empty(t, new(Model).Untried())
	require.Contains(t, (&Model{untried: true}).Untried(), "because the recordings last 8 s or less together")
}

// TestHeldOutParts: each third part of four seconds is held out.
func TestHeldOutParts(t *testing.T) {
	for seconds, want := range map[float64]bool{0: false, 7.9: false, 8: true, 11.9: true, 12: false, 19.9: false, 20: true} {
		require.Equal(t, want, heldOut(seconds), "%g", seconds)
	}
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
