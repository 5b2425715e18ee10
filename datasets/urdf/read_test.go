package urdf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"gmnc/internal/fields"
	"gmnc/internal/test/allclose"
	"gmnc/sim"
)

// bent is an arm of two links whose elbow is turned by an attribute.
func bent(robot, turn string) string {
	return `<robot ` + robot + `>` + massive("a", 1) + massive("b", 1) + massive("c", 1) +
		tied("a", "b", `xyz="0 0 1" `+turn) + tied("b", "c", `xyz="0 0 1"`) + `</robot>`
}

func TestQuaternions(t *testing.T) {
	robot, err := parseText(bent(`version="1.1"`, `quat_xyzw="0 0.70710678 0 0.70710678"`))
	require.NoError(t, err)
	allclose.Within(t, []float64{1, 0, 1}, robot.Particles[2].Position[:], rounding)
	for want, text := range map[string]string{
		`x.urdf:1: the <origin> of joint a-b has quat_xyzw, which files before version 1.1 do not have: write <robot version="1.1">, or rpy`:                    bent("", `quat_xyzw="0 0 0 1"`),
		`x.urdf:1: the <origin> of joint a-b has rpy and quat_xyzw: expected one of them`:                                                                       bent(`version="1.1"`, `rpy="0 0 0" quat_xyzw="0 0 0 1"`),
		`x.urdf:1: quat_xyzw of joint a-b has the norm 2, expected 1`:                                                                                           bent(`version="1.1"`, `quat_xyzw="0 0 0 2"`),
		`x.urdf:1: <origin> has the attribute "quat_wxyz", which is not known here: expected xyz, rpy, quat_xyzw`:                                               bent(`version="1.1"`, `quat_wxyz="1 0 0 0"`),
		`x.urdf:1: <origin> has the attribute rpy twice`:                                                                                                        bent("", `rpy="0 0 0" rpy="0 1 0"`),
		`x.urdf:1: "" of "damping" is not a finite number`:                                                                                                      strings.Replace(bent("", ""), "<robot >", `<robot><joint name="j" type="fixed"><dynamics damping=""/></joint>`, 1),
		`x.urdf:1: "absent" of "damping" is not a finite number`:                                                                                                strings.Replace(bent("", ""), "<robot >", `<robot><joint name="j" type="fixed"><dynamics damping="absent"/></joint>`, 1),
		`x.urdf:1: has the text "junk" outside of <robot>: expected one <robot> and nothing else`:                                                               bent("", "") + " junk\n",
		`x.urdf:1: has a second element <robot> beside its <robot>: expected one <robot> and nothing else`:                                                      bent("", "") + bent("", ""),
		`x.urdf:1: "1_000" of "mass" is not a finite number`:                                                                                                    `<robot><link name="a"><inertial><mass value="1_000"/></inertial></link></robot>`,
		`x.urdf:1: "1.0D-03" of "mass" has Fortran's exponent, which readers of this format do not know: write E in the place of D`:                             `<robot><link name="a"><inertial><mass value="1.0D-03"/></inertial></link></robot>`,
		`x.urdf:1: ixx of link a is -0.002, expected 0 or more: moments of inertia have no sign; turn it, or export the inertia about the center of mass again`: `<robot><link name="a"><inertial><mass value="1"/><inertia ixx="-2e-3" iyy="1" izz="1"/></inertial></link></robot>`,
		`x.urdf:1: iyy of link a is -0.1, expected 0 or more: moments of inertia have no sign; turn it, or export the inertia about the center of mass again`:   `<robot><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="-0.1" izz="1"/></inertial></link></robot>`,
		`x.urdf:1: izz of link a is -3, expected 0 or more: moments of inertia have no sign; turn it, or export the inertia about the center of mass again`:     `<robot><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="0.1" izz="-3"/></inertial></link></robot>`,
		`x.urdf:1: "0x1p2" of "rpy" is not a finite number`:                                                                                                     bent("", `rpy="0x1p2 0 0"`),
		`x.urdf:1: the version of the robot is "0x1", expected a number such as 1.0`:                                                                            bent(`version="0x1"`, ""),
		`x.urdf:1: the version of the robot is "one", expected a number such as 1.0`:                                                                            bent(`version="one"`, ""),
	} {
		_, err := parseText(text)
		require.EqualError(t, err, want)
	}
}

