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
	e.copied = end
	whole := e.file[begin:end]
	var of struct {
		Joints []struct {
			Name string `xml:"name,attr"`
		} `xml:"joint"`
	}
	if xml.Unmarshal(whole, &of) == nil && len(of.Joints) == 1 {
		if inertia, found := e.rotors[of.Joints[0].Name]; found {
			whole = rotorElements.ReplaceAll(whole, nil)
			if tag := actuator.Find(whole); tag != nil && inertia > 0 {
				begun, empty := bytes.CutSuffix(tag, []byte("/>"))
				inside := string(tag)
				if empty {
					inside = string(begun) + ">"
				}
				if inside += rotorText(inertia); empty {
					inside += "</actuator>"
				}
				whole = bytes.Replace(whole, tag, []byte(inside), 1)
				delete(e.rotors, of.Joints[0].Name)
			}
		}
	}
	e.made.Write(whole)
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
