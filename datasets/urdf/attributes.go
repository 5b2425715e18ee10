package urdf

import (
	"encoding/xml"
	"strings"

	"gmnc/internal/rotation"
)

// attributes are those of an element.
type attributes struct {
	*parser
	element xml.StartElement
}

// optional is an attribute, or what stands for one that is not there.
func (a attributes) optional(name, otherwise string) string {
	for _, attribute := range a.element.Attr {
		if attribute.Name.Local == name && attribute.Name.Space == "" {
			return strings.TrimSpace(attribute.Value)
		}
	}
	return otherwise
}

// text is an attribute that must be there.
func (a attributes) text(name string) (string, error) {
	if text := a.optional(name, ""); text != "" {
		return text, nil
	}
	return "", a.Errorf("<%s> has no %s", a.element.Name.Local, name)
}

// vector is an attribute of three numbers; without one it is zero.
func (a attributes) vector(name string) (vector [3]float64, err error) {
	words := strings.Fields(a.optional(name, "0 0 0"))
	if len(words) != len(vector) {
		return vector, a.Errorf("%s of %s has %d numbers, expected 3", name, a.owner, len(words))
	}
	for axis, word := range words {
		if vector[axis], err = a.Float(word, name); err != nil {
			return vector, err
		}
	}
	return vector, nil
}

// frame is that of an <origin>: moved by xyz and turned by rpy, in radians
// about the fixed axes x, y and z one after the other.
func (a attributes) frame() (frame, error) {
	place, err := a.vector("xyz")
	if err != nil {
		return frame{}, err
	}
	angles, err := a.vector("rpy")
	return frame{rotation.Sequence([]int{0, 1, 2}, angles[:], 1), place}, err
}

// end is that of a <parent> or <child>.
func (a attributes) end() (end, error) {
	name, err := a.text("link")
	return end{name, a.Number}, err
}
