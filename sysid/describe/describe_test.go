package describe_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/internal/test/allclose"
	"gmnc/sysid/describe"
	"gmnc/sysid/rigid"
)

var update = flag.Bool("update", false, "renew testdata")

func crane(t *testing.T) (file []byte, joints []describe.Joint) {
	t.Helper()
	const path = "../rigid/testdata/crane.urdf"
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	links, _, err := urdf.ReadLinks(path, urdf.Options{})
	require.NoError(t, err)
	for i, l := range links {
		joints = append(joints, describe.Joint{Link: l, Inertial: rigid.Of(l), Damping: float64(i), Friction: 0.5, Rotor: 0.25})
	}
	return file, joints
}

// TestURDF: a robot that is written and read again has the constants that were found, and all
// else of its file.
func TestURDF(t *testing.T) {
	file, joints := crane(t)
	for i := range joints {
		for k := range joints[i].Inertial {
			joints[i].Inertial[k] *= 1 + 0.1*float64(i)
		}
	}
	file = bytes.Replace(file, []byte(`<link name="base"/>`), []byte(`<!-- kept --><link name="base"/>`), 1)
	made, err := describe.URDF(file, joints)
	require.NoError(t, err)
	require.Contains(t, string(made), "<!-- kept -->")
	path := filepath.Join(t.TempDir(), "made.urdf")
	require.NoError(t, os.WriteFile(path, made, 0o600))
	links, _, err := urdf.ReadLinks(path, urdf.Options{})
	require.NoError(t, err)
	for i, l := range links {
		own := rigid.Of(l)
		allclose.Within(t, joints[i].Inertial[:], own[:], 1e-9, l.Joint)
		require.Equal(t, joints[i].Link.Origin, l.Origin)
		require.Equal(t, float64(i), l.Damping)
		require.Equal(t, 0.5, l.Friction)
		require.Equal(t, 0.25, l.Rotor)
		require.Equal(t, joints[i].Link.Range, l.Range)
	}
	require.Equal(t, 4, strings.Count(string(made), "<inertial>"), "what fixed joints hold has none of its own")
	_, err = describe.URDF([]byte{0xff}, joints)
	require.ErrorContains(t, err, "UTF-8")
	_, err = describe.URDF([]byte("<robot><link name='tower'>"), joints)
	require.ErrorContains(t, err, "XML syntax error on line 1: unexpected EOF")
}

// TestEmptyElements: links and joints without content get what was found.
func TestEmptyElements(t *testing.T) {
	_, joints := crane(t)
	made, err := describe.URDF([]byte(`<robot><link name="tower"/><link name="other"/><joint name="slew"/></robot>`), joints[:1])
	require.NoError(t, err)
	require.Contains(t, string(made), `<link name="tower"><inertial>`)
	require.Contains(t, string(made), `</inertial></link><link name="other"/><joint name="slew"><dynamics damping="0" friction="0.5"/></joint><transmission name="slew">`)
}

// TestUndetermined: comments beside the elements name what the recordings do not determine, and there
// are none where they determine all.
func TestUndetermined(t *testing.T) {
	file, joints := crane(t)
	made, err := describe.URDF(file, joints)
	require.NoError(t, err)
	require.NotContains(t, string(made), "not determined")
	joints[0].OfLink, joints[1].OfJoint = []string{"mass", "mass*x"}, []string{"rotor inertia"}
	made, err = describe.URDF(file, joints)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(made), "</inertial><!-- not determined by the recordings: mass, mass*x -->"))
	require.Equal(t, 1, strings.Count(string(made), "/><!-- not determined by the recordings: rotor inertia -->"))
	require.Equal(t, 2, strings.Count(string(made), "not determined"))
	again, err := describe.URDF(made, joints[2:])
	require.NoError(t, err)
	require.NotContains(t, string(again), "not determined", "of a fit before")
	path := filepath.Join(t.TempDir(), "made.urdf")
	require.NoError(t, os.WriteFile(path, made, 0o600))
	_, _, err = urdf.ReadLinks(path, urdf.Options{})
	require.NoError(t, err)
	var mjcf bytes.Buffer
	require.NoError(t, describe.MJCF(&mjcf, "crane", [3]float64{0, 0, -9.81}, joints))
	for _, want := range []string{`fullinertia="[^"]*"/><!-- not determined by the recordings: mass, mass\*x -->`, `armature="[^"]*"/><!-- not determined by the recordings: rotor inertia -->`} {
		require.Regexp(t, want, mjcf.String())
	}
	require.Equal(t, 2, strings.Count(mjcf.String(), "not determined"))
}

