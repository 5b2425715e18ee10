package urdf

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
)

// TestTurnOfQuaternion: the rotation of a quaternion is that about its axis by twice the angle.
func TestTurnOfQuaternion(t *testing.T) {
	axis, angle := [3]float64{2. / 7, 3. / 7, 6. / 7}, 0.8
	s, c := math.Sin(angle/2), math.Cos(angle/2)
	got, err := attributes{}.turn([4]float64{s * axis[0], s * axis[1], s * axis[2], c})
	require.NoError(t, err)
	want := rotation.By([3]float64{angle * axis[0], angle * axis[1], angle * axis[2]})
	for i := range 3 {
		allclose.Within(t, want[i][:], got[i][:], 1e-12)
	}
	got, err = attributes{}.turn([4]float64{0, 0, 0, 1.0009})
	require.NoError(t, err)
	require.Equal(t, rotation.Identity, got)
}

// TestLinkIn: mass is about the joint, in the link's own frame, and the origin in that of the part before.
func TestLinkIn(t *testing.T) {
	quarter := rotation.About(2, math.Pi/2)
	before := part{position: [3]float64{1, 0, 0}, turn: quarter}
	p := part{position: [3]float64{1, 2, 3}, turn: quarter, axis: [3]float64{0, 2, 0}, mass: 2, moment: [3]float64{2, 10, 8}, parent: 3, joint: "j", links: []string{"l"}}
	at := [3]float64{1, 5, 4} // all of the mass
	for i := range 3 {
		for k := range 3 {
			p.second[i][k] = 2 * at[i] * at[k]
		}
	}
	l := p.linkIn(before)
	require.Equal(t, 2, l.Parent)
	allclose.Within(t, []float64{2, 0, 3}, l.Origin[:], 1e-12) // y is x, turned
	allclose.Within(t, []float64{1, 0, 0}, l.Axis[:], 1e-12)
	allclose.Within(t, []float64{6, 0, 2}, l.Moment[:], 1e-12)
	for i, row := range [][]float64{{18, 0, 6}, {0, 0, 0}, {6, 0, 2}} {
		allclose.Within(t, row, l.Second[i][:], 1e-12)
		allclose.Within(t, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}[3*i:3*i+3], l.Turn[i][:], 1e-12)
	}
}

// TestMovedFrames: a joint that slides or turns does so by its coordinate along the axis, of any length.
func TestMovedFrames(t *testing.T) {
	p := new(parser)
	j := joint{name: "j", kind: "prismatic", axis: [3]float64{2, 3, 6}, origin: frame{turn: rotation.Identity, position: [3]float64{1, 1, 1}}}
	moved, err := p.moved(j, 7)
	require.NoError(t, err)
	allclose.Within(t, []float64{3, 4, 7}, moved.position[:], 1e-12)
	j.kind = "revolute"
	moved, err = p.moved(j, 0.7)
	require.NoError(t, err)
	require.Equal(t, j.origin.position, moved.position)
	want := rotation.By([3]float64{0.2, 0.3, 0.6})
	for i := range 3 {
		allclose.Within(t, want[i][:], moved.turn[i][:], 1e-12)
	}
	for _, still := range []joint{{kind: "fixed", origin: j.origin}, {kind: "revolute", origin: j.origin}} {
		position := 0.5
		if still.kind != "fixed" {
			position = 0
		}
		moved, err = p.moved(still, position)
		require.NoError(t, err)
		require.Equal(t, j.origin, moved)
	}
}