// TestRoundedMoments: a moment that is 0 but for rounding is read.
func TestRoundedMoments(t *testing.T) {
	_, err := parseText(strings.ReplaceAll(bent("", ""), "<mass", `<inertia ixx="-5e-4" iyy="1" izz="1"/><mass`))
	require.NoError(t, err)
	_, err = parseText(strings.ReplaceAll(bent("", ""), "<mass", `<inertia ixx="-2e-3" iyy="1" izz="1"/><mass`))
	require.ErrorContains(t, err, "ixx of link a is -0.002, expected 0 or more")
}

func TestEncodings(t *testing.T) {
	const body = "<robot name=\"röbot\">\n"
	two := massive("a", 1) + massive("b", 1) + tied("a", "b", `xyz="1 0 0"`) + "</robot>"
	latin, err := charmap.ISO8859_1.NewEncoder().String(`<?xml version="1.0" encoding="latin1"?>` + body + two)
	require.NoError(t, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(`<?xml version="1.0" encoding="UTF-16"?>` + body + two)
	require.NoError(t, err)
	for name, text := range map[string]string{
		"none":             body + two,
		"byte order mark":  "\ufeff" + body + two,
		"latin-1":          latin,
		"utf-16":           wide,
		"utf-16, unmarked": wide[2:],
		"utf8":             `<?xml version="1.0" encoding="utf8"?>` + body + two,
		"version 0.0":      `<?xml version="0.0"?>` + body + two,
		"version 1.1":      `<?xml version='1.1' encoding='UTF-8' standalone="yes"?>` + body + two,
	} {
		robot, err := parseText(text)
		require.NoError(t, err, name)
		require.Equal(t, "röbot", robot.Name, name)
	}
	robot, err := parseText(`<?xml version="1.0" encoding="us-ascii"?>` + strings.Replace(body, "ö", "o", 1) + two)
	require.NoError(t, err)
	require.Equal(t, "robot", robot.Name)
	_, err = parseText("<?xml version=\"1.0\"\nencoding=\"klingon\"?>" + body)
	require.EqualError(t, err, `x.urdf:1: the encoding "klingon" is not known here: save the file as UTF-8 with encoding="UTF-8"`)
	_, err = parseText("<robot>\n<!-- r\xf6bot --><link name=\"r\xf6bot\"/>" + two)
	require.EqualError(t, err, `x.urdf:2: is no UTF-8: name the encoding in the first line, such as <?xml version="1.0" encoding="ISO-8859-1"?>`)
	_, err = parseText("<?xml version=\"1.0\"\n?>" + body + "<link/>")
	require.EqualError(t, err, "x.urdf:3: <link> has no name", "lines of the declaration count")
}

// TestWordsThatAreNotRead are refused where others read them, and else said.
func TestWordsThatAreNotRead(t *testing.T) {
	two := massive("a", 1) + massive("b", 1) + tied("a", "b", `xyz="1 0 0"`)
	for want, text := range map[string]string{
		`x.urdf:1: <Link> is no element of URDF: expected <link>`:                                                                                       `<robot><Link name="c"/></robot>`,
		`x.urdf:1: <mass> is within <link>, where readers of URDF pass over it: expected it within <link> and <inertial>`:                               `<robot><link name="c"><mass value="1"/></link></robot>`,
		`x.urdf:1: <joint> is of the namespace "http://drake.mit.edu", which is not known here: expected URDF's own`:                                    `<robot xmlns:drake="http://drake.mit.edu"><drake:joint name="x"/></robot>`,
		`x.urdf:1: <loop_joint> closes a loop: expected a tree`:                                                                                         `<robot><loop_joint/></robot>`,
		`x.urdf:1: the <inertial> of link a has no <mass>: write it, or leave <inertial> out for none`:                                                  `<robot><link name="a"><inertial><origin xyz="0 0 1"/></inertial></link></robot>`,
		`x.urdf:1: <mass> has the attribute "unit", which is not known here: expected value`:                                                            `<robot><link name="a"><inertial><mass value="1" unit="g"/></inertial></link></robot>`,
		`x.urdf:1: the <axis> of the joint a is turned by rpy, which no reader of URDF does: give its direction as xyz, and rpy as 0 0 0 or not at all`: `<robot><joint name="a" type="fixed"><axis rpy="0 0 1" xyz="0 1 0"/></joint></robot>`,
		`x.urdf:1: <dynamics> has the attribute "Damping", which is not known here: expected damping, friction`:                                         `<robot><joint name="a" type="fixed"><dynamics Damping="1"/></joint></robot>`,
		`x.urdf:1: <mujoco> is a model of MuJoCo and no URDF: gmnc.data.write_mujoco in Python makes data sets of its recordings`:                       `<mujoco model="arm"/>`,
	} {
		if text != "" {
			_, err := parseText(text)
			require.EqualError(t, err, want)
		}
	}
	_, notes, err := parse("x.urdf", strings.NewReader(`<robot xmlns="urdf"><gazebo><link><mass/></link></gazebo><gazebo/>`+
		`<link name="c" type="x"><visual/></link>`+tied("b", "c", "")+two+`</robot>`), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"the robot stands on its first link, a; simulations of particles let it float", "not read: gazebo (2), link@type (1), visual (1)"}, notes)
	_, notes, err = readSlider(Options{Hold: []string{"slide"}}, `<limit`, `<dynamics damping="1" D="1" mu_viscous="16"/><limit`)
	require.NoError(t, err)
	require.Contains(t, notes, "not read: dynamics@D (1), dynamics@mu_viscous (1)")
}

