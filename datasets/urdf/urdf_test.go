package urdf

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/sim"
)

// rounding is the rounding of a few turns and products of numbers near 1.
const rounding = 1e-14

// TestArm: places and masses worked out by hand. The shoulder lays the arm
// along x.
func TestArm(t *testing.T) {
	robot, notes, err := Read(filepath.Join("testdata", "arm.urdf"), Options{})
	require.NoError(t, err)
	require.Equal(t, "arm", robot.Name)
	require.Equal(t, []string{
		"the robot stands on its first link, world; simulations of particles let it float",
		"1 of 8 links have their center of mass elsewhere than bars with masses at their ends can, farthest upper arm, by 0.05 m",
		"follow another joint in the file, and turn freely here: right",
		"not read: material (1), transmission (1), visual (1)",
	}, notes)
	// The base's center is at a height of 0.6, below the shoulder at 0.9: the
	// camera beside it has none of its mass.
	const beyond = 0.6 / 0.9
	requireParticles(t, []sim.RobotParticle{
		{Name: "world", Mass: 4 * (1 - beyond), Position: [3]float64{}, Parent: -1},
		{Name: "upper arm", Mass: 4*beyond + 1, Position: [3]float64{0, 0, 0.9}, Parent: 0},
		{Name: "lower arm", Mass: 1 + 0.8, Position: [3]float64{0.6, 0, 0.9}, Parent: 1},
		{Name: "wrist", Mass: 0.2 + 0.25, Position: [3]float64{1.1, 0, 0.9}, Parent: 2},
		{Name: "left finger", Mass: 0.125 + 0.05, Position: [3]float64{1.3, -0.05, 0.9}, Parent: 3},
		{Name: "right finger", Mass: 0.125 + 0.05, Position: [3]float64{1.3, 0.05, 0.9}, Parent: 3},
		{Name: "left finger (end)", Mass: 0.05, Position: [3]float64{1.4, -0.05, 0.9}, Parent: 4},
		{Name: "right finger (end)", Mass: 0.05, Position: [3]float64{1.4, 0.05, 0.9}, Parent: 5},
	}, robot)
	require.InDelta(t, 4+2+1+0.5+0.1+0.1, robot.Mass(), rounding)
}

func requireParticles(t *testing.T, want []sim.RobotParticle, robot sim.Robot) {
	t.Helper()
	require.Len(t, robot.Particles, len(want))
	for i, got := range robot.Particles {
		require.InDelta(t, want[i].Mass, got.Mass, rounding, want[i].Name)
		allclose.Within(t, want[i].Position[:], got.Position[:], rounding, want[i].Name)
		got.Mass, got.Position = want[i].Mass, want[i].Position
		require.Equal(t, want[i], got)
	}
}

// TestRollPitchYaw: about the fixed axes x, y and z, in this order.
func TestRollPitchYaw(t *testing.T) {
	const quarter = "1.5707963267948966"
	robot, err := parseText(`<robot>` + massive("a", 1) + massive("b", 1) + massive("c", 1) +
		tied("a", "b", `xyz="1 0 0" rpy="`+quarter+` 0 `+quarter+`"`) + tied("b", "c", `xyz="1 2 3"`) + `</robot>`)
	require.NoError(t, err)
	// By x: (1, -3, 2); then by z: (3, 1, 2).
	allclose.Within(t, []float64{1 + 3, 1, 2}, robot.Particles[2].Position[:], rounding)
	require.Equal(t, "robot", robot.Name, "of one without a name")
}

// massive is a link with its mass at its joint.
func massive(name string, mass float64) string {
	return fmt.Sprintf(`<link name="%s"><inertial><mass value="%g"/></inertial></link>`, name, mass)
}

// tied is a joint that turns.
func tied(parent, child, origin string) string {
	return fmt.Sprintf(`<joint name="%s-%s" type="revolute"><parent link="%[1]s"/><child link="%[2]s"/><origin %s/></joint>`, parent, child, origin)
}

func parseText(text string) (sim.Robot, error) {
	robot, _, err := parse("x.urdf", strings.NewReader(text), Options{})
	return robot, err
}

// TestMasslessLinks: outermost ones are left out, the root too.
func TestMasslessLinks(t *testing.T) {
	robot, err := parseText(`<robot><link name="world"/><link name="post"/>` + massive("a", 1) + massive("b", 2) + `<link name="tip"/>` +
		tied("world", "post", `xyz="0 0 1"`) + tied("post", "a", `xyz="0 0 1"`) + tied("a", "b", `xyz="1 0 0"`) + tied("b", "tip", `xyz="1 0 0"`) + `</robot>`)
	require.NoError(t, err)
	requireParticles(t, []sim.RobotParticle{
		{Name: "a", Mass: 1, Position: [3]float64{0, 0, 2}, Parent: -1},
		{Name: "b", Mass: 2, Position: [3]float64{1, 0, 2}, Parent: 0},
	}, robot)
}

// TestCenterBeyondTheEnd: all the mass is then at the end but for the little
// that a joint needs.
func TestCenterBeyondTheEnd(t *testing.T) {
	robot, notes, err := parse("x.urdf", strings.NewReader(`<robot>`+massive("a", 1)+`<link name="b"><inertial><origin xyz="3 0 0"/><mass value="2"/></inertial></link>`+massive("c", 4)+
		tied("a", "b", `xyz="1 0 0"`)+tied("b", "c", `xyz="1 0 0"`)+`</robot>`), Options{})
	require.NoError(t, err)
	require.InDelta(t, 2*atJoint, robot.Particles[1].Mass, rounding)
	require.InDelta(t, 4+2*(1-atJoint), robot.Particles[2].Mass, rounding)
	require.Equal(t, []string{"the robot stands on its first link, a; simulations of particles let it float", "1 of 3 links have their center of mass elsewhere than bars with masses at their ends can, farthest b, by 2.01 m"}, notes)
}