// TestKinds: a part turns, slides or floats as its joint, and a recorded one follows another.
func TestKinds(t *testing.T) {
	of := func(kind string, released *follows) mechanism.Joint {
		p := part{joint: "j", axis: [3]float64{1, 0, 0}, moves: joint{kind: kind, damping: 2, friction: 3, travel: [2]float64{-1, 4}, rotor: 5, released: released}}
		return p.kind()
	}
	turns, slides := of("revolute", nil), of("prismatic", &follows{joint: "led", multiplier: 2, offset: 3})
	require.Nil(t, turns.Follows)
	require.Equal(t, &mechanism.Follows{Joint: "led", Times: 2, Offset: 3}, slides.Follows)
	for _, j := range []mechanism.Joint{turns, slides} {
		require.Equal(t, [3]float64{2, 3, 5}, [3]float64{j.Damping, j.Friction, j.Rotor})
		require.Equal(t, [2]float64{-1, 4}, j.Range)
	}
	require.NotEqual(t, turns.Slides, slides.Slides)
	require.Equal(t, mechanism.Free(), of("floating", nil))
	require.Equal(t, mechanism.Free(), (&part{}).kind())
	parts := []part{{parent: -1}, {parent: 0}, {parent: 0}, {parent: 1}}
	require.Equal(t, 1, followers(parts, []bool{true, true, false, true}))
	require.Equal(t, 2, followers(parts, []bool{true, true, true, true}))
	require.Equal(t, 0, followers([]part{{parent: 0}}, []bool{true}))
}

// TestManyFollowers: three joints that are not simulated are named, and others counted.
func TestManyFollowers(t *testing.T) {
	p := &parser{}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		p.joints = append(p.joints, joint{name: name, kind: "planar", line: 7, axis: [3]float64{1, 0, 0}})
	}
	p.joints[0].kind = "fixed"
	const move = " is planar (two prismatic joints and a continuous one move as it does)"
	require.ErrorContains(t, p.checkMoving(), "the joint b"+move+", the joint c"+move+", the joint d"+move+", 1 more: only joints that turn, slide or float are simulated; hold others where they are with hold b,c,d,e")
	p.joints = p.joints[:4]
	require.ErrorContains(t, p.checkMoving(), "the joint d"+move+": only joints that turn")
	p.joints[1].fixed, p.joints[2].kind = true, "revolute"
	p.joints[3].kind, p.joints[3].follows = "revolute", &follows{joint: "c"}
	require.ErrorContains(t, p.checkMoving(), "the joint d follows the joint c: only joints that turn")
	p.joints[2].axis = [3]float64{}
	require.ErrorContains(t, p.checkMoving(), `the axis of the joint "c" has no length`)
	p.joints = []joint{{name: "f", kind: "floating", friction: 1}}
	require.ErrorContains(t, p.checkMoving(), `the joint "f" floats and has a damping or friction`)
	p.joints[0].friction = 0
	require.NoError(t, p.checkMoving())
}

// TestFirstLink: the robot begins with the link that is no child.
func TestFirstLink(t *testing.T) {
	p := &parser{links: []link{{name: "b"}, {name: "a"}}, joints: []joint{{child: end{link: "b"}}}}
	require.Equal(t, "a", p.first())
	p.joints = append(p.joints, joint{child: end{link: "a"}})
	require.Empty(t, p.first())
}

// TestSharesOfThree: shares are at least 0, of the joint a hundredth, and keep the center.
func TestSharesOfThree(t *testing.T) {
	positions := [][3]float64{{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}}
	for center, want := range map[float64][]float64{1: {0.01, 0.99, 0}, -1: {0.01, 0, 0.99}} {
		p := &part{mass: 1}
		p.second[0][0] = 1
		equations, right := p.equations(positions, [3]float64{center, 0, 0}, 1)
		allclose.Within(t, want, bounded(equations, right), 1e-3)
	}
	p := &part{mass: 1}
	p.second[0][0] = 0.5
	equations, right := p.equations(positions, [3]float64{0.1, 0, 0}, 1)
	shares := bounded(equations, right)
	allclose.Within(t, []float64{0.5, 0.3, 0.2}, shares, 1e-3)
	require.InDelta(t, 0.1, shares[1]-shares[2], 1e-9)
}