// slider is a hand that slides along y on an arm, and a finger that follows it.
const slider = `<robot><link name="base"><inertial><mass value="1"/></inertial></link>
<link name="hand"><inertial><mass value="2"/></inertial></link>
<link name="finger"><inertial><mass value="3"/></inertial></link>
<joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 2 0"/><limit lower="0" upper="1"/></joint>
<joint name="tilt" type="revolute"><parent link="hand"/><child link="finger"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><mimic joint="slide" multiplier="2" offset="0.1"/></joint></robot>`

func readSlider(o Options, edits ...string) (sim.Robot, []string, error) {
	return parse("x.urdf", strings.NewReader(strings.NewReplacer(edits...).Replace(slider)), o)
}

func TestHeldJoints(t *testing.T) {
	robot, _, err := readSlider(Options{Hold: []string{"slide"}, Pose: map[string]float64{"slide": 0.5}})
	require.NoError(t, err)
	require.Len(t, robot.Particles, 2)
	allclose.Within(t, []float64{2, 0.5, 0}, robot.Particles[1].Position[:], rounding)

	for want, o := range map[string]Options{
		"x.urdf:4: the joint slide is prismatic: bars keep their lengths, so only joints that turn are simulated (revolute, continuous) or fixed ones; hold where they are all that slide with --hold slide": {},
		`x.urdf: --hold has "lift", which is no joint of the robot: it has slide, tilt`:                                                                                                                      {Hold: []string{"lift"}},
		`x.urdf: --pose has "lift", which is no joint of the robot: it has slide, tilt`:                                                                                                                      {Pose: map[string]float64{"lift": 1}},
		`x.urdf: --pose has "arm", which is no joint of the robot: it has slide, tilt`:                                                                                                                       {Pose: map[string]float64{"lift": 1, "tip": 1, "arm": 1}},
		"x.urdf:5: the joint tilt follows the joint slide: give the place of that one in --pose":                                                                                                             {Pose: map[string]float64{"tilt": 1}},
	} {
		_, _, err := readSlider(o)
		require.Equal(t, want, fields.Translate(err, func(name string) string { return "--" + name }))
	}
	held := Options{Hold: []string{"slide"}}
	_, _, err = readSlider(held, `joint="slide" mul`, `joint="tilt" mul`)
	require.EqualError(t, err, `x.urdf:5: the joint "tilt" follows itself`)
	_, notes, err := readSlider(held, `joint="slide" mul`, `joint="slid" mul`, `lower="0"`, `lower="0.5"`)
	require.NoError(t, err)
	require.Contains(t, notes, "without the joint that they follow: tilt")
	require.Contains(t, notes, "outside of their limits in the pose: slide (0.5 to 1)")
	held.Pose = map[string]float64{"slide": 1}
	_, _, err = readSlider(held, "0 2 0", "0 0 0")
	require.EqualError(t, err, `x.urdf:4: the axis of the joint "slide" has no length`)
	_, _, err = readSlider(held, "prismatic", "floating")
	require.EqualError(t, err, "x.urdf:4: the joint slide is floating and has no place that is one number: leave it out of pose")
}