func TestBadFiles(t *testing.T) {
	two := massive("a", 1) + massive("b", 1)
	for want, text := range map[string]string{
		`x.urdf:1: there is no <robot> with links: the file is empty, or no URDF`:                                                      "",
		`x.urdf:2: is no XML: unexpected EOF`:                                                                                          "<robot>\n<link name=\"a\">",
		`x.urdf:2: is no XML: element <link> closed by </robot>`:                                                                       "<robot>\n<link name=\"a\"></robot>",
		`x.urdf:2: <sdf> is no URDF: expected <robot>`:                                                                                 "\n<sdf/>",
		`x.urdf:2: <xacro:macro> is no URDF yet: run xacro on the file first`:                                                          "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\">\n<xacro:macro/></robot>",
		`x.urdf:2: <link> has no name`:                                                                                                 "<robot>\n<link/></robot>",
		`x.urdf:3: there is a second link "a"`:                                                                                         "<robot>\n<link name=\"a\"/>\n<link name=\"a\"/></robot>",
		`x.urdf:2: link a has a second <inertial>`:                                                                                     "<robot><link name=\"a\"><inertial><mass value=\"1\"/></inertial>\n<inertial/></link></robot>",
		`x.urdf:2: <mass> has no value`:                                                                                                "<robot><link name=\"a\"><inertial>\n<mass/></inertial></link></robot>",
		`x.urdf:2: value of <mass> is "${m}", an expression of xacro: run xacro on the file first`:                                     "<robot><link name=\"a\"><inertial>\n<mass value=\"${m}\"/></inertial></link></robot>",
		`x.urdf:1: the mass of link a is -1, expected 0 or more`:                                                                       "<robot>" + massive("a", -1),
		`x.urdf:2: xyz of link a has 2 numbers, expected 3`:                                                                            "<robot><link name=\"a\"><inertial>\n<origin\nxyz=\"1 2\"/></inertial></link></robot>",
		`x.urdf:1: "1e99" of "xyz" is too large for float32`:                                                                           "<robot>" + two + tied("a", "b", `xyz="0 0 1e99"`),
		`x.urdf:2: the joint lift has the type "screw", expected one of fixed, revolute, continuous, prismatic, planar, floating`:      "<robot>\n<joint name=\"lift\" type=\"screw\">",
		`x.urdf:2: <joint> has no type`:                                                                                                "<robot>\n<joint name=\"lift\">",
		`x.urdf:2: the joint "j" has no <child>`:                                                                                       "<robot><link name=\"a\"/>\n<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint></robot>",
		`x.urdf:2: the joint "a-c" names the link "c", which is not there`:                                                             "<robot>" + two + "\n" + tied("a", "c", "") + "</robot>",
		`x.urdf:2: the joint "a-a" joins the link "a" to itself`:                                                                       "<robot>" + two + "\n" + tied("a", "a", "") + "</robot>",
		`x.urdf:3: the link "c" is the child of the joints "a-c" and "b-c": they close a loop, expected a tree: leave one of them out`: "<robot>" + two + massive("c", 1) + tied("a", "b", "") + "\n" + tied("a", "c", "") + "\n" + tied("b", "c", "") + "</robot>",
		`x.urdf:2: the joint "a-b" is in a closed loop, or behind one: expected a tree`:                                                "<robot>" + two + "\n" + tied("a", "b", "") + "\n" + tied("b", "a", "") + "</robot>",
		`x.urdf:2: no joint ties the link "b" to the others: "a" is the root already, expected one tree`:                               "<robot>" + massive("a", 1) + "\n" + massive("b", 1) + "</robot>",
		`x.urdf:2: the robot has no masses, or all at one joint: expected <inertial> with <mass> in two links or more`:                 "<robot>\n<link name=\"a\"/></robot>",
		`x.urdf:3: there is no mass at the joint of the link "b": give it, or the one before it, an <inertial> with a <mass> whose center is between the joints`: "<robot>" +
			massive("a", 1) + "\n\n<link name=\"b\"/>" + massive("c", 1) + tied("a", "b", `xyz="1 0 0"`) + tied("b", "c", `xyz="1 0 0"`) + "</robot>",
		`x.urdf:1: "c" is at the place of "a" in this pose: no joint between them takes them apart, so fix one there with hold, such as hold a-b`: "<robot>" +
			two + massive("c", 1) + tied("a", "b", `xyz="1 0 0"`) + tied("b", "c", `xyz="-1 0 0"`) + "</robot>",
	} {
		_, err := parseText(text)
		require.EqualError(t, err, want)
	}
	_, _, err := Read("absent.urdf", Options{})
	require.EqualError(t, err, "cannot read the robot: open absent.urdf: no such file or directory")
}

// FuzzRead: what is read is a robot whose mass is the mass of the links.
func FuzzRead(f *testing.F) {
	arm, err := os.ReadFile("testdata/arm.urdf")
	require.NoError(f, err)
	f.Add(string(arm))
	f.Add(`<robot>` + massive("a", 1) + massive("b", 1) + tied("a", "b", `xyz="1 0 0"`) + `</robot>`)
	f.Fuzz(func(t *testing.T, text string) {
		robot, err := parseText(text)
		if err != nil {
			require.Contains(t, err.Error(), "x.urdf:")
			return
		}
		p, err := read("x.urdf", strings.NewReader(text))
		require.NoError(t, err)
		var mass float64
		for _, link := range p.links {
			mass += link.mass
		}
		require.InEpsilon(t, mass, robot.Mass(), 1e-9)
	})
}