// TestMJCF: MuJoCo's mj_inverse of the golden file gives the torques of Pinocchio for the
// states of sysid/rigid (testdata/README.md).
func TestMJCF(t *testing.T) {
	_, joints := crane(t)
	var made bytes.Buffer
	require.NoError(t, describe.MJCF(&made, "crane & co", [3]float64{0, 0, -9.81}, joints))
	if *update {
		require.NoError(t, os.WriteFile("testdata/crane.xml", made.Bytes(), 0o644))
	}
	want, err := os.ReadFile("testdata/crane.xml")
	require.NoError(t, err)
	require.Equal(t, string(want), made.String())
}

// TestRotors: the actuator of a joint gets the rotor in place of the one that it had, and joints
// without a transmission get one, unless their rotor is 0.
func TestRotors(t *testing.T) {
	_, joints := crane(t)
	slew := joints[:1]
	const rotor = `<drake:rotor_inertia xmlns:drake="http://drake.mit.edu" value="0.25"/><drake:gear_ratio xmlns:drake="http://drake.mit.edu" value="1"/>`
	for transmission, want := range map[string]string{
		``: `<transmission name="slew"><type>transmission_interface/SimpleTransmission</type><joint name="slew"/><actuator name="slew">` + rotor + "</actuator></transmission>\n",
		`<transmission><joint name="slew"/><actuator name="m"><mechanicalReduction>5</mechanicalReduction></actuator></transmission>`:                               `<transmission><joint name="slew"/><actuator name="m">` + rotor + `<mechanicalReduction>5</mechanicalReduction></actuator></transmission>`,
		`<transmission><joint name="slew"/><actuator name="m"/></transmission>`:                                                                                     `<transmission><joint name="slew"/><actuator name="m">` + rotor + `</actuator></transmission>`,
		`<transmission><joint name="slew"/><actuator> <drake:rotor_inertia value="9"></drake:rotor_inertia><drake:gear_ratio value="3"/></actuator></transmission>`: `<transmission><joint name="slew"/><actuator>` + rotor + `</actuator></transmission>`,
		`<transmission><joint name="other"/><actuator><drake:rotor_inertia value="9"/></actuator></transmission>`: `<transmission><joint name="other"/><actuator><drake:rotor_inertia value="9"/></actuator></transmission>` +
			`<transmission name="slew"><type>transmission_interface/SimpleTransmission</type><joint name="slew"/><actuator name="slew">` + rotor + "</actuator></transmission>\n",
	} {
		made, err := describe.URDF([]byte(`<robot><joint name="slew"/>`+transmission+`</robot>`), slew)
		require.NoError(t, err)
		require.Equal(t, `<robot><joint name="slew"><dynamics damping="0" friction="0.5"/></joint>`+want+`</robot>`, string(made))
	}
	slew[0].Rotor = 0
	made, err := describe.URDF([]byte(`<robot><joint name="slew"/><transmission><joint name="slew"/><actuator><drake:rotor_inertia value="9"/></actuator></transmission></robot>`), slew)
	require.NoError(t, err)
	require.NotContains(t, string(made), "rotor")
	_, err = describe.URDF([]byte(`<robot><transmission>`), slew)
	require.ErrorContains(t, err, "XML syntax error on line 1: unexpected EOF")
}
