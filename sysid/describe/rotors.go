package describe

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

var (
	// rotorElements matches Drake's elements for a rotor.
	rotorElements = regexp.MustCompile(`\s*<drake:(rotor_inertia|gear_ratio)\b[^>]*?(/>|>\s*</drake:(rotor_inertia|gear_ratio)>)`)
	actuator      = regexp.MustCompile(`<actuator\b[^>]*>`)
)

// rotorText returns Drake's elements for a rotor whose inertia acts on the joint itself.
func rotorText(inertia float64) string {
	return fmt.Sprintf(`<drake:rotor_inertia xmlns:drake="http://drake.mit.edu" value="%s"/><drake:gear_ratio xmlns:drake="http://drake.mit.edu" value="1"/>`, text(inertia))
}

// transmission copies a <transmission> of the file, from begin to end, and gives its actuator
// the rotor of its joint.
func (e *editor) transmission(begin, end int64) {
	e.made.Write(e.file[e.copied:begin])
	e.made.Write(e.withRotor(e.file[begin:end]))
	e.copied = end
}

// withRotor returns a <transmission> with the rotor of its joint in place of the one that it has.
// It returns the transmission of any other joint as it is.
func (e *editor) withRotor(transmission []byte) []byte {
	var of struct {
		Joints []struct {
			Name string `xml:"name,attr"`
		} `xml:"joint"`
	}
	if xml.Unmarshal(transmission, &of) != nil || len(of.Joints) != 1 {
		return transmission
	}
	joint := of.Joints[0].Name
	inertia, found := e.rotors[joint]
	if !found {
		return transmission
	}
	transmission = rotorElements.ReplaceAll(transmission, nil)
	tag := actuator.Find(transmission)
	if tag == nil || inertia == 0 {
		return transmission
	}
	delete(e.rotors, joint)
	filled := string(tag) + rotorText(inertia)
	if begun, empty := bytes.CutSuffix(tag, []byte("/>")); empty {
		filled = string(begun) + ">" + rotorText(inertia) + "</actuator>"
	}
	return bytes.Replace(transmission, tag, []byte(filled), 1)
}

// transmissions writes transmissions for the rotors that no transmission of the file has, before
// the end of the robot.
func (e *editor) transmissions(end int64) {
	e.made.Write(e.file[e.copied:end])
	e.copied = end
	for _, joint := range slices.Sorted(maps.Keys(e.rotors)) {
		if inertia := e.rotors[joint]; inertia > 0 {
			fmt.Fprintf(&e.made, "<transmission name=%[1]s><type>transmission_interface/SimpleTransmission</type><joint name=%[1]s/><actuator name=%[1]s>%[2]s</actuator></transmission>\n", quoted(joint), rotorText(inertia))
		}
	}
}
