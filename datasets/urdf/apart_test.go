package urdf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sim"
)

// TestParticlesApart: the message on two particles at one place names the joint that takes them apart most, unless one of them is left out.
func TestParticlesApart(t *testing.T) {
	at := func(name string, x, y float64, parent int) particle {
		return particle{sim.RobotParticle{Name: name, Position: [3]float64{x, y, 0}, Parent: parent}, 9}
	}
	parts := []part{
		{particle: 0}, {particle: 1, joint: "far", axis: [3]float64{0, 0, 1}}, {particle: 1, joint: "along", axis: [3]float64{1, 0, 0}},
		{particle: 2, joint: "near", axis: [3]float64{0, 0, 0.5}},
	}
	chain := []particle{at("base", 0, 0, -1), at("one", 2, 0, 0), at("two", 1, 0, 1), at("end", 0, 0, 2)}
	require.NoError(t, new(parser).apart(chain[:3], make([]bool, 3), parts))
	for _, left := range [][]bool{{true, false, false, false}, {false, false, false, true}} {
		require.NoError(t, new(parser).apart(chain, left, parts))
	}
	err := new(parser).apart(chain, []bool{false, true, true, false}, parts)
	require.ErrorContains(t, err, `"end" is at the place of "base" in this pose: turn a joint between them, such as with pose near=0.5 (radians)`)
	parts[3].axis = [3]float64{1, 0, 0}
	require.ErrorContains(t, new(parser).apart(chain, make([]bool, 4), parts), "such as with pose far=0.5 (radians)", "the nearest joint does not move it")
	parts[1].axis = [3]float64{2, 0, 0}
	require.ErrorContains(t, new(parser).apart(chain, make([]bool, 4), parts), "no joint between them takes them apart, so fix one there with hold, such as hold near")
}

// TestTurningJoints: of the joints at a particle the one counts that moves a point most, by more than rounding.
func TestTurningJoints(t *testing.T) {
	parts := []part{
		{particle: 4, joint: "slow", axis: [3]float64{0, 0, 0.1}}, {particle: 4, joint: "fast", axis: [3]float64{0, 0, 1}}, {particle: 4, joint: "equal", axis: [3]float64{0, 1, 0}},
		{particle: 5, joint: "other", axis: [3]float64{0, 0, 9}}, {particle: 4, axis: [3]float64{0, 0, 9}},
	}
	require.Equal(t, "fast", turning(parts, 4, [3]float64{1, 0, 0}, [3]float64{3, 0, 0}))
	require.Equal(t, "other", turning(parts, 5, [3]float64{}, [3]float64{1, 0, 0}))
	require.Empty(t, turning(parts, 4, [3]float64{1, 0, 0}, [3]float64{1 + 0.95e-6, 0, 0}))
	require.Equal(t, "fast", turning(parts, 4, [3]float64{1, 0, 0}, [3]float64{1 + 1.05e-6, 0, 0}))
	require.Equal(t, "equal", between(parts[:4], 4))
	require.Empty(t, between(parts, 9))
}

// TestTrimmedParticles: outermost particles without mass are left out, from the ends of the branches and from the root.
func TestTrimmedParticles(t *testing.T) {
	of := func(masses []float64, parents ...int) []bool {
		var all []particle
		for i, parent := range parents {
			all = append(all, particle{sim.RobotParticle{Mass: masses[i], Parent: parent}, 0})
		}
		return trim(all)
	}
	for _, c := range []struct {
		masses  []float64
		parents []int
		left    []bool
	}{
		{[]float64{1, 1, 1}, []int{-1, 0, 1}, []bool{false, false, false}},
		{[]float64{1, 1, 0}, []int{-1, 0, 1}, []bool{false, false, true}},
		{[]float64{1, 0, 0}, []int{-1, 0, 1}, []bool{false, true, true}},
		{[]float64{0, 1, 1}, []int{-1, 0, 1}, []bool{true, false, false}},
		{[]float64{0, 0, 1, 1}, []int{-1, 0, 1, 2}, []bool{true, true, false, false}},
		{[]float64{1, 0, 1}, []int{-1, 0, 1}, []bool{false, false, false}},
		{[]float64{0, 1, 1}, []int{-1, 0, 0}, []bool{false, false, false}},
		{[]float64{0, 0, 1, 1}, []int{-1, 0, 0, 2}, []bool{true, true, false, false}},
		{[]float64{0, 0, 0, 1, 1}, []int{-1, 0, 0, 2, 2}, []bool{true, true, false, false, false}},
	} {
		require.Equal(t, c.left, of(c.masses, c.parents...), "%v %v", c.masses, c.parents)
	}
}

// TestLoosenedRoots: a root without mass is removed if its only joint floats and is not held.
func TestLoosenedRoots(t *testing.T) {
	for name, c := range map[string]struct {
		kind  string
		mass  float64
		hold  []string
		other end
		loose bool
	}{
		"floats":                {kind: "floating", loose: true},
		"turns":                 {kind: "revolute"},
		"with mass":             {kind: "floating", mass: 1},
		"held":                  {kind: "floating", hold: []string{"f"}},
		"holds another":         {kind: "floating", other: end{link: "base"}},
		"another farther along": {kind: "floating", other: end{link: "body"}, loose: true},
	} {
		p := &parser{
			links:  []link{{name: "base", mass: c.mass}, {name: "body"}, {name: "hand"}},
			number: map[string]int{"base": 0, "body": 1, "hand": 2},
			joints: []joint{{name: "f", kind: c.kind, parent: end{link: "base"}, child: end{link: "body"}}},
		}
		if c.other.link != "" {
			p.joints = append(p.joints, joint{name: "g", kind: "revolute", parent: c.other, child: end{link: "hand"}})
		}
		joints := len(p.joints)
		notes := p.loosen(Options{Hold: c.hold})
		if !c.loose {
			require.Nil(t, notes, name)
			require.Nil(t, p.loose, name)
			require.Len(t, p.links, 3, name)
			continue
		}
		require.Equal(t, []string{"the joint f floats: the robot begins at the link body"}, notes, name)
		require.Equal(t, "f", p.loose.name, name)
		require.Len(t, p.joints, joints-1, name)
		require.Equal(t, []string{"body", "hand"}, []string{p.links[0].name, p.links[1].name}, name)
		require.Equal(t, []int{0, 1}, []int{p.number["body"], p.number["hand"]}, name)
	}
}
