package urdf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// withRotor is a robot with one joint and transmissions.
func withRotor(kind, transmissions string) string {
	return `<robot name="r"><link name="world"/>
<link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="elbow" type="` + kind + `"><parent link="world"/><child link="arm"/></joint>
` + transmissions + `</robot>`
}

// TestRotors: a rotor is reflected to its joint by the square of the gear ratio.
func TestRotors(t *testing.T) {
	const begin, end = `<transmission name="t"><joint name="elbow"/><actuator name="m">`, `</actuator></transmission>`
	for name, test := range map[string]struct {
		kind, transmissions string
		rotor               float64
	}{
		"without a transmission": {"continuous", "", 0},
		"without a rotor":        {"continuous", begin + "<mechanicalReduction>50</mechanicalReduction>" + end, 0},
		"without a ratio":        {"continuous", begin + `<drake:rotor_inertia value="0.5"/>` + end, 0.5},
		"with a ratio":           {"continuous", begin + `<drake:rotor_inertia value="0.5"/><drake:gear_ratio value="-10"/>` + end, 50},
		"of a sliding joint":     {"prismatic", begin + `<drake:rotor_inertia xmlns:drake="http://drake.mit.edu" value="0.5"/>` + end, 0.5},
		"of a fixed joint":       {"fixed", begin + `<drake:rotor_inertia value="0.5"/>` + end + `<link name="next"><inertial><mass value="1"/></inertial></link><joint name="wrist" type="continuous"><parent link="arm"/><child link="next"/></joint>`, 0},
	} {
		links, _, err := parseLinks("r.urdf", strings.NewReader(withRotor(test.kind, test.transmissions)), Options{})
		require.NoError(t, err, name)
		require.InDelta(t, test.rotor, links[0].Rotor, 1e-12, name)
		m, _, err := ParseMechanism("r.urdf", strings.NewReader(withRotor(test.kind, test.transmissions)), Options{})
		require.NoError(t, err, name)
		require.InDelta(t, test.rotor, m.Bodies[0].Rotor, 1e-12, name)
	}
}

// TestWrongRotors: the error names the line and what is wrong.
func TestWrongRotors(t *testing.T) {
	const begin, end = `<transmission name="t"><joint name="elbow"/><actuator name="m">`, "</actuator></transmission>\n"
	const rotor = `<drake:rotor_inertia value="0.5"/>`
	for transmissions, wrong := range map[string]string{
		begin + `<drake:rotor_inertia value="-1"/>` + end:                                                          `r.urdf:4: the rotor of the joint "elbow" has the inertia -1, expected 0 or more`,
		strings.ReplaceAll(begin+rotor+end, "elbow", "knee") + strings.ReplaceAll(begin+rotor+end, "elbow", "hip"): `r.urdf:5: a <transmission> with a rotor names the joint "hip"`,
		begin + `<drake:rotor_inertia value="heavy"/>` + end:                                                       `r.urdf:4: "heavy" of "rotor_inertia" is not a finite number`,
		begin + rotor + `<drake:gear_ratio value=""/>` + end:                                                       `r.urdf:4: "" of "gear_ratio" is not a finite number`,
		begin + rotor + rotor + end:                                                                                "has 1 joints, 2 rotors and 0 gear ratios",
		begin + rotor + `<joint name="wrist"/>` + end + begin + rotor + end:                                        `r.urdf:5: the joint "elbow" has a second rotor`,
		`<transmission><actuator>` + rotor + end:                                                                   "has 0 joints, 1 rotors",
		`<transmission><joint name="knee"/><actuator>` + rotor + end:                                               `r.urdf:4: a <transmission> with a rotor names the joint "knee", which is not there`,
		`<transmission><joint name="elbow"></transmission>`:                                                        "r.urdf:4: is no XML",
		begin + rotor + `<drake:gear_ratio value="1"/><drake:gear_ratio value="2"/>` + end:                         "1 rotors and 2 gear ratios",
		begin + rotor + end + strings.Replace(begin, "elbow", "knee", 1) + rotor + end + "<gazebo/>":               `r.urdf:5: a <transmission>`,
	} {
		_, _, err := parseLinks("r.urdf", strings.NewReader(withRotor("continuous", transmissions)), Options{})
		require.ErrorContains(t, err, wrong, transmissions)
	}
}
