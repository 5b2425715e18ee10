package sysid

import (
	"math"
	"slices"
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

// TestNamesOfLinkAndJoint: of a link and a joint of one name, the link has the inertial constants alone.
func TestNamesOfLinkAndJoint(t *testing.T) {
	m := &Model{fit: &fit{law: &law{tree: &rigid.Tree{Links: make([]urdf.Link, 1)}}}}
	for c := range rigid.Constants {
		m.Constants = append(m.Constants, Constant{Of: "arm", Name: rigid.Names[c], Determined: c != 0 && c != 9})
	}
	m.Constants = append(m.Constants, Constant{Of: "arm", Name: "rotor inertia"}, Constant{Of: "other", Name: "offset"})
	ofLink, ofJoint := m.undetermined("arm", "arm")
	require.Equal(t, []string{rigid.Names[0], rigid.Names[9]}, ofLink)
	require.Equal(t, []string{"rotor inertia"}, ofJoint)
	ofLink, ofJoint = m.undetermined("hand", "wrist")
	require.Empty(t, append(ofLink, ofJoint...))
}

// TestConstantsOfTerms: each term frees its constants of each joint, and memory takes the place of the smoothing rate.
func TestConstantsOfTerms(t *testing.T) {
	tree := &rigid.Tree{Links: make([]urdf.Link, 2)}
	for name, want := range map[string][]int{
		"rotor": {rotor}, "viscous": {viscous}, "coulomb": {coulomb, logStill}, "memory": {logDisplacement, logCreep}, "root": {root},
		"load": {load, loadRoot}, "stribeck": {stribeck, loadStribeck, logSlow}, "offset": {offset}, "delay": {delay},
	} {
		l, err := newLaw(tree, []string{name})
		require.NoError(t, err)
		var all []int
		for j := range 2 {
			for _, c := range want {
				all = append(all, 2*rigid.Constants+j*perJoint+c)
			}
		}
		require.Equal(t, all, l.free, name)
		require.Equal(t, len(all)-1, l.index[all[len(all)-1]])
		require.Equal(t, -1, l.index[0])
		require.Len(t, l.index, 2*(rigid.Constants+perJoint))
	}
	l, err := newLaw(tree, []string{Inertia, "coulomb", memoryTerm})
	require.NoError(t, err)
	require.Len(t, l.free, 2*(rigid.Constants+1+2))
	require.Equal(t, 2*rigid.Constants-1, l.free[2*rigid.Constants-1])
	require.True(t, l.has[Inertia])
	require.Equal(t, []string{"inertia", "rotor", "viscous", "coulomb", "memory", "root", "load", "stribeck", "offset", "delay"}, TermNames())
	_, err = newLaw(tree, []string{"none"})
	require.ErrorContains(t, err, `there is no "none" to learn, expected some of [inertia rotor `)
}

// TestNamesOfJointConstants: each constant of a joint has a name and the units of a joint that turns and one that slides.
func TestNamesOfJointConstants(t *testing.T) {
	want := map[int][3]string{
		rotor: {"rotor inertia", "kg m^2", "kg"}, viscous: {"viscous friction", "N m s/rad", "N s/m"}, root: {"cube-root friction", "N m (s/rad)^1/3", "N (s/m)^1/3"},
		coulomb: {"Coulomb friction", "N m", "N"}, load: {"load friction", "1", "1"}, loadRoot: {"load friction, cube root", "(s/rad)^1/3", "(s/m)^1/3"},
		stribeck: {"Stribeck friction", "N m", "N"}, loadStribeck: {"load friction, Stribeck", "1", "1"}, offset: {"offset of the torque", "N m", "N"},
		delay: {"delay of the motion", "s", "s"}, logStill: {"smoothing rate of friction", "rad/s", "m/s"}, logDisplacement: {"presliding displacement", "rad", "m"},
		logCreep: {"decay of presliding friction", "1/s", "1/s"}, logSlow: {"rate of Stribeck friction", "rad/s", "m/s"},
	}
	require.Len(t, want, perJoint)
	for c, names := range jointNames {
		require.Equal(t, want[c], [3]string{names.name, names.unit, names.slidingUnit}, "%d", c)
	}
}

// TestUnitsOfConstants: the units of a link's constants, and the names and units of a joint's by its motion.
func TestUnitsOfConstants(t *testing.T) {
	for k, want := range map[int]string{0: "kg", 1: "kg m", 3: "kg m", 4: "kg m^2", 9: "kg m^2"} {
		require.Equal(t, want, linkUnit(k))
	}
	require.Equal(t, []string{"N m", "N"}, []string{loadUnit(false), loadUnit(true)})
}

// TestSlopesOfTorque: the derivatives of a torque by the constants of its link and of its joint are its differences; those by
// the logarithms follow the changes of friction.
func TestSlopesOfTorque(t *testing.T) {
	tree := &rigid.Tree{Links: []urdf.Link{{Joint: "a", Links: []string{"arm"}, Parent: -1, Turn: rotation.Identity, Axis: [3]float64{0, 0, 1}, Mass: 1}}}
	l, err := newLaw(tree, basic)
	require.NoError(t, err)
	m := &motion{rows: []int{0, 1}, rate: [][]float64{{0, 0.7}}, third: [][]float64{{0, 0.9}}, accelerates: [][]float64{{0, 1.3}},
		regressor: [][][]float64{nil, {{0.5, -0.2, 0.3, 1, 2, -1, 0.4, 0.1, 0.6, -0.7}}}}
	f := &friction{direction: []float64{0, 0.8}, byDisplacement: []float64{0, 0.25}, byCreep: []float64{0, -0.5}, fading: []float64{0, 0.4}, bySlow: []float64{0, 0.3},
		fadingByDisplacement: []float64{0, 0.15}, fadingByCreep: []float64{0, 0.35}}
	constants := make([]float64, rigid.Constants+perJoint)
	for c := range constants {
		constants[c] = 0.1 * float64(c+1)
	}
	gradient := make([]float64, len(constants))
	torque := l.torque(m, f, 0, 1, constants, gradient)
	require.Equal(t, torque, l.torque(m, f, 0, 1, constants, nil))
	for _, c := range append([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, l.of(0, rotor), l.of(0, viscous), l.of(0, root), l.of(0, coulomb), l.of(0, load), l.of(0, loadRoot), l.of(0, stribeck), l.of(0, loadStribeck), l.of(0, offset)) {
		const h = 1e-6
		moved := slices.Clone(constants)
		moved[c] += h
		require.InDelta(t, (l.torque(m, f, 0, 1, moved, nil)-torque)/h, gradient[c], 1e-6, "%d", c)
	}
	own, g := constants[l.of(0, 0):], gradient[l.of(0, 0):]
	size := math.Abs(l.rigidTorque(m, 0, 1, constants))
	plain, slow := own[coulomb]+size*own[load], own[stribeck]+size*own[loadStribeck]
	require.InDelta(t, slow*0.3, g[logSlow], 1e-12)
	require.InDelta(t, plain*0.25+slow*0.15, g[logDisplacement], 1e-12)
	require.Equal(t, g[logDisplacement], g[logStill])
	require.InDelta(t, plain*-0.5+slow*0.35, g[logCreep], 1e-12)
	f.fading = nil
	without := l.torque(m, f, 0, 1, constants, gradient)
	require.InDelta(t, torque-0.4*slow, without, 1e-12)
	require.InDelta(t, plain*0.25, g[logDisplacement], 1e-12)
}

// TestJointOfConstants: the constants of links come before those of joints, which have all of theirs one after the other.
func TestJointOfConstants(t *testing.T) {
	l, _ := twoJoints(t, "viscous")
	for _, c := range []struct {
		index, joint, constant int
		ok                     bool
	}{{l.of(0, 0) - 1, 0, 0, false}, {l.of(0, 0), 0, 0, true}, {l.of(0, delay), 0, delay, true}, {l.of(1, 0) - 1, 0, perJoint - 1, true}, {l.of(1, 0), 1, 0, true}} {
		joint, constant, ok := l.jointOf(c.index)
		require.Equal(t, c.ok, ok, "%d", c.index)
		if ok {
			require.Equal(t, []int{c.joint, c.constant}, []int{joint, constant})
		}
	}
}