// TestFloatingRoots: a joint that floats in the world says that the robot does.
func TestFloatingRoots(t *testing.T) {
	text := `<robot><link name="world"/><joint name="free" type="floating"><parent link="world"/><child link="a"/></joint>` +
		massive("a", 1) + massive("b", 1) + tied("a", "b", `xyz="1 0 0"`) + `</robot>`
	robot, notes, err := parse("x.urdf", strings.NewReader(text), Options{})
	require.NoError(t, err)
	require.Len(t, robot.Particles, 2)
	require.Equal(t, []string{"the joint free floats: the robot begins at the link a"}, notes)
	_, notes, err = parse("x.urdf", strings.NewReader(text), Options{Hold: []string{"free"}})
	require.NoError(t, err)
	require.Equal(t, []string{"the robot stands on its first link, world; simulations of particles let it float"}, notes)
}

// TestFoldedPoses: an arm whose hand lies on its shoulder when all joints are
// at 0 is read in another pose.
func TestFoldedPoses(t *testing.T) {
	folded := func(axis string, o Options) (sim.Robot, error) {
		text := strings.Replace(`<robot>`+massive("a", 1)+massive("upper", 1)+massive("fore", 1)+massive("hand", 1)+tied("a", "upper", `xyz="0 0 1"`)+
			tied("upper", "fore", `xyz="1 0 0" rpy="0 0 3.141592653589793"/><axis xyz="AXIS"`)+tied("fore", "hand", `xyz="1 0 0"`)+`</robot>`, "AXIS", axis, 1)
		robot, _, err := parse("x.urdf", strings.NewReader(text), o)
		return robot, err
	}
	_, err := folded("0 1 0", Options{})
	require.EqualError(t, err, `x.urdf:1: "hand" is at the place of "upper" in this pose: turn a joint between them, such as with pose upper-fore=0.5 (radians)`)
	robot, err := folded("0 1 0", Options{Pose: map[string]float64{"upper-fore": 3.141592653589793 / 2}})
	require.NoError(t, err)
	allclose.Within(t, []float64{1, 0, 0}, robot.Particles[3].Position[:], rounding)
	_, err = folded("1 0 0", Options{})
	require.ErrorContains(t, err, "no joint between them takes them apart, so fix one there with hold, such as hold upper-fore")
	robot, err = folded("1 0 0", Options{Hold: []string{"upper-fore"}})
	require.NoError(t, err)
	require.InDelta(t, 4, robot.Mass(), rounding)
}

// TestMillimeters: a robot as long as a ship is told.
func TestMillimeters(t *testing.T) {
	_, notes, err := parse("x.urdf", strings.NewReader(`<robot>`+massive("a", 1)+massive("b", 1)+tied("a", "b", `xyz="300 0 0"`)+`</robot>`), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"the robot stands on its first link, a; simulations of particles let it float", "the bar from a to b is 300 m long: lengths of URDF are meters, and these may be millimeters"}, notes)
}
