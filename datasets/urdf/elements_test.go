package urdf

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// jointed is a robot with one joint, which has these elements.
func jointed(elements string) string {
	return `<robot><link name="world"/>` + massive("arm", 1) +
		`<joint name="elbow" type="revolute"><parent link="world"/><child link="arm"/>` + elements + `</joint></robot>`
}

// TestElementsOfJoints: attributes that a joint leaves out are 0, and those that are no numbers are named.
func TestElementsOfJoints(t *testing.T) {
	for elements, want := range map[string]joint{
		"<limit/><dynamics/>":                                     {},
		`<limit lower="-1"/>`:                                     {lower: -1},
		`<limit upper="2"/><dynamics friction="5"/>`:              {upper: 2, friction: 5},
		`<limit velocity="3"/>`:                                   {fastest: 3},
		`<limit effort="4"/><dynamics damping="6" friction="0"/>`: {strongest: 4, damping: 6},
	} {
		p, err := read("x.urdf", strings.NewReader(jointed(elements)))
		require.NoError(t, err)
		j := p.joints[0]
		require.Equal(t, want, joint{lower: j.lower, upper: j.upper, fastest: j.fastest, strongest: j.strongest, damping: j.damping, friction: j.friction}, elements)
	}
	for elements, want := range map[string]string{
		`<limit lower="a"/>`:                    `x.urdf:1: "a" of "lower" is not a finite number`,
		`<limit upper="a"/>`:                    `x.urdf:1: "a" of "upper" is not a finite number`,
		`<limit velocity="a"/>`:                 `x.urdf:1: "a" of "velocity" is not a finite number`,
		`<limit effort="a"/>`:                   `x.urdf:1: "a" of "effort" is not a finite number`,
		`<dynamics damping="a"/>`:               `x.urdf:1: "a" of "damping" is not a finite number`,
		`<dynamics friction="a"/>`:              `x.urdf:1: "a" of "friction" is not a finite number`,
		`<dynamics damping="-1"/>`:              `x.urdf:1: the joint elbow has the damping -1 and the friction 0, expected 0 or more`,
		`<dynamics damping="1" friction="-2"/>`: `x.urdf:1: the joint elbow has the damping 1 and the friction -2, expected 0 or more`,
		`<mimic/>`:                              "joint",
		`<mimic joint="elbow" multiplier="a"/>`: `x.urdf:1: "a" of "multiplier" is not a finite number`,
		`<mimic joint="elbow" offset="a"/>`:     `x.urdf:1: "a" of "offset" is not a finite number`,
	} {
		_, err := parseText(jointed(elements))
		require.ErrorContains(t, err, want, elements)
	}
}

// TestMostLinks: a file has as many links as a system may have particles.
func TestMostLinks(t *testing.T) {
	for more, refused := range map[int]bool{0: false, 1: true} {
		text := new(strings.Builder)
		text.WriteString("<robot>")
		for i := range system.MaxParticles + more {
			fmt.Fprintf(text, `<link name="%d"/>`, i)
		}
		_, err := read("x.urdf", strings.NewReader(text.String()+"</robot>"))
		require.Equal(t, refused, err != nil)
		if refused {
			require.EqualError(t, err, fmt.Sprintf("x.urdf:1: there are more than %d links", system.MaxParticles))
		}
	}
}

// TestUnreadableFiles: a file that is not there, that has two roots or that is no XML is refused by each
// reader.
func TestUnreadableFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.urdf")
	_, _, err := ReadShapes(path, nil)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "cannot read the robot: ")
	_, _, err = Read(path, Options{})
	require.ErrorContains(t, err, "cannot read the robot: ")
	_, _, err = ReadLinks(path, Options{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, _, err = ReadMechanism(path, Options{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	roots := "<robot>" + massive("a", 1) + massive("b", 1) + "</robot>"
	const two = `x.urdf:1: no joint ties the link "b" to the others: "a" is the root already, expected one tree`
	_, _, err = parseShapes("x.urdf", roots, nil)
	require.EqualError(t, err, two)
	_, err = parseText(roots)
	require.EqualError(t, err, two)
	_, _, err = parseLinks("x.urdf", strings.NewReader(roots), Options{})
	require.EqualError(t, err, two)
	_, _, err = ParseMechanism("x.urdf", strings.NewReader(roots), Options{})
	require.EqualError(t, err, two)
	_, _, err = parseShapes("x.urdf", "<robot>", nil)
	require.ErrorContains(t, err, "x.urdf:1: is no XML: unexpected EOF")
	p := &parser{}
	p.Path = "x.urdf"
	_, err = p.visuals("<robot><link></robot>")
	require.ErrorContains(t, err, "x.urdf is no XML: ")
}

// TestLinksAfloat: links of a chain do not float.
func TestLinksAfloat(t *testing.T) {
	text := strings.Replace(jointed(""), "revolute", "floating", 1)
	_, _, err := parseLinks("x.urdf", strings.NewReader(text), Options{})
	require.ErrorContains(t, err, `the joint "elbow" floats, and a log gives one angle for each joint: hold it with hold elbow`)
	_, _, err = parseLinks("x.urdf", strings.NewReader(jointed("")), Options{})
	require.NoError(t, err)
}

// TestSizeOf: a robot is as large as its widest part, and of the size 1 if all masses are at the origin.
func TestSizeOf(t *testing.T) {
	require.Equal(t, 1., sizeOf([]part{{mass: 1}}))
	require.Equal(t, 1., sizeOf([]part{{second: [3][3]float64{{9, 0, 0}}}}), "without mass")
	require.Equal(t, 3., sizeOf([]part{{mass: 1, second: [3][3]float64{{4, 0, 0}}}, {mass: 2, second: [3][3]float64{{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}}}))
}
