package describe

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWithRotor: a transmission of one joint whose rotor is known gets it in place of its own, and any other stays.
func TestWithRotor(t *testing.T) {
	of := func(transmission string) (text string, left int) {
		e := &editor{rotors: map[string]float64{"a": 2, "b": 0}}
		return string(e.withRotor([]byte(transmission))), len(e.rotors)
	}
	rotor := rotorText(2)
	for given, want := range map[string]string{
		`<transmission><joint name="a"/><actuator name="m"/></transmission>`:                                           `<transmission><joint name="a"/><actuator name="m">` + rotor + `</actuator></transmission>`,
		`<transmission><joint name="a"/><actuator name="m"><x/></actuator></transmission>`:                             `<transmission><joint name="a"/><actuator name="m">` + rotor + `<x/></actuator></transmission>`,
		`<transmission><joint name="a"/><actuator name="m"> <drake:gear_ratio value="3"/></actuator></transmission>`:   `<transmission><joint name="a"/><actuator name="m">` + rotor + `</actuator></transmission>`,
		`<transmission><joint name="b"/><actuator name="m"><drake:rotor_inertia value="3"/></actuator></transmission>`: `<transmission><joint name="b"/><actuator name="m"></actuator></transmission>`,
		`<transmission><joint name="a"/><joint name="b"/><actuator name="m"/></transmission>`:                          `<transmission><joint name="a"/><joint name="b"/><actuator name="m"/></transmission>`,
		`<transmission><joint name="c"/><actuator name="m"/></transmission>`:                                           `<transmission><joint name="c"/><actuator name="m"/></transmission>`,
		`<transmission><joint name="a"/></transmission>`:                                                               `<transmission><joint name="a"/></transmission>`,
		`<transmission></transmission>`:                       `<transmission></transmission>`,
		`<transmission><joint name="a"/><actuator name="m"/>`: `<transmission><joint name="a"/><actuator name="m"/>`,
	} {
		got, left := of(given)
		require.Equal(t, want, got, given)
		require.Equal(t, strings.Contains(want, rotor), left == 1, given)
	}
}

// TestEdited: only links and joints right below the robot are edited, what is between them stays, and transmissions that a file
// lacks come before its end.
func TestEdited(t *testing.T) {
	edited := func(file string) (string, error) {
		e := &editor{file: []byte(file), inertials: map[string]string{"arm": "<inertial/>", "bare": ""}, dynamics: map[string]string{"a": "<dynamics/>"}, rotors: map[string]float64{"a": 2, "b": 0, "c": 3}}
		made, err := e.edited()
		return string(made), err
	}
	got, err := edited(`<robot><!-- x --><link name="arm"/><link name="bare"/><link name="other"><inertial old="1"/></link><joint name="a"> <dynamics old="1"/><limit/></joint><group><link name="arm"/></group>` +
		`<transmission name="t"><joint name="a"/><actuator name="m"/></transmission><tail/></robot><!-- y -->`)
	require.NoError(t, err)
	require.Equal(t, `<robot><!-- x --><link name="arm"><inertial/></link><link name="bare"/><link name="other"><inertial old="1"/></link><joint name="a">`+"\n    "+`<dynamics/><limit/></joint><group><link name="arm"/></group>`+
		`<transmission name="t"><joint name="a"/><actuator name="m">`+rotorText(2)+`</actuator></transmission><tail/>`+
		`<transmission name="c"><type>transmission_interface/SimpleTransmission</type><joint name="c"/><actuator name="c">`+rotorText(3)+"</actuator></transmission>\n</robot><!-- y -->", got)
	for _, broken := range []string{
		`<robot><link name="arm"></robot>`, `<robot><link name="arm"><x></link></robot>`, `<robot><transmission><x></transmission></robot>`, `<robot>`, `<robot><link name="other"><x></link></robot>`, `<robot><joint name="a">`,
	} {
		_, err := edited(broken)
		require.ErrorContains(t, err, "XML syntax error on line 1: ", broken)
	}
}
