package urdf

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// TestOtherUnits: lengths in mm, and inertias in g mm^2, are said.
func TestOtherUnits(t *testing.T) {
	for want, replacer := range map[string]*strings.Replacer{
		"links are up to 1e+03 m long, and by their inertias their masses are up to 0.":             strings.NewReplacer(`xyz="0 0 1"/>`, `xyz="0 0 1000"/>`, `"0.5 0 0"`, `"500 0 0"`, `"0 0 0.1"`, `"0 0 100"`),
		"links are up to 1 m long, and by their inertias their masses are up to 245 m from centers": strings.NewReplacer(`xx="0.0`, `xx="1000`, `yy="0.0`, `yy="1000`, `zz="0.0`, `zz="1000`),
	} {
		_, notes, err := ReadMechanism(writeURDF(t, replacer.Replace(onRails)), Options{})
		require.NoError(t, err)
		require.Contains(t, notes[len(notes)-1], want)
	}
}

// TestUnitsOfLargeRobots: a robot far from where the ground is, and one of points of mass, are in m.
func TestUnitsOfLargeRobots(t *testing.T) {
	far := strings.Replace(onRails, `<child link="cart"/><axis`, `<child link="cart"/><origin xyz="80 0 0"/><axis`, 1)
	require.NotEqual(t, onRails, far)
	points := regexp.MustCompile(`<inertia .*?/>`).ReplaceAllString(strings.Replace(onRails, `xyz="0.5 0 0"`, `xyz="50 0 0"`, 1), "")
	for _, text := range []string{far, points} {
		_, notes, err := ReadMechanism(writeURDF(t, text), Options{})
		require.NoError(t, err)
		require.NotContains(t, strings.Join(notes, "\n"), "files are in m, kg")
	}
}

// TestPointsOfMass: a link without inertia is a small ball, and is said.
func TestPointsOfMass(t *testing.T) {
	text := strings.Replace(onRails, `<inertia ixx="0.01" ixy="0" ixz="0.001" iyy="0.02" iyz="0" izz="0.025"/>`, "", 1)
	require.NotEqual(t, onRails, text)
	m, notes, err := ReadMechanism(writeURDF(t, text), Options{})
	require.NoError(t, err)
	require.Contains(t, notes, "with a mass and no inertia, taken as balls of a thousandth of the way from the joint: arm")
	text = strings.Replace(text, `<origin xyz="0 0 1"/>`, `<origin xyz="0 0 1" rpy="0 0 90"/>`, 1)
	_, notes, err = ReadMechanism(writeURDF(t, text), Options{})
	require.NoError(t, err)
	require.Contains(t, notes, "turned by more than a whole turn, though rpy is in radians: joint turn")
	require.Len(t, m.Bodies[1].Members, 6)
	for _, i := range m.Bodies[1].Members {
		require.InDelta(t, 0.5e-3, r3.Norm(r3.Sub(m.Rest[i], r3.Vec{X: 0.5, Z: 1})), 1e-12)
	}
}

// TestAnySize: a robot of nanometers has the bodies of one of meters, a point of mass at a
// joint, too.
func TestAnySize(t *testing.T) {
	const text = `<robot name="probe">
 <link name="world"/>
 <link name="beam"><inertial><origin xyz="%[1]g 0 0"/><mass value="2"/><inertia ixx="%[2]g" ixy="0" ixz="0" iyy="%[3]g" iyz="0" izz="%[4]g"/></inertial></link>
 <link name="tip"><inertial><mass value="1"/></inertial></link>
 <joint name="turn" type="continuous"><parent link="world"/><child link="beam"/><axis xyz="0 0 1"/></joint>
 <joint name="end" type="continuous"><parent link="beam"/><child link="tip"/><origin xyz="%[5]g 0 0"/></joint>
</robot>`
	robot := func(unit float64) *mechanism.Mechanism {
		square := unit * unit
		m, notes, err := ReadMechanism(writeURDF(t, fmt.Sprintf(text, 0.5*unit, 0.02*square, 0.03*square, 0.04*square, unit)), Options{})
		require.NoError(t, err)
		require.Len(t, notes, 1)
		require.Contains(t, notes[0], "no inertia, taken as balls of a thousandth of the way from the joint: tip")
		return m
	}
	meters, small := robot(1), robot(1e-9)
	require.Len(t, small.Rest, 12)
	for i, x := range meters.Rest {
		require.InDelta(t, 0, r3.Norm(r3.Sub(x, r3.Scale(1e9, small.Rest[i]))), 1e-12)
	}
}
