package urdf

import (
	"encoding/xml"
	"maps"
	"slices"
)

// transmission is a <transmission> with Drake's elements for the rotor of a motor.
type transmission struct {
	Joints []struct {
		Name string `xml:"name,attr"`
	} `xml:"joint"`
	Rotors []valued `xml:"actuator>rotor_inertia"`
	Gears  []valued `xml:"actuator>gear_ratio"`
}

// valued is an element with a value.
type valued struct {
	Value string `xml:"value,attr"`
}

// rotor is the rotor of a joint's motor, reflected to the joint, and the line of its
// transmission.
type rotor struct {
	inertia float64 // kg m^2, or kg for a prismatic joint
	line    int
}

// transmission reads the element whose start was found, to its end. URDF itself has no inertia
// of rotors. Drake has <drake:rotor_inertia> and <drake:gear_ratio>, and reflects the rotor to
// the joint by the square of the ratio. A transmission without a rotor is not read.
func (p *parser) transmission(start xml.StartElement) error {
	p.path = p.path[:len(p.path)-1] // the decoder takes the end
	var t transmission
	if err := p.decoder.DecodeElement(&t, &start); err != nil {
		return p.unreadable(err)
	}
	if t.Rotors == nil {
		p.unread["robot transmission"]++
		return nil
	}
	if len(t.Joints) != 1 || len(t.Rotors) != 1 || len(t.Gears) > 1 {
		return p.Errorf("a <transmission> has %d joints, %d rotors and %d gear ratios: expected one joint, one rotor and at most one ratio", len(t.Joints), len(t.Rotors), len(t.Gears))
	}
	inertia, err := p.Float(t.Rotors[0].Value, "rotor_inertia")
	if err != nil {
		return err
	}
	ratio := 1.0
	if t.Gears != nil {
		if ratio, err = p.Float(t.Gears[0].Value, "gear_ratio"); err != nil {
			return err
		}
	}
	name := t.Joints[0].Name
	if inertia < 0 {
		return p.Errorf("the rotor of the joint %.40q has the inertia %g, expected 0 or more", name, inertia)
	}
	if _, twice := p.rotors[name]; twice {
		return p.Errorf("the joint %.40q has a second rotor", name)
	}
	p.rotors[name] = rotor{inertia * ratio * ratio, p.Number}
	return nil
}

// attachRotors gives each rotor to its joint.
func (p *parser) attachRotors() error {
	for _, name := range slices.Sorted(maps.Keys(p.rotors)) {
		rotor := p.rotors[name]
		at := slices.IndexFunc(p.joints, func(j joint) bool { return j.name == name })
		if at < 0 {
			return p.at(rotor.line).Errorf("a <transmission> with a rotor names the joint %.40q, which is not there", name)
		}
		p.joints[at].rotor = rotor.inertia
	}
	return nil
}
