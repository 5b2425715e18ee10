package urdf

import (
	"encoding/xml"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/sim"
	"gmnc/sim/mechanism"
)

// TestBeyondLimits: a joint is outside of its limits by more than a millionth, unless it turns without end or has none.
func TestBeyondLimits(t *testing.T) {
	for _, c := range []struct {
		kind                   string
		lower, upper, position float64
		beyond                 bool
	}{
		{"revolute", -1, 2, -1 - 0.95e-6, false}, {"revolute", -1, 2, -1 - 1.05e-6, true},
		{"revolute", -1, 2, 2 + 0.95e-6, false}, {"prismatic", -1, 2, 2 + 1.05e-6, true},
		{"continuous", -1, 2, 9, false}, {"revolute", 0, 0, 9, false}, {"revolute", 1, 1, 9, false},
	} {
		p := &parser{joints: []joint{{name: "j", kind: c.kind, lower: c.lower, upper: c.upper}}}
		names := p.beyondLimits([]float64{c.position})
		require.Equal(t, c.beyond, len(names) == 1, "%+v", c)
		if c.beyond {
			require.Equal(t, "j (-1 to 2)", names[0])
		}
	}
}

// TestRangesOfLimits: joints move from their pose to their limits. Those a whole turn apart and those that are none are noted.
func TestRangesOfLimits(t *testing.T) {
	p := &parser{joints: []joint{
		{name: "turns", kind: "revolute", lower: -1, upper: 2}, {name: "slides", kind: "prismatic", lower: 0, upper: 9},
		{name: "whole", kind: "revolute", lower: -math.Pi, upper: math.Pi}, {name: "nearly", kind: "revolute", lower: -3.1, upper: 3.1},
		{name: "none", kind: "revolute"}, {name: "equal", kind: "prismatic", lower: 1, upper: 1}, {name: "free", kind: "continuous", lower: -1, upper: 1}, {name: "held", kind: "fixed"},
	}}
	notes := p.limitRanges([]float64{0.5, 1, 0, 0, 0, 0, 0, 0})
	require.Equal(t, []string{"with limits a whole turn apart, which stop nothing: whole", "without a lower limit below an upper one, and not stopped: none, equal"}, notes)
	var travels [][2]float64
	for _, j := range p.joints {
		travels = append(travels, j.travel)
	}
	require.Equal(t, [][2]float64{{-1.5, 1.5}, {-1, 8}, {}, {-3.1, 3.1}, {}, {}, {}, {}}, travels)
	require.Nil(t, new(parser).limitRanges(nil))
	require.NoError(t, checkLimits(&mechanism.Mechanism{Bodies: []mechanism.Body{{}, {Joint: mechanism.Joint{Stop: mechanism.Stop{Upper: 1}}}}}))
	require.EqualError(t, checkLimits(&mechanism.Mechanism{Bodies: []mechanism.Body{{}}}), "limits: no joint that moves has a lower limit below an upper one, less than a whole turn apart: leave limits out")
}

// TestTurnsByQuaternions: a quaternion has the norm 1 up to a thousandth, and is scaled to it.
func TestTurnsByQuaternions(t *testing.T) {
	a := attributes{parser: &parser{owner: "link l"}, element: xml.StartElement{}}
	for norm, want := range map[float64]string{1.00095: "", 0.99905: "", 1.00105: "quat_xyzw of link l has the norm 1.00105, expected 1", 0.99895: "has the norm 0.99895"} {
		half := norm * math.Sqrt2 / 2
		turn, err := a.turn([4]float64{0, 0, half, half})
		if want != "" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		for i, row := range (rotation.Matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}) {
			for k, x := range row {
				require.InDelta(t, x, turn[i][k], 1e-12)
			}
		}
	}
	turn, err := a.turn([4]float64{0.5, 0.5, 0.5, 0.5})
	require.NoError(t, err)
	require.Equal(t, rotation.Matrix{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, turn)
}

// TestWholeTurns: an origin that is turned by more than a whole turn is noted.
func TestWholeTurns(t *testing.T) {
	for rpy, wound := range map[string][]string{"0 6.29 0": nil, "0 0 -6.31": {"link l"}, "6.31 0 0": {"link l"}} {
		a := attributes{parser: &parser{owner: "link l"}, element: xml.StartElement{Attr: []xml.Attr{{Name: xml.Name{Local: "rpy"}, Value: rpy}}}}
		_, err := a.frame()
		require.NoError(t, err)
		require.Equal(t, wound, a.parser.wound, rpy)
	}
}

// TestUnitsOfParts: lengths and inertias are in other units if they differ by a hundred, and one of them is above ten meters.
func TestUnitsOfParts(t *testing.T) {
	of := func(length, gyration float64) []string {
		parts := []part{{parent: -1, mass: 1}, {parent: 0, mass: 2, position: [3]float64{length, 0, 0}, moment: [3]float64{2 * length, 0, 0}}}
		parts[1].second[0][0], parts[1].second[1][1] = 2*length*length, 2*gyration*gyration
		return otherUnits(parts, 1)
	}
	for _, c := range []struct {
		length, gyration float64
		told             bool
	}{
		{9.9, 0.01, false}, {10.1, 0.01, true}, {11, 0.1, true}, {11, 0.12, false}, {0.1, 9.9, false}, {0.1, 10.1, true}, {0.12, 11, false}, {50, 0.9e-6, false},
	} {
		require.Equal(t, c.told, of(c.length, c.gyration) != nil, "%+v", c)
	}
	require.Equal(t, []string{"links are up to 10.1 m long, and by their inertias their masses are up to 0.01 m from centers: files are in m, kg and kg m^2"}, of(10.1, 0.01))
}

// TestHugeBars: a bar of more than fifty meters may be in millimeters.
func TestHugeBars(t *testing.T) {
	of := func(length float64) []string {
		return huge(sim.Robot{Particles: []sim.RobotParticle{{Name: "a", Parent: -1, Position: [3]float64{99, 0, 0}}, {Name: "b", Parent: 0, Position: [3]float64{99, 1, 0}}, {Name: "c", Parent: 1, Position: [3]float64{99, 1, length}}}})
	}
	require.Nil(t, of(50))
	require.Equal(t, []string{"the bar from b to c is 50.5 m long: lengths of URDF are meters, and these may be millimeters"}, of(50.5))
}

// TestRobotsWithLimits: stops push against the limits of a robot, and links with an inertia that no masses have are reported.
func TestRobotsWithLimits(t *testing.T) {
	text := func(ixx string) string {
		return `<robot name="r"><link name="world"/>
<link name="arm"><inertial><origin xyz="0.3 0 0"/><mass value="1.5"/><inertia ixx="` + ixx + `" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="world"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="0.5"/></joint></robot>`
	}
	robot, notes, err := ParseMechanism("r.urdf", strings.NewReader(text("0.01")), Options{Limits: true})
	require.NoError(t, err)
	require.Equal(t, [2]float64{-1, 0.5}, [2]float64{robot.Bodies[0].Stop.Lower, robot.Bodies[0].Stop.Upper})
	require.Positive(t, robot.Bodies[0].Stop.Inertia)
	require.NotContains(t, strings.Join(notes, "\n"), "no masses have")
	robot, notes, err = ParseMechanism("r.urdf", strings.NewReader(text("0.09")), Options{})
	require.NoError(t, err)
	require.Zero(t, robot.Bodies[0].Stop)
	require.Contains(t, strings.Join(notes, "\n"), "with an inertia that no masses have (a moment larger than the sum of the others), taken as the nearest that some have: arm")
}
